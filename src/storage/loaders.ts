import DataLoader from 'dataloader';
import type { EntityClass } from '@mikro-orm/core';
import { ApiToken } from '../schema/apiToken.js';
import { Bot, BotVersion } from '../schema/bot.js';
import { BotTest } from '../schema/botTest.js';
import { ChatsView } from '../schema/chatsView.js';
import { ResultsView } from '../schema/resultsView.js';
import { Folder } from '../schema/folder.js';
import { ExportJob } from '../schema/exportJob.js';
import { Result } from '../schema/result.js';
import { User } from '../schema/user.js';
import { Webhook } from '../schema/webhook.js';
import { WebhookDelivery } from '../schema/webhookDelivery.js';
import { Workspace } from '../schema/workspace.js';
import { Credentials } from '../schema/credentials.js';
import { CustomDomain } from '../schema/customDomain.js';
import { Invitation } from '../schema/invitation.js';
import { CannedReply } from '../schema/cannedReply.js';
import { ThemeTemplate } from '../schema/themeTemplate.js';
import { findAiBudgets, findAiMonths, findAiUsage } from './aiUsage.js';
import { openChatLoaders } from './chatLoaders.js';
import { findSignIns } from './clientSignIns.js';
import { findSealedOf, findUses, listCredentials } from './credentials.js';
import { listCustomDomains } from './customDomains.js';
import { findDrafts, findUnpublished } from './drafts.js';
import { findSentFiles, sumFiles } from './files.js';
import { findDefinitions } from './flows.js';
import { countBotsIn, findSubfolders, listFolders, listRootFolders } from './folders.js';
import { listInvitations } from './invitations.js';
import type { WorkspaceRole } from '../schema/enums.js';
import type { Storage, Unit } from './orm.js';
import { listCollaborators, listMembers } from './people.js';
import { findKnown, findMemberships, findRoles } from './memberships.js';
import { openPageLoaders } from './pageLoaders.js';
import { findAnswers } from './results.js';
import { openBotTestLoaders } from './botTests.js';
import { openTestScheduleLoaders } from './testSchedules.js';
import { openMessengerChannelLoaders } from './messengerChannels.js';
import { openSplitLoaders } from './splits.js';
import { openStageLoaders } from './stages.js';
import { openSegmentLoaders } from './segments.js';
import { openViewLoaders, where } from './savedViews.js';
import { listCannedReplies } from './cannedReplies.js';
import { listThemeTemplates } from './themeTemplates.js';
import { listWebhooks } from './webhooks.js';

/**
 * The loaders of one operation. They batch, so that a list costs one statement instead of one for each row. Permissions are not checked,
 * unless a loader is about them.
 */
export type Loaders = ReturnType<typeof openLoaders>;

/** Whether one person may see another; all loads of one operation are for the same person. */
export interface KnownUser {
  readonly by: string;
  readonly roles: readonly WorkspaceRole[];
  readonly userId: string;
}

type OfStorage = Pick<Storage, 'openUnit' | 'pool' | 'reads'>;

/** The loaders of what AI took and may take, by the id of a bot or a workspace. */
function openAiLoaders(pool: OfStorage['pool']) {
  return {
    aiUsage: new DataLoader((ids: readonly string[]) => findAiUsage(pool, ids)),
    /** The months of a workspace, the newest first. */
    aiMonths: new DataLoader((ids: readonly string[]) => findAiMonths(pool, ids)),
    /** The limits that people of the workspace set. */
    aiLimits: new DataLoader((ids: readonly string[]) => findAiBudgets(pool, ids)),
  };
}

