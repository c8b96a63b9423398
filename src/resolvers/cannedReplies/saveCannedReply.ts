import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { CannedReply, CannedText, Shortcut } from '../../schema/cannedReply.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { saveCannedReply } from '../../storage/cannedReplies.js';
import { MutationInput } from '../mutationInput.js';

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

/** Changes a canned reply, or creates one. */
@Resolver()
export class SaveCannedReply {
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
}
