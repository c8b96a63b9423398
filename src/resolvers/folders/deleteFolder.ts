import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { botsTopic, type Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { deleteFolder } from '../../storage/folders.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';
import { accessFolder } from './accessFolder.js';

@InputType({ description: 'Which folder.' })
class DeleteFolderInput extends MutationInput {
  @Field(() => ID, 'The workspace the folder is of.') workspaceId: string;
  @Field(() => ID, 'The folder.') folderId: string;
}

/** Deletes a folder. The bots and folders in it move to its parent. */
@Resolver()
export class DeleteFolder {
  @Mutation(() => DeletePayload, {
    description: 'Deletes a folder; the bots and folders in it move to where it was.',
  })
  async deleteFolder(
    @Arg('input', () => DeleteFolderInput, { description: 'Which folder.' })
    { workspaceId, folderId }: DeleteFolderInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const folder = await accessFolder(unit, context, { workspaceId, folderId, intent: 'write' });
    await deleteFolder(unit, folder);
    context.wakeUps.announce(botsTopic(workspaceId));
    return { deletedId: folderId, workspaceId, folderId: folder.parentFolderId };
  }
}