/** Opens the loaders of one operation. Each batch has a unit of its own. */
export function openLoaders({ openUnit, pool, reads }: OfStorage) {
  return {
    ...openPageLoaders(openUnit, reads),
    ...openNodes(openUnit),
    ...openViewLoaders(openUnit),
    ...openBotTestLoaders(openUnit),
    ...openTestScheduleLoaders(openUnit),
    ...openSegmentLoaders(openUnit),
    ...openStageLoaders(openUnit),
    ...openSplitLoaders(openUnit),
    ...openMessengerChannelLoaders(openUnit),
    ...openResultLoaders({ openUnit, pool, reads }),
    ...openAiLoaders(pool),
    ...openChatLoaders({ openUnit, pool, reads }),
    isKnown: openAcquaintances(openUnit),
    ...openPersonLoaders(openUnit),
    ...openWorkspaceLists(openUnit),
    ...openBotLists(openUnit),
    /** By bot id. */
    draft: mustHave((ids) => findDrafts(openUnit(), ids)),
    /** By bot id: whether the draft differs from the live version. */
    isUnpublished: new DataLoader(async (ids: readonly string[]) => {
      const unpublished = await findUnpublished(openUnit(), ids);
      return ids.map((id) => unpublished.has(id));
    }),
    /** By flow id. */
    definition: mustHave((ids) => findDefinitions(openUnit(), ids)),
    subfolders: listBy('parentFolderId', (ids) => findSubfolders(openUnit(), ids)),
    /** The bytes of the files of a workspace. */
    storageUsed: new DataLoader(async (ids: readonly string[]) => {
      const sums = await sumFiles(pool, ids);
      return ids.map((id) => sums.get(id) ?? 0);
    }),
    /** By folder id. */
    botsCount: new DataLoader(async (ids: readonly string[]) => {
      const counts = await countBotsIn(openUnit(), ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }),
  };
}

/** Loaders of one record by its id, of any workspace or bot. */
function openNodes(openUnit: () => Unit) {
  const of = <T extends { readonly id: string }>(type: EntityClass<T>) =>
    byId((ids) => openUnit().find(type, where<T>({ id: { $in: ids } })));
  return {
    workspace: of(Workspace),
    folder: of(Folder),
    user: of(User),
    /** Only for ids in a bot that the caller may read. */
    version: of(BotVersion),
    /** Also archived ones; only for ids in a version that the caller may read. */
    bot: of(Bot),
    botTest: of(BotTest),
    resultsView: of(ResultsView),
    chatsView: of(ChatsView),
    cannedReply: of(CannedReply),
    themeTemplate: of(ThemeTemplate),
    result: of(Result),
    job: of(ExportJob),
    customDomain: of(CustomDomain),
    signIn: byId((ids) => findSignIns(openUnit(), ids)),
    apiToken: of(ApiToken),
    invitation: of(Invitation),
    /** With their sealed secrets. */
    sealedCredentials: byId((ids) => findSealedOf(openUnit(), ids)),
    oneCredentials: of(Credentials),
    webhook: of(Webhook),
    webhookDelivery: of(WebhookDelivery),
  };
}

function openResultLoaders({ openUnit, reads }: OfStorage) {
  return {
    answersOfResult: new DataLoader(async (results: readonly Result[]) => {
      const answers = await reads.read((at) => findAnswers(at, results));
      return results.map((result) => answers.get(result.id) ?? []);
    }),
    /** The uploads that were sent in the chats of a result. */
    filesOfResult: listBy('resultId', (ids) => findSentFiles(openUnit(), ids)),
  };
}

function openWorkspaceLists(openUnit: () => Unit) {
  return {
    credentials: listBy('workspaceId', (ids) => listCredentials(openUnit(), ids)),
    allFolders: listBy('workspaceId', (ids) => listFolders(openUnit(), ids)),
    rootFolders: listBy('workspaceId', (ids) => listRootFolders(openUnit(), ids)),
    themeTemplates: listBy('workspaceId', (ids) => listThemeTemplates(openUnit(), ids)),
    cannedReplies: listBy('workspaceId', (ids) => listCannedReplies(openUnit(), ids)),
    customDomains: listBy('workspaceId', (ids) => listCustomDomains(openUnit(), ids)),
    webhooks: listBy('workspaceId', (ids) => listWebhooks(openUnit(), ids)),
    members: listBy('workspaceId', (ids) => listMembers(openUnit(), ids)),
    invitations: listBy('workspaceId', (ids) =>
      listInvitations(openUnit(), { workspaceId: { $in: ids } }),
    ),
  };
}

function openBotLists(openUnit: () => Unit) {
  return {
    /** By credentials id: the ids of the bots that use them. */
    usersOfCredentials: new DataLoader(async (ids: readonly string[]) => {
      const uses = await findUses(openUnit(), ids);
      return ids.map((id) =>
        uses.flatMap(({ credentialsId, botId }) => (credentialsId === id ? [botId] : [])),
      );
    }),
    collaborators: listBy('botId', (ids) => listCollaborators(openUnit(), ids)),
    botInvitations: listBy('botId', (ids) => listInvitations(openUnit(), { botId: { $in: ids } })),
  };
}

/** Loads lists by the id of their owner; `parent` is the member that holds that id. */
function listBy<Parent extends string, T extends Readonly<Record<Parent, string | null>>>(
  parent: Parent,
  find: (ids: string[]) => Promise<T[]>,
): DataLoader<string, T[]> {
  return new DataLoader(async (ids) => {
    const lists = new Map<string | null, T[]>(ids.map((id) => [id, []]));
    for (const thing of await find([...ids])) lists.get(thing[parent])?.push(thing);
    return ids.map((id) => lists.get(id) ?? []);
  });
}

function openPersonLoaders(openUnit: () => Unit) {
  return {
    /** The permissions of a person on a bot. */
    place: ofPerson(
      ({ botId }: OfPerson<'botId'>) => botId,
      (userId, ids) => findMemberships(openUnit(), userId, ids),
    ),
    /** The role of a person in a workspace. */
    role: ofPerson(
      ({ workspaceId }: OfPerson<'workspaceId'>) => workspaceId,
      (userId, ids) => findRoles(openUnit(), userId, ids),
    ),
  };
}

type OfPerson<Key extends string> = Readonly<Record<Key | 'userId', string>>;

/** Loads memberships by `idOf`; all loads are for the same person. */
function ofPerson<Key extends { readonly userId: string }, T>(
  idOf: (key: Key) => string,
  find: (userId: string, ids: string[]) => Promise<ReadonlyMap<string, T>>,
): DataLoader<Key, T | undefined, string> {
  return new DataLoader<Key, T | undefined, string>(
    async (keys) => {
      const ids = keys.map(idOf);
      const found = await find(keys[0]?.userId ?? '', ids);
      return ids.map((id) => found.get(id));
    },
    { cacheKeyFn: idOf },
  );
}

/** Whether `by`, with one of these roles, is in a workspace with `userId`. */
function openAcquaintances(openUnit: () => Unit) {
  return new DataLoader<KnownUser, boolean, string>(
    async (pairs) => {
      const [{ by: userId, roles } = { by: '', roles: [] }] = pairs;
      const among = pairs.map((pair) => pair.userId);
      const known = await findKnown(openUnit(), { userId, roles, among });
      return pairs.map((pair) => known.has(pair.userId));
    },
    { cacheKeyFn: ({ userId }) => userId },
  );
}

function byId<T extends { readonly id: string }>(
  find: (ids: string[]) => Promise<T[]>,
): DataLoader<string, T | undefined> {
  return new DataLoader(async (ids) => {
    const found = new Map((await find([...ids])).map((thing) => [thing.id, thing]));
    return ids.map((id) => found.get(id));
  });
}

/** Loads items that exist unless they were deleted a moment ago; a missing one is an error. */
function mustHave<T>(
  find: (ids: readonly string[]) => Promise<Map<string, T>>,
): DataLoader<string, T> {
  return new DataLoader(async (ids) => {
    const found = await find(ids);
    return ids.map((id) => found.get(id) ?? new Error(`${id} is not stored`));
  });
}
