import { Ctx, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../context/context.js';
import { Bot } from '../schema/bot.js';
import { NullableField } from '../schema/field.js';
import { Folder } from '../schema/folder.js';
import { User } from '../schema/user.js';
import { Payload } from '../schema/userError.js';
import { Workspace } from '../schema/workspace.js';
import { findBotFor, findWorkspaceFor, mayReadWorkspace } from './findFor.js';

/** The payload of mutations that delete something: what was deleted, and its parents. */
@ObjectType({ description: 'The payload of a mutation that removes something.' })
export class DeletePayload extends Payload {
  @NullableField(() => ID, {
    description:
      'The id of what is gone; of a person who was removed that of the membership or share.',
  })
  deletedId?: string;

  /** The parents; each is loaded only if it is selected. */
  userId?: string;
  workspaceId?: string | null;
  botId?: string | null;
  folderId?: string | null;
}

/** Loads the parents, so that a client's cache takes their new lists from the payload. */
@Resolver(() => DeletePayload)
export class DeletePayloadPlace {
  @FieldResolver(() => User, {
    nullable: true,
    description: 'The person whose membership or share is gone; null where it was something else.',
  })
  async user(@Root() { userId }: DeletePayload, @Ctx() context: Context): Promise<User | null> {
    return userId === undefined ? null : ((await context.loaders().user.load(userId)) ?? null);
  }

  @FieldResolver(() => Workspace, {
    nullable: true,
    description:
      'The workspace it was in, as it is now; null where it was in none, or you may not see that.',
  })
  async workspace(
    @Root() { workspaceId }: DeletePayload,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return workspaceId ? findWorkspaceFor(context, workspaceId, 'see') : null;
  }

  @FieldResolver(() => Bot, {
    nullable: true,
    description:
      'The bot it was of, as it is now; null where it was of none, or you may not read that.',
  })
  async bot(@Root() { botId }: DeletePayload, @Ctx() context: Context): Promise<Bot | null> {
    return botId ? findBotFor(context, botId, 'read') : null;
  }

  @FieldResolver(() => Folder, {
    nullable: true,
    description: 'The folder it was in, as it is now; null where it was in none.',
  })
  async folder(
    @Root() { folderId, workspaceId }: DeletePayload,
    @Ctx() context: Context,
  ): Promise<Folder | null> {
    const isShown = folderId && workspaceId && (await mayReadWorkspace(context, workspaceId));
    return (isShown && (await context.loaders().folder.load(folderId))) || null;
  }
}
