import DataLoader from 'dataloader';
import type { AuditEntry } from '../schema/auditEntry.js';
import type { Bot, BotVersion } from '../schema/bot.js';
import type { BotChange } from '../schema/botChange.js';
import type { ExportJob } from '../schema/exportJob.js';
import type { Chat } from '../schema/chat.js';
import type { File } from '../schema/file.js';
import type { Result } from '../schema/result.js';
import type { WebhookDelivery } from '../schema/webhookDelivery.js';
import { listAuditEntries, type AuditFilter } from './audit.js';
import { listChanges, type ChangesBy } from './botChanges.js';
import {
  countBots,
  findVersionsBefore,
  listBots,
  listVersions,
  type BotColumn,
  type BotQuery,
  type VersionQuery,
} from './botLists.js';
import {
  countChats,
  listChats,
  type ChatPosition,
  type ChatsOwner,
  type ChatsQuery,
} from './chats.js';
import {
  countAnswerTimes,
  countByFlow,
  countParts,
  countResults,
  countSegments,
  type CountQuery,
  type FlowTotals,
  type PartCount,
  type Totals,
} from './counts.js';
import {
  countBlocksByDay,
  countResultsByDay,
  type BlocksByDay,
  type DayPartCount,
  type DaysQuery,
  type DayTotals,
} from './countsByDay.js';
import { listFiles, type FileHolder, type FileQuery } from './fileLists.js';
import { listExports } from './jobs.js';
import type { Unit } from './orm.js';
import type { Page, Place, Slice } from './page.js';
import type { Reads } from './reads.js';
import type { TimeWindow } from './timeWindow.js';
import type { ResultFilter, ResultPosition } from './resultFilter.js';
import { countListed, listResultsOfEach } from './results.js';
import { listDeliveries } from './webhooks.js';

/** A query about one bot, workspace or webhook. The same query about several of them is one statement. */
export interface Asked<Query> {
  /** The id of the bot, workspace or webhook. */
  readonly of: string;
  readonly query: Query;
}

/** A filter of results of any bot. */
export type ResultsOfAny = Omit<ResultFilter, 'botId'>;

/** A filter of bots of any workspace. */
export type BotsOfAny = Omit<BotQuery, 'workspaceId'>;

type Slicing<Query, Key> = Query & { readonly slice: Slice<Key> };
type Loader<Query, T> = DataLoader<Asked<Query>, T, string>;

/** Loaders of queries with arguments: pages of lists, and counts. */
export interface PageLoaders {
  /** By bot id, like all that follow unless another is named. */
  readonly totals: Loader<CountQuery, Totals>;
  readonly totalsByFlow: Loader<CountQuery, FlowTotals[]>;
  readonly totalsByDay: Loader<DaysQuery, DayTotals[]>;
  readonly blocksByDay: Loader<BlocksByDay, DayPartCount[]>;
  readonly parts: Loader<CountQuery, PartCount[]>;
  readonly answerTimes: Loader<CountQuery, PartCount[]>;
  readonly segmentCounts: Loader<CountQuery, PartCount[]>;
  readonly versions: Loader<VersionQuery, Page<BotVersion>>;
  readonly changes: Loader<Slicing<ChangesBy, number>, Page<BotChange>>;
  readonly versionBefore: DataLoader<BotVersion, BotVersion | undefined, string>;
  readonly results: Loader<Slicing<ResultsOfAny, ResultPosition>, Page<Result, ResultPosition>>;
  readonly resultsCount: Loader<ResultsOfAny, number | null>;
  /** The uploads of members for a bot, by its id. */
  readonly filesOfBot: Loader<FileQuery, Page<File>>;
  /** The uploads of members for no bot, by workspace id. */
  readonly filesOfWorkspace: Loader<FileQuery, Page<File>>;
  /** By webhook id. */
  readonly webhookDeliveries: Loader<Slice<number>, Page<WebhookDelivery>>;
  readonly exportsOfBot: Loader<Slice<string>, Page<ExportJob>>;
  /** By workspace id, like those that follow. */
  readonly totalsIn: Loader<TimeWindow, Totals>;
  readonly totalsByDayIn: Loader<Omit<DaysQuery, 'flows'>, DayTotals[]>;
  readonly auditEntries: Loader<Slicing<AuditFilter, number>, Page<AuditEntry>>;
  readonly bots: Loader<Slicing<BotsOfAny & { readonly by: BotColumn }, Place>, Page<Bot>>;
  readonly botsIn: Loader<BotsOfAny, number | null>;
  /** By workspace id, and by bot id. */
  readonly chatsIn: Loader<Slicing<ChatsQuery, ChatPosition>, Page<Chat>>;
  readonly chatsOfBot: Loader<Slicing<ChatsQuery, ChatPosition>, Page<Chat>>;
  readonly chatsCountIn: Loader<ChatsQuery, number | null>;
  readonly chatsCountOfBot: Loader<ChatsQuery, number | null>;
}

const NO_ROWS: Page<never, never> = { rows: [], hasNextPage: false, hasPreviousPage: false };

