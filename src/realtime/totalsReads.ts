import type { Pool } from 'pg';
import { botsTopic, resultsTopic, totalsTopic, type Watch } from '../context/context.js';
import type {
  BotsTotals,
  PacedReads,
  TotalsWatched,
  WatchedReads,
} from '../context/sharedReads.js';
import { readBotVersions } from '../storage/botLists.js';
import { countResults, type Totals } from '../storage/counts.js';
import { readRoles } from '../storage/memberships.js';
import { openWatchedReads, type Source } from './watchedReads.js';
import type { OpenWakeUps } from './wakeUps.js';

/** Where totals are read, and where their changes are announced. */
interface Places {
  readonly pool: Pool;
  readonly wakeUps: OpenWakeUps;
}

/** Opens the totals of bots that are watched in this process. */
export function openTotalsReads(
  places: Places,
  pacedReads: PacedReads,
): WatchedReads<TotalsWatched, BotsTotals> {
  return openWatchedReads(pacedReads, {
    keyOf: ({ workspaceId, range }) => `totals ${workspaceId} ${range}`,
    begin: (watched) => openSource(places, watched),
  });
}

/**
 * Listens to the bots of a workspace, so that only the totals of those are counted that were announced or are new. When announcements may
 * have been missed, and from time to time, all are counted again.
 */
function openSource(places: Places, watched: TotalsWatched): Source<BotsTotals> {
  const { pool } = places;
  const { workspaceId, windowNow } = watched;
  const recount = openRecount();
  const news = openNews(places, workspaceId, recount.ask);
  const count = (ids: Iterable<string>) => countResults(pool, [...ids], windowNow());
  const readTotals = async (before: BotsTotals['totals']): Promise<BotsTotals['totals']> => {
    const announced = news.announced();
    const isWhole = recount.isDue();
    const ids = isWhole || news.mustList() ? await news.listBots() : [];
    if (isWhole) return recount.run(() => count(ids));
    const some = new Set([...announced, ...ids.filter((id) => !before.has(id))]);
    return some.size === 0 ? before : new Map([...before, ...(await count(some))]);
  };
  return {
    async read(before) {
      try {
        const totals = await readTotals(before?.totals ?? new Map());
        return totalsOf(await readRoles(pool, workspaceId), totals);
      } catch (error) {
        recount.ask();
        throw error;
      }
    },
    close: news.close,
  };
}

/** What is heard of the bots of a workspace. */
interface News {
  /** Those whose results were announced since the last call. */
  announced(): string[];
  /** Whether the list of bots may have changed since it was read. */
  mustList(): boolean;
  /** Reads the list of bots, and listens to these from then on. */
  listBots(): Promise<string[]>;
  readonly close: () => void;
}

/** Wakes the watchers of a workspace's totals at all news; `onMissed` is called when some may have been missed. */
function openNews({ pool, wakeUps }: Places, workspaceId: string, onMissed: () => void): News {
  const wakeWatchers = (): void => wakeUps.wake(totalsTopic(workspaceId));
  const { listenTo, take } = openAnnounced(wakeUps, wakeWatchers);
  const list = wakeUps.watch(botsTopic(workspaceId));
  let mustList = true;
  void followEach(list, () => {
    mustList = true;
    onMissed();
    wakeWatchers();
  });
  return {
    announced: take,
    mustList: () => mustList,
    async listBots() {
      mustList = false;
      const ids = [...(await readBotVersions(pool, workspaceId)).keys()];
      if (!list.isClosed) listenTo(new Set(ids));
      return ids;
    },
    close() {
      list.close();
      listenTo(new Set());
    },
  };
}

/** The time between two counts of all bots is at least so many times what the first of them took. */
const REST = 50;

/** Says when to count all bots again, which may take long where there are many. */
interface Recount {
  readonly ask: () => void;
  /** Whether it was asked for, and the last count is long enough ago. */
  isDue(): boolean;
  run<T>(count: () => Promise<T>): Promise<T>;
}

function openRecount(): Recount {
  let isAsked = true;
  let notBefore = 0;
  return {
    ask: () => void (isAsked = true),
    isDue: () => isAsked && performance.now() >= notBefore,
    async run(count) {
      isAsked = false;
      const begunAt = performance.now();
      const counted = await count();
      notBefore = performance.now() + REST * (performance.now() - begunAt);
      return counted;
    },
  };
}

/** Calls back at each wake-up, until the watch is closed. */
async function followEach(watch: Watch, onWake: () => void): Promise<void> {
  while (!watch.isClosed) {
    await watch.next();
    onWake();
  }
}

/** The bots whose results were announced. */
interface Announced {
  /** Listens to these bots, and to no others. */
  readonly listenTo: (ids: ReadonlySet<string>) => void;
  /** Those that were announced since the last call. */
  readonly take: () => string[];
}

function openAnnounced(wakeUps: OpenWakeUps, onAnnounced: () => void): Announced {
  const announced = new Set<string>();
  const listeners = new Map<string, () => void>();
  const listen = (id: string): (() => void) =>
    wakeUps.listen(resultsTopic(id), () => {
      announced.add(id);
      onAnnounced();
    });
  return {
    listenTo(ids) {
      for (const [id, stop] of listeners) {
        if (ids.has(id)) continue;
        stop();
        listeners.delete(id);
      }
      for (const id of ids) if (!listeners.has(id)) listeners.set(id, listen(id));
    },
    take() {
      const ids = [...announced];
      announced.clear();
      return ids;
    },
  };
}

function totalsOf(roles: BotsTotals['roles'], totals: BotsTotals['totals']): BotsTotals {
  /** Most watchers ask for the change since the same read. */
  const changes = new WeakMap<BotsTotals, ReturnType<BotsTotals['since']>>();
  return {
    roles,
    totals,
    since(before) {
      const change =
        changes.get(before) ??
        [...totals].filter(([id, now]) => differ(before.totals.get(id), now));
      changes.set(before, change);
      return change;
    },
  };
}

function differ(before: Totals | undefined, now: Totals): boolean {
  return (
    before?.views !== now.views ||
    before.starts !== now.starts ||
    before.completions !== now.completions
  );
}
