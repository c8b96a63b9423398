import DataLoader from 'dataloader';
import type { BotVersion } from '../schema/bot.js';
import type { Chat } from '../schema/chat.js';
import type { File } from '../schema/file.js';
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
  type Totals,
} from './counts.js';
import {
  countBlocksByDay,
  countResultsByDay,
  type DaysQuery,
  type DayTotals,
} from './countsByDay.js';
import { listFiles, type FileHolder, type FileQuery } from './fileLists.js';
import { listExports } from './jobs.js';
import type { Unit } from './orm.js';
import type { Page, Place, Slice } from './page.js';
import type { Queryable, Reads } from './reads.js';
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
type BotsPage = Slicing<BotsOfAny & { readonly by: BotColumn }, Place>;
type Loader<Query, T> = DataLoader<Asked<Query>, T, string>;

/** Reads one kind of count of several bots or workspaces. */
type CountReader<Query, T> = (
  at: Queryable,
  ids: readonly string[],
  query: Query,
) => Promise<ReadonlyMap<string, T>>;

const NO_ROWS: Page<never, never> = { rows: [], hasNextPage: false, hasPreviousPage: false };

/** Opens the loaders of queries with arguments: pages of lists, and counts; by bot id unless another is named. */
export function openPageLoaders(openUnit: () => Unit, { read }: Reads) {
  return {
    ...openCountLoaders(read),
    versions: batched((ids, query: VersionQuery) => listVersions(openUnit(), ids, query), NO_ROWS),
    changes: batched(
      (ids, query: Slicing<ChangesBy, number>) => listChanges(openUnit(), ids, query),
      NO_ROWS,
    ),
    versionBefore: new DataLoader<BotVersion, BotVersion | undefined, string>(
      async (versions) => {
        const found = await findVersionsBefore(openUnit(), versions);
        return versions.map(({ id }) => found.get(id));
      },
      { cacheKeyFn: ({ id }) => id },
    ),
    ...openResultPages(read),
    ...openListLoaders(openUnit),
    /** By workspace id, like `botsIn`. */
    bots: batched((ids, { by, slice, ...query }: BotsPage) => {
      const queries = ids.map((workspaceId) => ({ workspaceId, ...query }));
      return listBots(openUnit(), queries, { by, slice });
    }, NO_ROWS),
    botsIn: batched((ids, query: BotsOfAny) => {
      const queries = ids.map((workspaceId) => ({ workspaceId, ...query }));
      return countBots(openUnit(), queries);
    }),
    ...openChatPages(read),
  };
}

function openCountLoaders(read: Reads['read']) {
  const counted = <Query, T>(count: CountReader<Query, T>) =>
    batched<Query, T>((ids, query) => read((at) => count(at, ids, query)));
  return {
    totals: counted<CountQuery, Totals>(countResults),
    totalsByFlow: counted(countByFlow),
    totalsByDay: counted<DaysQuery, DayTotals[]>(countResultsByDay),
    blocksByDay: counted(countBlocksByDay),
    /** By workspace id, like `totalsByDayIn`. */
    totalsIn: counted((at, ids, query: TimeWindow) =>
      countResults(at, ids, { ...query, owner: 'workspace' }),
    ),
    totalsByDayIn: counted((at, ids, query: Omit<DaysQuery, 'flows'>) =>
      countResultsByDay(at, ids, { ...query, owner: 'workspace' }),
    ),
    answerTimes: counted(countAnswerTimes),
    segmentCounts: counted(countSegments),
    parts: counted(countParts),
  };
}

function openResultPages(read: Reads['read']) {
  return {
    results: batched((ids, { slice, ...filter }: Slicing<ResultsOfAny, ResultPosition>) => {
      const filters = ids.map((botId) => ({ botId, ...filter }));
      return read((at) => listResultsOfEach(at, filters, slice));
    }, NO_ROWS),
    resultsCount: batched((ids, filter: ResultsOfAny) => {
      const filters = ids.map((botId) => ({ botId, ...filter }));
      return read((at) => countListed(at, filters));
    }),
  };
}

/** By workspace id, and by bot id. */
function openChatPages(read: Reads['read']) {
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

function openListLoaders(openUnit: () => Unit) {
  const files = (of: FileHolder) =>
    batched<FileQuery, Page<File>>(
      (ids, query) => listFiles(openUnit(), { of, ids }, query),
      NO_ROWS,
    );
  return {
    /** The uploads of members for a bot. */
    filesOfBot: files('botId'),
    /** The uploads of members for no bot, by workspace id. */
    filesOfWorkspace: files('workspaceId'),
    exportsOfBot: batched(
      (ids, slice: Slice<string>) => listExports(openUnit(), ids, slice),
      NO_ROWS,
    ),
    /** By webhook id. */
    webhookDeliveries: batched(
      (ids, slice: Slice<number>) => listDeliveries(openUnit(), ids, slice),
      NO_ROWS,
    ),
    /** By workspace id. */
    auditEntries: batched(
      (ids, query: Slicing<AuditFilter, number>) => listAuditEntries(openUnit(), ids, query),
      NO_ROWS,
    ),
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