/** Opens the loaders of one operation. */
export function openPageLoaders(openUnit: () => Unit, { read }: Reads): PageLoaders {
  return {
    totals: batched((ids, query) => read((at) => countResults(at, ids, query))),
    totalsByFlow: batched((ids, query) => read((at) => countByFlow(at, ids, query))),
    totalsByDay: batched((ids, query) => read((at) => countResultsByDay(at, ids, query))),
    blocksByDay: batched((ids, query) => read((at) => countBlocksByDay(at, ids, query))),
    totalsIn: batched((ids, query) =>
      read((at) => countResults(at, ids, { ...query, owner: 'workspace' })),
    ),
    totalsByDayIn: batched((ids, query) =>
      read((at) => countResultsByDay(at, ids, { ...query, owner: 'workspace' })),
    ),
    answerTimes: batched((ids, query) => read((at) => countAnswerTimes(at, ids, query))),
    segmentCounts: batched((ids, query) => read((at) => countSegments(at, ids, query))),
    parts: batched((ids, query) => read((at) => countParts(at, ids, query))),
    versions: batched((ids, query) => listVersions(openUnit(), ids, query), NO_ROWS),
    changes: batched((ids, query) => listChanges(openUnit(), ids, query), NO_ROWS),
    versionBefore: new DataLoader(
      async (versions) => {
        const found = await findVersionsBefore(openUnit(), versions);
        return versions.map(({ id }) => found.get(id));
      },
      { cacheKeyFn: ({ id }) => id },
    ),
    ...openResultPages(read),
    ...openListLoaders(openUnit),
    bots: batched((ids, { by, slice, ...query }) => {
      const queries = ids.map((workspaceId) => ({ workspaceId, ...query }));
      return listBots(openUnit(), queries, { by, slice });
    }, NO_ROWS),
    botsIn: batched((ids, query) => {
      const queries = ids.map((workspaceId) => ({ workspaceId, ...query }));
      return countBots(openUnit(), queries);
    }),
    ...openChatPages(read),
  };
}

function openResultPages(read: Reads['read']): Pick<PageLoaders, 'results' | 'resultsCount'> {
  return {
    results: batched((ids, { slice, ...filter }) => {
      const filters = ids.map((botId) => ({ botId, ...filter }));
      return read((at) => listResultsOfEach(at, filters, slice));
    }, NO_ROWS),
    resultsCount: batched((ids, filter) => {
      const filters = ids.map((botId) => ({ botId, ...filter }));
      return read((at) => countListed(at, filters));
    }),
  };
}

function openChatPages(
  read: Reads['read'],
): Pick<PageLoaders, 'chatsIn' | 'chatsOfBot' | 'chatsCountIn' | 'chatsCountOfBot'> {
  const chats = (owner: ChatsOwner) =>
    batched<Slicing<ChatsQuery, ChatPosition>, Page<Chat>>(
      (ids, { slice, ...query }) => read((at) => listChats(at, { owner, ids, query }, slice)),
      NO_ROWS,
    );
  const count = (owner: ChatsOwner) =>
    batched<ChatsQuery, number | null>((ids, query) =>
      read((at) => countChats(at, { owner, ids, query })),
    );
  return {
    chatsIn: chats('workspace_id'),
    chatsOfBot: chats('bot_id'),
    chatsCountIn: count('workspace_id'),
    chatsCountOfBot: count('bot_id'),
  };
}

function openListLoaders(
  openUnit: () => Unit,
): Pick<
  PageLoaders,
  'filesOfBot' | 'filesOfWorkspace' | 'webhookDeliveries' | 'auditEntries' | 'exportsOfBot'
> {
  const files = (of: FileHolder) =>
    batched<FileQuery, Page<File>>(
      (ids, query) => listFiles(openUnit(), { of, ids }, query),
      NO_ROWS,
    );
  return {
    filesOfBot: files('botId'),
    filesOfWorkspace: files('workspaceId'),
    exportsOfBot: batched((ids, slice) => listExports(openUnit(), ids, slice), NO_ROWS),
    webhookDeliveries: batched((ids, slice) => listDeliveries(openUnit(), ids, slice), NO_ROWS),
    auditEntries: batched((ids, query) => listAuditEntries(openUnit(), ids, query), NO_ROWS),
  };
}

/** Loads with one call for each distinct query; `none` is the value of ids for which nothing was found. */
function batched<Query, T>(
  find: (ids: string[], query: Query) => Promise<ReadonlyMap<string, T>>,
  none?: T,
): Loader<Query, T> {
  return new DataLoader(
    async (keys) => {
      const groups = [...groupsOf(keys)].map(
        async ([text, { query, ids }]) => [text, await find(ids, query)] as const,
      );
      const answers = new Map(await Promise.all(groups));
      return keys.map(({ of, query }) => {
        const answer = answers.get(textOf(query))?.get(of);
        return answer !== undefined ? answer : (none ?? new Error(`Nothing was read of ${of}`));
      });
    },
    { cacheKeyFn: ({ of, query }) => `${of} ${textOf(query)}` },
  );
}

/** The ids of each distinct query, by `textOf`. */
function groupsOf<Query>(
  keys: readonly Asked<Query>[],
): Map<string, { readonly query: Query; readonly ids: string[] }> {
  const groups = new Map<string, { readonly query: Query; readonly ids: string[] }>();
  for (const { of, query } of keys) {
    const group = groups.get(textOf(query));
    if (group) group.ids.push(of);
    else groups.set(textOf(query), { query, ids: [of] });
  }
  return groups;
}

/** Queries are plain data of texts, numbers and dates. */
function textOf(query: unknown): string {
  return JSON.stringify(query);
}
