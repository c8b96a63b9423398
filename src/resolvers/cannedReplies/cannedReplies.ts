import {
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  ID,
  InputType,
  Mutation,
  ObjectType,
} from 'type-graphql';
import type { Context } from '../../context/context.js';
import { CannedReply, CannedText, Shortcut } from '../../schema/cannedReply.js';
import { Holds } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../findFor.js';
import { accessWorkspace } from '../../auth/access.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import {
  saveCannedReply,
  deleteCannedReply,
  findCannedReply,
} from '../../storage/cannedReplies.js';
import { MutationInput } from '../mutationInput.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { DeletePayload } from '../deletePayload.js';

/** The canned replies of a workspace, for its members. */
@Resolver(() => Workspace)
export class WorkspaceCannedReplies {
  @Holds(100)
  @FieldResolver(() => [CannedReply], {
    nullable: true,
    description:
      'Texts that its agents send again and again, by their shortcuts; for members who may answer in chats.',
  })
  async cannedReplies(
    @Root() { id: workspaceId }: Workspace,
    @Ctx() context: Context,
  ): Promise<CannedReply[] | null> {
    if (!(await findWorkspaceFor(context, workspaceId, 'attend'))) return null;
    return context.loaders().cannedReplies.load(workspaceId);
  }
}

/** The field of a canned reply that is no column. */
@Resolver(() => CannedReply)
export class CannedReplyFields {
  @FieldResolver(() => Workspace, { nullable: true, description: 'The workspace it belongs to.' })
  async workspace(
    @Root() { workspaceId }: CannedReply,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'attend');
  }
}

@InputType({ description: 'The canned reply to save; absent members stay as they are.' })
class SaveCannedReplyInput extends MutationInput {
  @Field(() => ID, 'The workspace it is for.') workspaceId: string;
  @NullableField(() => ID, 'The one to change; absent: a new one.') cannedReplyId?: string | null;

  @NullableField(() => Shortcut, 'What agents type to find it; a new one needs it.')
  shortcut?: string | null;

  @NullableField(() => CannedText, {
    description:
      'The text; a new one needs it. Each `{{name}}` becomes the value of that variable in the chat.',
  })
  text?: string | null;
}

@ObjectType({ description: 'The payload of saving a canned reply.' })
class CannedReplyPayload extends Payload {
  @NullableField(() => CannedReply, 'The canned reply as it is now.') cannedReply?: CannedReply;
}

@InputType({ description: 'Which canned reply.' })
class DeleteCannedReplyInput extends MutationInput {
  @Field(() => ID, 'The workspace it is of.') workspaceId: string;
  @Field(() => ID, 'The canned reply.') cannedReplyId: string;
}

/** Saves and deletes canned replies. */
@Resolver()
export class CannedReplyMutations {
  /** Changes a canned reply, or creates one. */
  @Mutation(() => CannedReplyPayload, {
    description:
      'Saves a text that agents of a workspace send again and again: changes it, or creates it. At most 500 a workspace.',
  })
  async saveCannedReply(
    @Arg('input', () => SaveCannedReplyInput, { description: 'The canned reply to save.' })
    { workspaceId, cannedReplyId, shortcut, text }: SaveCannedReplyInput,
    @Ctx() context: Context,
  ): Promise<Partial<CannedReplyPayload>> {
    const unit = context.openUnit();
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'attend' });
    const id = cannedReplyId ?? undefined;
    return { cannedReply: await saveCannedReply(unit, { workspaceId, id, shortcut, text }) };
  }

  @Mutation(() => DeletePayload, {
    description: 'Deletes a canned reply; messages that were sent with it stay.',
  })
  async deleteCannedReply(
    @Arg('input', () => DeleteCannedReplyInput, { description: 'Which canned reply.' })
    { workspaceId, cannedReplyId }: DeleteCannedReplyInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'attend' });
    const reply = await findCannedReply(unit, workspaceId, cannedReplyId);
    if (!reply) throw commonFailure('CANNED_REPLY_NOT_FOUND');
    await deleteCannedReply(unit, reply);
    return { deletedId: cannedReplyId, workspaceId };
  }
}
