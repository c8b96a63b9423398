import {
  ObjectType,
  Arg,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Query,
  Resolver,
  Root,
  InputType,
  Mutation,
} from 'type-graphql';
import { NullableField, Field } from '../../schema/field.js';
import { Folder } from '../../schema/folder.js';
import { Payload } from '../../schema/userError.js';
import { invalid } from '../../errors/errors.js';
import type { Unit } from '../../storage/orm.js';
import { hasFolder } from '../../storage/workspaces.js';
import { accessWorkspace, type Intent, callerWith, scopesFor } from '../../auth/access.js';
import { type Context, botsTopic } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Workspace } from '../../schema/workspace.js';
import { orNull } from '../findFor.js';
import { Holds } from '../../schema/queryCost.js';
import { ShortText } from '../../schema/scalars.js';
import { createFolder, changeFolder, deleteFolder } from '../../storage/folders.js';
import { MutationInput } from '../mutationInput.js';
import { DeletePayload } from '../deletePayload.js';

/** The payload of a mutation of a folder. */
@ObjectType({ description: 'What a mutation of a folder answers with.' })
class FolderPayload extends Payload {
  @NullableField(() => Folder, 'The folder as it is now.') folder?: Folder;
}

/** Fails if a folder is not of this workspace. Null is the root, which every workspace has. `path` is the path of the argument. */
export async function assertFolder(
  unit: Unit,
  { workspaceId, folderId }: { readonly workspaceId: string; readonly folderId: string | null },
  path: readonly string[],
): Promise<void> {
  if (folderId === null || (await hasFolder(unit, workspaceId, folderId))) return;
  throw invalid([{ path, message: 'Not a folder of this workspace' }]);
}

/** Loads a folder of this workspace for a caller with the right `intent`. A folder of another workspace fails like a missing one. */
async function accessFolder(
  unit: Unit,
  context: Context,
  sought: { workspaceId: string; folderId: string; intent: Intent },
): Promise<Folder> {
  const { workspaceId, folderId, intent } = sought;
  await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent });
  const folder = await unit.findOne(Folder, { id: folderId, workspaceId });
  if (!folder) throw commonFailure('FOLDER_NOT_FOUND');
  return folder;
}

/** One folder, with its content. */
@Resolver(() => Folder)
export class ReadFolder {
  @Query(() => Folder, {
    nullable: true,
    description: 'One folder; null when there is none that you may read.',
  })
  async folder(
    @Arg('id', () => ID, { description: 'Its id.' }) folderId: string,
    @Arg('workspaceId', () => ID, {
      nullable: true,
      description: 'The workspace it must be of; absent: any.',
    })
    sentWorkspaceId: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Folder | null> {
    callerWith(await context.caller(), scopesFor('read'));
    const workspaceId =
      sentWorkspaceId ?? (await context.loaders().folder.load(folderId))?.workspaceId;
    if (workspaceId === undefined) return null;
    const request = { workspaceId, folderId, intent: 'read' } as const;
    return orNull(accessFolder(context.openUnit(), context, request));
  }

  @FieldResolver(() => Workspace, { description: 'The workspace it belongs to.' })
  async workspace(@Root() folder: Folder, @Ctx() context: Context): Promise<Workspace | undefined> {
    return context.loaders().workspace.load(folder.workspaceId);
  }

  @FieldResolver(() => Folder, {
    nullable: true,
    description: 'The folder it is in; null at the root.',
  })
  async parent(
    @Root() { parentFolderId }: Folder,
    @Ctx() context: Context,
  ): Promise<Folder | null> {
    if (parentFolderId === null) return null;
    return (await context.loaders().folder.load(parentFolderId)) ?? null;
  }

  @Holds(100)
  @FieldResolver(() => [Folder], { description: 'The folders in it, oldest first.' })
  async children(@Root() { id }: Folder, @Ctx() context: Context): Promise<Folder[]> {
    return context.loaders().subfolders.load(id);
  }

  @FieldResolver(() => Int, {
    description: 'How many bots are directly in it, archived ones aside.',
  })
  async botsCount(@Root() { id }: Folder, @Ctx() context: Context): Promise<number> {
    return context.loaders().botsCount.load(id);
  }
}

@InputType({ description: 'The folder to make.' })
class CreateFolderInput extends MutationInput {
  @Field(() => ID, 'Where it is to be.') workspaceId: string;
  @NullableField(() => ShortText, 'What to call it.') folderName?: string | null;

  @NullableField(() => ID, 'The folder to put it in; none is the root.')
  parentFolderId?: string | null;
}

const DEFAULT_NAME = 'New folder';

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

@InputType({ description: 'Which folder.' })
class DeleteFolderInput extends MutationInput {
  @Field(() => ID, 'The workspace the folder is of.') workspaceId: string;
  @Field(() => ID, 'The folder.') folderId: string;
}

/** Reads and changes folders. */
@Resolver()
export class FolderOperations {
  /** Creates a folder. */
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
