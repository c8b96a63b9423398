import { Ctx, FieldResolver, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Retention } from '../../schema/retention.js';
import { Workspace } from '../../schema/workspace.js';

/** How long the server keeps the data of a workspace. */
@Resolver(() => Workspace)
export class WorkspaceRetention {
  @FieldResolver(() => Retention, {
    description: 'How long the server keeps what it has of its chats.',
  })
  retention(@Ctx() { keeping }: Context): Retention {
    const { sessionIdleDays, chatTraceDays, chatReplayDays } = keeping;
    return {
      ...{ sessionIdleDays, chatTraceDays, chatReplayDays },
      // 0 is for ever.
      chatLogDays: keeping.chatLogDays || null,
      auditLogDays: keeping.auditLogDays || null,
    };
  }
}
