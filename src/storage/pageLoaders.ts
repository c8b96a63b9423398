import DataLoader from 'dataloader';
import type { Bot, BotVersion } from '../schema/bot.js';
import type { BotChange } from '../schema/botChange.js';
import type { File } from '../schema/file.js';
import type { Result } from '../schema/result.js';
import type { WebhookDelivery } from '../schema/webhookDelivery.js';
import { listChanges, type ChangesBy } from './botChanges.js';
import {
  countBots,
  findVersionsBefore,
  listBots,
  listVersions,
  type BotQuery,
} from './botLists.js';
import {
  countParts,
  countResults,
  countResultsByDay,
  type CountQuery,
  type DayTotals,
  type PartCount,
  type Totals,
} from './counts.js';
import { listFiles, type FileHolder } from './files.js';
import type { Unit } from './orm.js';
import type { Page, Slice } from './page.js';
import type { Reads } from './reads.js';
import type { ResultFilter, ResultPosition } from './resultFilter.js';
import { countListed, listResultsOfEach } from './results.js';
import { listDeliveries } from './webhooks.js';

/** What is asked of one thing. Of several things the same is asked with one statement. */
export interface Asked<Query> {
  /** The id of the bot or workspace. */
  readonly of: string;
  readonly query: Query;
}

/** Which results of a bot, whatever bot it is. */
export type ResultsOfAny = Omit<ResultFilter, 'botId'>;

/** Which bots of a workspace, whatever workspace it is. */
export type BotsOfAny = Omit<BotQuery, 'workspaceId'>;

type Slicing<Query, Key> = Query & { readonly slice: Slice<Key> };
type Loader<Query, T> = DataLoader<Asked<Query>, T, string>;

/** Loaders of what is asked with arguments: pages of lists, and counts. */
export interface PageLoaders {
  /** By bot id, like all that follow but the last four. */
  readonly totals: Loader<CountQuery, Totals>;
  readonly totalsByDay: Loader<CountQuery & { readonly timeZone: string }, DayTotals[]>;
  readonly parts: Loader<CountQuery, PartCount[]>;
  readonly versions: Loader<Slice<number>, Page<BotVersion>>;
  readonly changes: Loader<Slicing<ChangesBy, number>, Page<BotChange>>;
  readonly versionBefore: DataLoader<BotVersion, BotVersion | undefined, string>;
  readonly results: Loader<Slicing<ResultsOfAny, ResultPosition>, Page<Result, ResultPosition>>;
  readonly resultsCount: Loader<ResultsOfAny, number | null>;
  /** What members uploaded, by the id of the bot. */
  readonly filesOfBot: Loader<Slice<string>, Page<File>>;
  /** What they uploaded for no bot, by the id of the workspace. */
  readonly filesOfWorkspace: Loader<Slice<string>, Page<File>>;
  /** By webhook id. */
  readonly webhookDeliveries: Loader<Slice<number>, Page<WebhookDelivery>>;
  /** By workspace id. */
  readonly bots: Loader<Slicing<BotsOfAny, string>, Page<Bot>>;
  readonly botsIn: Loader<BotsOfAny, number | null>;
}

const NO_ROWS: Page<never, never> = { rows: [], hasNextPage: false, hasPreviousPage: false };

/** Opens these loaders for one operation. */
export function openPageLoaders(openUnit: () => Unit, { read }: Reads): PageLoaders {
  const files = (of: FileHolder) =>
    asked<Slice<string>, Page<File>>(
      (ids, slice) => listFiles(openUnit(), { of, ids }, slice),
      NO_ROWS,
    );
  return {
    totals: asked((ids, query) => read((at) => countResults(at, ids, query))),
    totalsByDay: asked((ids, query) => read((at) => countResultsByDay(at, ids, query))),
    parts: asked((ids, query) => read((at) => countParts(at, ids, query))),
    versions: asked((ids, slice) => listVersions(openUnit(), ids, slice), NO_ROWS),
    changes: asked((ids, query) => listChanges(openUnit(), ids, query), NO_ROWS),
    versionBefore: new DataLoader(
      async (versions) => {
        const found = await findVersionsBefore(openUnit(), versions);
        return versions.map(({ id }) => found.get(id));
      },
      { cacheKeyFn: ({ id }) => id },
    ),
    results: asked((ids, { slice, ...filter }) => {
      const filters = ids.map((botId) => ({ botId, ...filter }));
      return read((at) => listResultsOfEach(at, filters, slice));
    }, NO_ROWS),
    resultsCount: asked((ids, filter) => {
      const filters = ids.map((botId) => ({ botId, ...filter }));
      return read((at) => countListed(at, filters));
    }),
    filesOfBot: files('botId'),
    filesOfWorkspace: files('workspaceId'),
    webhookDeliveries: asked((ids, slice) => listDeliveries(openUnit(), ids, slice), NO_ROWS),
    bots: asked((ids, { slice, ...query }) => {
      const queries = ids.map((workspaceId) => ({ workspaceId, ...query }));
      return listBots(openUnit(), queries, slice);
    }, NO_ROWS),
    botsIn: asked((ids, query) => {
      const queries = ids.map((workspaceId) => ({ workspaceId, ...query }));
      return countBots(openUnit(), queries);
    }),
  };
}

/** Loads with one call for each different question; `none` is the answer for things that have none. */
function asked<Query, T>(
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

/** The ids of which each question is asked, by the text of the question. */
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

/** Questions are plain data, of texts, numbers and dates. */
function textOf(query: unknown): string {
  return JSON.stringify(query);
}
