import DataLoader from 'dataloader';
import type { Pool } from 'pg';
import type { FlowDefinition } from '../engine/index.js';
import type { AiLimits } from '../schema/aiBudget.js';
import type { AiUsage } from '../schema/aiUsage.js';
import type { Answer } from '../schema/answer.js';
import { ApiToken } from '../schema/apiToken.js';
import { Bot, BotVersion } from '../schema/bot.js';
import type { File } from '../schema/file.js';
import { Folder } from '../schema/folder.js';
import { ExportJob } from '../schema/exportJob.js';
import { Result } from '../schema/result.js';
import type { SignIn } from '../schema/signIn.js';
import { User } from '../schema/user.js';
import { Webhook } from '../schema/webhook.js';
import { WebhookDelivery } from '../schema/webhookDelivery.js';
import { Workspace } from '../schema/workspace.js';
import type { Collaborator } from '../schema/collaborator.js';
import { Credentials } from '../schema/credentials.js';
import { CustomDomain } from '../schema/customDomain.js';
import { Invitation } from '../schema/invitation.js';
import type { Member } from '../schema/member.js';
import { CannedReply } from '../schema/cannedReply.js';
import { ThemeTemplate } from '../schema/themeTemplate.js';
import { findAiBudgets, findAiMonths, findAiUsage } from './aiUsage.js';
import { openChatLoaders, type ChatLoaders } from './chatLoaders.js';
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
import { findKnown, findMemberships, findRoles, type Membership } from './memberships.js';
import { openPageLoaders, type PageLoaders } from './pageLoaders.js';
import { findAnswers } from './results.js';
import { openBotTestLoaders, type BotTestLoaders } from './botTests.js';
import { openTestScheduleLoaders, type TestScheduleLoaders } from './testSchedules.js';
import { openMessengerChannelLoaders, type MessengerChannelLoaders } from './messengerChannels.js';
import { openSplitLoaders, type SplitLoaders } from './splits.js';
import { openStageLoaders, type StageLoaders } from './stages.js';
import { openSegmentLoaders, type SegmentLoaders } from './segments.js';
import { openViewLoaders } from './savedViews.js';
import { listCannedReplies } from './cannedReplies.js';
import { listThemeTemplates } from './themeTemplates.js';
import { listWebhooks } from './webhooks.js';

