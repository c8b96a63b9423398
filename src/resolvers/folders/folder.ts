import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { callerWith, scopesFor } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Folder } from '../../schema/folder.js';
import { Workspace } from '../../schema/workspace.js';
import { orNull } from '../orNull.js';
import { accessFolder } from './accessFolder.js';
import { Holds } from '../../schema/queryCost.js';

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
