import {
  DailyCounts,
  type DailyCountsQuery,
  WatchFunnel,
  type WatchFunnelSubscription,
} from '@parley/client/dashboard';
import { useCallback, useEffect, useRef } from 'react';
import { useSubscription } from 'urql';
import { useData } from '../app/server.js';
import { withCounts } from '../canvas/model/counts.js';
import type { Counts } from '../canvas/model/overlay.js';
import type { TimeFilter } from '../results/resultFilter.js';
import { t } from '../i18n/t.js';
import { timeZone } from '../ui/timeZone.js';

type Bot = NonNullable<DailyCountsQuery['bot']>;

/** What became of the results that are counted, and where their chats went. */
export interface VersionFigures {
  readonly stats: Bot['stats'] | undefined;
  readonly answerTimes: Bot['blockStats']['answerTimes'];
  /** By block, as it grows. */
  readonly counts: Counts | undefined;
  /** Why a part of it cannot be shown. */
  readonly fault: string | undefined;
}

/** What is counted. */
interface Counted {
  readonly botId: string;
  readonly timeFilter: TimeFilter;
  readonly versionId: string | null;
}

/** The figures of a version, or of all, as chats go on. Nothing is read while `pause`. */
export function useFigures(
  { botId, timeFilter, versionId }: Counted,
  { pause = false }: { readonly pause?: boolean } = {},
): VersionFigures {
  const asked = { botId, timeFilter, versionId, timeZone: timeZone() };
  const { data, fault, reload } = useData(DailyCounts, { ...asked, blockIds: [] }, { pause });
  const [{ data: counts, error }] = useSubscription<WatchFunnelSubscription, Counts, typeof asked>(
    { query: WatchFunnel, variables: asked, pause },
    (before, { blockStatsChanged }) => withCounts(before, blockStatsChanged),
  );
  useReadAfter(counts, reload);
  const { stats, blockStats } = data?.bot ?? {};
  return {
    ...{ stats, counts, answerTimes: blockStats?.answerTimes ?? [] },
    fault: fault ?? (error && t('The numbers cannot be read now.')),
  };
}

/** Milliseconds between two readings of figures that have no stream of their own. */
const PACE = 5_000;

/** Reads something again when something else has changed, at most every five seconds, and only while the page is seen. */
export function useReadAfter(changed: unknown, read: () => void): void {
  const latest = useRef(read);
  latest.current = read;
  const known = useRef(changed);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readWhenSeen = useCallback(() => {
    if (document.hidden) {
      document.addEventListener('visibilitychange', readWhenSeen, { once: true });
      return;
    }
    timer.current = undefined;
    latest.current();
  }, []);
  useEffect(() => {
    const isFirst = known.current === undefined;
    known.current = changed;
    if (isFirst) return;
    timer.current ??= setTimeout(readWhenSeen, PACE);
  }, [changed]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      document.removeEventListener('visibilitychange', readWhenSeen);
    },
    [],
  );
}
