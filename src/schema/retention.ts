import { Int, ObjectType } from 'type-graphql';
import { Field, NullableField } from './field.js';

/** How long the server keeps data, in days; its settings say it. */
@ObjectType({
  description:
    'How long the server keeps data, in days. Its operator sets it, for all workspaces; results and answers are kept until somebody deletes them.',
})
export class Retention {
  @Field(() => Int, 'Days without a message after which a chat expires (`SESSION_IDLE_DAYS`).')
  sessionIdleDays: number;

  @NullableField(() => Int, {
    description:
      'Days for which the events of a chat are kept after it is over (`CHAT_LOG_DAYS`); null: for ever.',
  })
  chatLogDays: number | null;

  @NullableField(() => Int, {
    description: 'Days for which audit logs are kept (`AUDIT_LOG_DAYS`); null: for ever.',
  })
  auditLogDays: number | null;

  @Field(() => Int, 'Days for which traces are stored (`CHAT_TRACE_DAYS`).') chatTraceDays: number;

  @Field(() => Int, {
    description:
      'Days for which is kept what `replayChats` needs of a chat, of bots that `setBotReplay` sets it for (`CHAT_REPLAY_DAYS`).',
  })
  chatReplayDays: number;
}