/** Loaders that batch, so that a list costs one statement instead of one for each row. */
export interface Loaders
  extends
    PageLoaders,
    ReturnType<typeof openViewLoaders>,
    BotTestLoaders,
    TestScheduleLoaders,
    SegmentLoaders,
    StageLoaders,
    SplitLoaders,
    MessengerChannelLoaders,
    ChatLoaders {
  readonly answersOfResult: DataLoader<Result, Answer[]>;
  readonly workspace: DataLoader<string, Workspace | undefined>;
  readonly folder: DataLoader<string, Folder | undefined>;
  readonly user: DataLoader<string, User | undefined>;
  /** Whether `by`, with one of these roles, is in a workspace with `userId`. */
  readonly isKnown: DataLoader<KnownUser, boolean, string>;
  /** The permissions of a person on a bot; all loads of one operation are for the same person. */
  readonly place: DataLoader<{ userId: string; botId: string }, Membership | undefined, string>;
  /** The role of a person in a workspace; all loads of one operation are for the same person. */
  readonly role: DataLoader<
    { userId: string; workspaceId: string },
    WorkspaceRole | undefined,
    string
  >;
  /** By workspace id, like the lists that follow. */
  readonly credentials: DataLoader<string, Credentials[]>;
  readonly allFolders: DataLoader<string, Folder[]>;
  readonly rootFolders: DataLoader<string, Folder[]>;
  readonly themeTemplates: DataLoader<string, ThemeTemplate[]>;
  readonly cannedReplies: DataLoader<string, CannedReply[]>;
  readonly customDomains: DataLoader<string, CustomDomain[]>;
  readonly members: DataLoader<string, Member[]>;
  readonly invitations: DataLoader<string, Invitation[]>;
  readonly webhooks: DataLoader<string, Webhook[]>;
  /** By bot id. */
  readonly collaborators: DataLoader<string, Collaborator[]>;
  readonly botInvitations: DataLoader<string, Invitation[]>;
  /** By id, of any workspace or bot, like those that follow; permissions are not checked. */
  readonly themeTemplate: DataLoader<string, ThemeTemplate | undefined>;
  readonly cannedReply: DataLoader<string, CannedReply | undefined>;
  readonly result: DataLoader<string, Result | undefined>;
  readonly job: DataLoader<string, ExportJob | undefined>;
  readonly customDomain: DataLoader<string, CustomDomain | undefined>;
  readonly apiToken: DataLoader<string, ApiToken | undefined>;
  readonly signIn: DataLoader<string, SignIn | undefined>;
  readonly invitation: DataLoader<string, Invitation | undefined>;
  readonly oneCredentials: DataLoader<string, Credentials | undefined>;
  readonly webhook: DataLoader<string, Webhook | undefined>;
  readonly webhookDelivery: DataLoader<string, WebhookDelivery | undefined>;
  /** By version id; permissions are not checked: only for ids in a bot that the caller may read. */
  readonly version: DataLoader<string, BotVersion | undefined>;
  /** By bot id, also archived bots; permissions are not checked: only for ids in a version that the caller may read. */
  readonly bot: DataLoader<string, Bot | undefined>;
  /** By bot id. */
  readonly draft: DataLoader<string, FlowDefinition>;
  /** By bot id: whether the draft differs from the live version. */
  readonly isUnpublished: DataLoader<string, boolean>;
  /** By flow id. */
  readonly definition: DataLoader<string, FlowDefinition>;
  /** By folder id. */
  readonly subfolders: DataLoader<string, Folder[]>;
  /** By credentials id: the ids of the bots that use them. */
  readonly usersOfCredentials: DataLoader<string, string[]>;
  /** Credentials with their sealed secrets. */
  readonly sealedCredentials: DataLoader<string, Credentials | undefined>;
  /** By the id of a bot or a workspace. */
  readonly aiUsage: DataLoader<string, AiUsage>;
  /** By the id of a workspace: its months, the newest first. */
  readonly aiMonths: DataLoader<string, AiUsage[]>;
  /** By the id of a bot or a workspace: the limits that people of the workspace set. */
  readonly aiLimits: DataLoader<string, AiLimits>;
  /** By folder id. */
  readonly botsCount: DataLoader<string, number>;
  /** By result id: the uploads that were sent in its chats. */
  readonly filesOfResult: DataLoader<string, File[]>;
  /** By workspace id: the bytes of its files. */
  readonly storageUsed: DataLoader<string, number>;
}

/** Whether one person may see another; all loads of one operation are for the same person. */
export interface KnownUser {
  readonly by: string;
  readonly roles: readonly WorkspaceRole[];
  readonly userId: string;
}

type OfStorage = Pick<Storage, 'openUnit' | 'pool' | 'reads'>;

/** The loaders of what AI took and may take. */
function openAiLoaders(
  pool: OfStorage['pool'],
): Pick<Loaders, 'aiUsage' | 'aiMonths' | 'aiLimits'> {
  return {
    aiUsage: new DataLoader((ids) => findAiUsage(pool, ids)),
    aiMonths: new DataLoader((ids) => findAiMonths(pool, ids)),
    aiLimits: new DataLoader((ids) => findAiBudgets(pool, ids)),
  };
}

