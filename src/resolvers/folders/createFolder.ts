import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Field, NullableField } from '../../schema/field.js';
import { ShortText } from '../../schema/scalars.js';
import { createFolder } from '../../storage/folders.js';
import { MutationInput } from '../mutationInput.js';
import { assertFolder } from './assertFolder.js';
import { FolderPayload } from './folderPayload.js';

@InputType({ description: 'The folder to make.' })
class CreateFolderInput extends MutationInput {
  @Field(() => ID, 'Where it is to be.') workspaceId: string;
  @NullableField(() => ShortText, 'What to call it.') folderName?: string | null;

  @NullableField(() => ID, 'The folder to put it in; none is the root.')
  parentFolderId?: string | null;
}

const DEFAULT_NAME = 'New folder';

/** Creates a folder. */
@Resolver()
export class CreateFolder {
  @Mutation(() => FolderPayload, { description: 'Makes a folder.' })
  async createFolder(
    @Arg('input', () => CreateFolderInput, { description: 'The folder to make.' })
    input: CreateFolderInput,
    @Ctx() context: Context,
  ): Promise<Partial<FolderPayload>> {
    const unit = context.openUnit();
    const { workspaceId, folderName, parentFolderId = null } = input;
    await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
    await assertFolder(unit, { workspaceId, folderId: parentFolderId }, ['parentFolderId']);
    const name = folderName ?? DEFAULT_NAME;
    return { folder: await createFolder(unit, { workspaceId, name, parentFolderId }) };
  }
}
