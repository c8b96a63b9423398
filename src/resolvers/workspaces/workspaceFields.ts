import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  Float,
  ID,
  Int,
  Resolver,
  Root,
} from 'type-graphql';
import { botCaller, callerWith, mayEnter, scopesFor } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { BotConnection, type Bot } from '../../schema/bot.js';
import { CustomDomain } from '../../schema/customDomain.js';
import { BotOrder } from '../../schema/orders.js';
import { FileConnection } from '../../schema/file.js';
import { Folder } from '../../schema/folder.js';
import { ShortText } from '../../schema/scalars.js';
import { ThemeTemplate } from '../../schema/themeTemplate.js';
import { Workspace } from '../../schema/workspace.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Field, NullableField } from '../../schema/field.js';
import type { BotColumn } from '../../storage/botLists.js';
import type { Asked, BotsOfAny } from '../../storage/pageLoaders.js';
import { loadOrdered, orderOf, placeInCursor, placeText } from '../orderedPage.js';
import { PageArgs, connectionFrom, sliceOf } from '../pageArgs.js';
import { FilesArgs, filesShown } from '../uploads/files.js';
import { assertInside } from '../findFor.js';
import { Costs, Holds, STATEMENT } from '../../schema/queryCost.js';

@ArgsType()
class BotsArgs extends PageArgs {
  @NullableField(() => ID, {
    description: 'A folder, or `root` for the bots outside every folder; absent: all bots.',
  })
  folderId?: string | null;

  @NullableField(() => ShortText, 'A part of the name, in any case.') search?: string | null;

  @Field(() => BotOrder, {
    defaultValue: BotOrder.CREATED_AT_DESC,
    description: 'What they are sorted by; a cursor is valid for one order.',
  })
  orderBy: BotOrder;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Archived ones instead of the others.',
  })
  isArchived: boolean;
}

/** The query cost of summing up the files of a workspace, in fields. A workspace may have many, and each is a row to read. */
const SUM_OF_FILES = 4 * STATEMENT;

/** The value by which a bot is sorted, as the text in a cursor. */
const VALUE_OF: Readonly<Record<BotColumn, (bot: Bot) => string>> = {
  CREATED_AT: ({ id }) => id,
  UPDATED_AT: ({ updatedAt }) => updatedAt.toISOString(),
  NAME: ({ name }) => name,
};

/** The value of `folderId` that selects bots outside every folder. */
const ROOT = 'root';

/** The content of a workspace. Guests reach a workspace through a shared bot, so every list checks the right to read the workspace. */
@Resolver(() => Workspace)
export class WorkspaceFields {
  @Costs(STATEMENT)
  @FieldResolver(() => BotConnection, {
    description: 'Its bots; to a guest, those that are shared with them.',
  })
  async bots(
    @Root() workspace: Workspace,
    @Args(() => BotsArgs) { folderId, search, orderBy, isArchived, ...page }: BotsArgs,
    @Ctx() context: Context,
  ): Promise<BotsShown> {
    const query: BotsOfAny = {
      ...(await visibleBots(workspace, context)),
      isArchived,
      ...(typeof folderId === 'string' && { folderId: folderId === ROOT ? null : folderId }),
      search: search ?? undefined,
    };
    const of = workspace.id;
    const order = orderOf<BotColumn>(orderBy);
    const { by } = order;
    const listed = await loadOrdered(order, sliceOf(page, placeInCursor(by)), (slice) =>
      context.loaders().bots.load({ of, query: { ...query, by, slice } }),
    );
    return { ...connectionFrom(listed, placeText(by, VALUE_OF[by])), asked: { of, query } };
  }

  @Holds(100)
  @FieldResolver(() => [Folder], {
    nullable: true,
    description: 'Its folders on one level, oldest first.',
  })
  async folders(
    @Root() workspace: Workspace,
    @Arg('parentFolderId', () => ID, {
      nullable: true,
      description: 'The folder whose folders are listed; none is the root.',
    })
    parentFolderId: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Folder[]> {
    await assertInside(workspace, context);
    const { rootFolders, subfolders } = context.loaders();
    if (typeof parentFolderId !== 'string') return rootFolders.load(workspace.id);
    const folders = await subfolders.load(parentFolderId);
    return folders.filter(({ workspaceId }) => workspaceId === workspace.id);
  }

  @Holds(100)
  @FieldResolver(() => [Folder], {
    nullable: true,
    description: 'Its folders on all levels, oldest first.',
  })
  async allFolders(@Root() workspace: Workspace, @Ctx() context: Context): Promise<Folder[]> {
    await assertInside(workspace, context);
    return context.loaders().allFolders.load(workspace.id);
  }

  @Holds(50)
  @FieldResolver(() => [ThemeTemplate], {
    nullable: true,
    description: 'Its theme templates, oldest first.',
  })
  async themeTemplates(
    @Root() workspace: Workspace,
    @Ctx() context: Context,
  ): Promise<ThemeTemplate[]> {
    await assertInside(workspace, context);
    return context.loaders().themeTemplates.load(workspace.id);
  }

  @Costs(STATEMENT)
  @FieldResolver(() => FileConnection, {
    nullable: true,
    description: 'The files that were uploaded for it and none of its bots by `createFileUpload`.',
  })
  async files(
    @Root() workspace: Workspace,
    @Args(() => FilesArgs) args: FilesArgs,
    @Ctx() context: Context,
  ): Promise<FileConnection> {
    await assertInside(workspace, context);
    const { filesOfWorkspace } = context.loaders();
    return filesShown(args, (query) => filesOfWorkspace.load({ of: workspace.id, query }));
  }

  @Costs(SUM_OF_FILES)
  @FieldResolver(() => Float, { nullable: true, description: 'The bytes that all its files take.' })
  async storageUsed(@Root() workspace: Workspace, @Ctx() context: Context): Promise<number> {
    await assertInside(workspace, context);
    return context.loaders().storageUsed.load(workspace.id);
  }

  @Holds(50)
  @FieldResolver(() => [CustomDomain], { nullable: true, description: 'Its domains, by name.' })
  async customDomains(
    @Root() workspace: Workspace,
    @Ctx() context: Context,
  ): Promise<CustomDomain[]> {
    await assertInside(workspace, context);
    return context.loaders().customDomains.load(workspace.id);
  }
}

/** A page of bots with the query of its list, for `totalCount`. */
interface BotsShown extends Omit<BotConnection, 'totalCount'> {
  readonly asked: Asked<BotsOfAny>;
}

/** The number of bots, counted only if it is selected. */
@Resolver(() => BotConnection)
export class BotConnectionFields {
  @Costs(STATEMENT)
  @FieldResolver(() => Int, {
    nullable: true,
    description: 'How many there are on all pages; null when they are more than 10 000.',
  })
  async totalCount(@Root() { asked }: BotsShown, @Ctx() context: Context): Promise<number | null> {
    return context.loaders().botsIn.load(asked);
  }
}

/** Selects all bots of the workspace for members, and the shared ones for guests. */
async function visibleBots(
  { id: workspaceId }: Workspace,
  context: Context,
): Promise<Pick<BotsOfAny, 'sharedWith'>> {
  // A bot includes its whole content, so the token needs the scope for bots, too.
  const caller = botCaller(callerWith(await context.caller(), scopesFor('read')), 'read');
  const { userId } = caller;
  const role = await context.loaders().role.load({ userId, workspaceId });
  const place = { workspaceId, role };
  if (!mayEnter(caller, 'see', place)) throw commonFailure('WORKSPACE_NOT_FOUND');
  return mayEnter(caller, 'read', place) ? {} : { sharedWith: userId };
}