/** Opens the loaders of one operation. Each batch has a unit of its own. */
export function openLoaders({ openUnit, pool, reads }: OfStorage): Loaders {
  return {
    ...openPageLoaders(openUnit, reads),
    ...openNodes(openUnit),
    ...openFileLoaders(openUnit, pool),
    ...openAiLoaders(pool),
    answersOfResult: new DataLoader(async (results) => {
      const answers = await reads.read((at) => findAnswers(at, results));
      return results.map((result) => answers.get(result.id) ?? []);
    }),
    ...openChatLoaders({ openUnit, pool, reads }),
    workspace: byId((ids) => openUnit().find(Workspace, { id: { $in: ids } })),
    folder: byId((ids) => openUnit().find(Folder, { id: { $in: ids } })),
    user: byId((ids) => openUnit().find(User, { id: { $in: ids } })),
    isKnown: openAcquaintances(openUnit),
    ...openPersonLoaders(openUnit),
    ...openWorkspaceLists(openUnit),
    ...openBotLists(openUnit),
    version: byId((ids) => openUnit().find(BotVersion, { id: { $in: ids } })),
    bot: byId((ids) => openUnit().find(Bot, { id: { $in: ids } })),
    draft: mustHave((ids) => findDrafts(openUnit(), ids)),
    isUnpublished: new DataLoader(async (ids) => {
      const unpublished = await findUnpublished(openUnit(), ids);
      return ids.map((id) => unpublished.has(id));
    }),
    definition: mustHave((ids) => findDefinitions(openUnit(), ids)),
    subfolders: listBy('parentFolderId', (ids) => findSubfolders(openUnit(), ids)),
    usersOfCredentials: new DataLoader(async (ids) => {
      const uses = await findUses(openUnit(), ids);
      return ids.map((id) =>
        uses.flatMap(({ credentialsId, botId }) => (credentialsId === id ? [botId] : [])),
      );
    }),
    botsCount: new DataLoader(async (ids) => {
      const counts = await countBotsIn(openUnit(), ids);
      return ids.map((id) => counts.get(id) ?? 0);
    }),
  };
}

function openNodes(openUnit: () => Unit) {
  return {
    ...openViewLoaders(openUnit),
    ...openBotTestLoaders(openUnit),
    ...openTestScheduleLoaders(openUnit),
    ...openSegmentLoaders(openUnit),
    ...openStageLoaders(openUnit),
    ...openSplitLoaders(openUnit),
    ...openMessengerChannelLoaders(openUnit),
    cannedReply: byId((ids) => openUnit().find(CannedReply, { id: { $in: ids } })),
    themeTemplate: byId((ids) => openUnit().find(ThemeTemplate, { id: { $in: ids } })),
    result: byId((ids) => openUnit().find(Result, { id: { $in: ids } })),
    job: byId((ids) => openUnit().find(ExportJob, { id: { $in: ids } })),
    customDomain: byId((ids) => openUnit().find(CustomDomain, { id: { $in: ids } })),
    signIn: byId((ids) => findSignIns(openUnit(), ids)),
    apiToken: byId((ids) => openUnit().find(ApiToken, { id: { $in: ids } })),
    invitation: byId((ids) => openUnit().find(Invitation, { id: { $in: ids } })),
    sealedCredentials: byId((ids) => findSealedOf(openUnit(), ids)),
    oneCredentials: byId((ids) => openUnit().find(Credentials, { id: { $in: ids } })),
    webhook: byId((ids) => openUnit().find(Webhook, { id: { $in: ids } })),
    webhookDelivery: byId((ids) => openUnit().find(WebhookDelivery, { id: { $in: ids } })),
  };
}

function openFileLoaders(
  openUnit: () => Unit,
  pool: Pool,
): Pick<Loaders, 'filesOfResult' | 'storageUsed'> {
  return {
    filesOfResult: listBy('resultId', (ids) => findSentFiles(openUnit(), ids)),
    storageUsed: new DataLoader(async (ids) => {
      const sums = await sumFiles(pool, ids);
      return ids.map((id) => sums.get(id) ?? 0);
    }),
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

function openPersonLoaders(openUnit: () => Unit): Pick<Loaders, 'place' | 'role'> {
  return {
    place: ofPerson(
      ({ botId }) => botId,
      (userId, ids) => findMemberships(openUnit(), userId, ids),
    ),
    role: ofPerson(
      ({ workspaceId }) => workspaceId,
      (userId, ids) => findRoles(openUnit(), userId, ids),
    ),
  };
}

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

function openAcquaintances(openUnit: () => Unit): Loaders['isKnown'] {
  return new DataLoader(
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
