import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessBot, accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Field } from '../../schema/field.js';
import type { File } from '../../schema/file.js';
import { deleteFile, findFile, isOfMembers } from '../../storage/files.js';
import type { Unit } from '../../storage/orm.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';
import { orNull } from '../orNull.js';

@InputType({ description: 'Which file.' })
class DeleteFileInput extends MutationInput {
  @Field(() => ID, 'The file.') fileId: string;
}

/** Deletes a file that a member uploaded. */
@Resolver()
export class DeleteFile {
  @Mutation(() => DeletePayload, {
    description:
      'Deletes a file of a bot or a workspace, for callers who may change that. Files of chats are deleted with their results.',
  })
  async deleteFile(
    @Arg('input', () => DeleteFileInput, { description: 'Which file.' })
    { fileId }: DeleteFileInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const file = await findFile(unit, fileId);
    const owner = await orNull(accessOwner(unit, context, file));
    if (!owner) throw commonFailure('FILE_NOT_FOUND');
    await deleteFile(unit, fileId);
    const { workspaceId = null, botId = null } = file ?? {};
    return { deletedId: fileId, workspaceId, botId };
  }
}

/**
 * Loads the bot or workspace of a file that a member uploaded. For any other file the check runs with an empty id and fails the same way.
 */
async function accessOwner(unit: Unit, context: Context, file: File | null): Promise<object> {
  const caller = await context.caller();
  const { botId, workspaceId } = file && isOfMembers(file) ? file : NOTHING;
  return botId === null
    ? accessWorkspace(unit, { caller, workspaceId, intent: 'write' })
    : accessBot(unit, { caller, botId, intent: 'write', archive: 'either' });
}

const NOTHING = { botId: null, workspaceId: '' };
