import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { ShortText } from '../../schema/scalars.js';
import { changeFolder } from '../../storage/folders.js';
import { MutationInput } from '../mutationInput.js';
import { accessFolder } from './accessFolder.js';
import { FolderPayload } from './folderPayload.js';

@InputType({ description: 'What is to change of a folder.' })
class FolderPatch {
  @NullableField(() => ShortText, 'Its new name, which may be empty; absent is unchanged.')
  name?: string | null;

  @NullableField(() => ID, 'The folder to move it into; null is the root, absent is unchanged.')
  parentFolderId?: string | null;
}

@InputType({ description: 'Which folder, and what is to change of it.' })
class UpdateFolderInput extends MutationInput {
  @Field(() => ID, 'The workspace the folder is of.') workspaceId: string;
  @Field(() => ID, 'The folder.') folderId: string;
  @Field(() => FolderPatch, 'What is to change.') folder: FolderPatch;
}

/** Renames or moves a folder within its workspace, never into itself. */
@Resolver()
export class UpdateFolder {
  @Mutation(() => FolderPayload, {
    description: 'Renames or moves a folder within its workspace, never into itself.',
  })
  async updateFolder(
    @Arg('input', () => UpdateFolderInput, { description: 'Which one, and what is to change.' })
    input: UpdateFolderInput,
    @Ctx() context: Context,
  ): Promise<Partial<FolderPayload>> {
    const unit = context.openUnit();
    const { workspaceId, folderId } = input;
    const folder = await accessFolder(unit, context, { workspaceId, folderId, intent: 'write' });
    const { name, parentFolderId } = input.folder;
    if (name === null) throw invalid([{ path: ['folder', 'name'], message: 'Cannot be null' }]);
    const change = {
      ...(name !== undefined && { name }),
      ...(parentFolderId !== undefined && { parentFolderId }),
    };
    return { folder: await changeFolder(unit, folder, change) };
  }
}
