import { DraftChanges, WatchFunnel, type WatchFunnelSubscription } from '@parley/client/dashboard';
import { type ComponentType, type ReactNode, useEffect, useMemo } from 'react';
import { useSubscription } from 'urql';
import { Link } from 'wouter';
import { useDraftState } from '../../draft/useDraft.js';
import { useOfDraft } from '../../draft/useOfDraft.js';
import { locale, t } from '../../i18n/t.js';
import { answersTo, resultsAt } from '../../results/resultFilter.js';
import { useExploration } from '../../tests/useExploration.js';
import { runningTry } from '../../tryout/runningTry.js';
import { useTrace } from '../../tryout/useTrace.js';
import { Fault } from '../../ui/Fault.js';
import { useFaults } from './useFaults.js';
import { useSelection } from '../selection.js';
import { withCounts } from '../model/counts.js';
import {
  changesOverlay,
  type Counts,
  coverageOverlay,
  type Overlay,
  problemsOverlay,
  runOverlay,
  visitorsOverlay,
} from '../model/overlay.js';

/** What a source of an overlay is given. */
interface SourceProps {
  readonly botId: string;
  readonly show: (overlay: Overlay | undefined) => void;
}

/** What can be shown over the flow, one at a time. */
export type OverlayKind = 'problems' | 'changes' | 'coverage' | 'visitors' | 'run';

/** The overlays by their names for people. */
export const OVERLAYS: readonly (readonly [OverlayKind, string])[] = [
  ['problems', t('Problems')],
  ['changes', t('Changes')],
  ['coverage', t('Explored')],
  ['visitors', t('Visitors')],
  ['run', t('Try-out')],
];

/** Reads what each overlay shows, and what can be done about it. */
export const SOURCES: Readonly<Record<OverlayKind, ComponentType<SourceProps>>> = {
  problems: Problems,
  changes: Changes,
  coverage: Coverage,
  visitors: Visitors,
  run: Run,
};

function useShown(overlay: Overlay | undefined, show: SourceProps['show']): void {
  useEffect(() => show(overlay), [overlay, show]);
}

function Problems({ show }: SourceProps): ReactNode {
  const flow = useDraftState((state) => state.flow);
  const { faults } = useFaults(flow);
  useShown(
    useMemo(() => problemsOverlay(faults), [faults]),
    show,
  );
  return null;
}

/** Milliseconds after the last stored change before its difference is read: it compares whole flows. */
const PAUSE = 1_000;

function Changes({ botId, show }: SourceProps): ReactNode {
  const { data, fault } = useOfDraft(DraftChanges, { botId }, PAUSE);
  const bot = data?.bot;
  const overlay = useMemo(
    () => bot && changesOverlay(bot.unpublishedChanges, bot.publishedVersion?.flow.groups ?? []),
    [bot],
  );
  useShown(overlay ?? undefined, show);
  if (bot && !bot.publishedVersion) return <p>{t('Nothing is live, so everything is new.')}</p>;
  return <Fault words={fault} />;
}

function Coverage({ botId, show }: SourceProps): ReactNode {
  const flow = useDraftState((state) => state.flow);
  const { found, fault, isRunning, start } = useExploration(botId);
  const missing = (found?.coverageWithTests ?? found?.coverage)?.blocks.missingIds;
  useShown(
    useMemo(() => missing && coverageOverlay(flow, missing), [flow, missing]),
    show,
  );
  return (
    <>
      {found ? null : (
        <p>
          {t(
            'An exploration tries ways through the draft, and shows how far it and the tests came.',
          )}
        </p>
      )}
      <button type="button" disabled={isRunning} onClick={start}>
        {isRunning ? t('Exploring …') : t('Explore the draft')}
      </button>
      <Fault words={fault} />
    </>
  );
}

function Visitors({ botId, show }: SourceProps): ReactNode {
  const [{ data: counts, error }] = useSubscription<
    WatchFunnelSubscription,
    Counts,
    { readonly botId: string; readonly timeFilter: 'LAST_30_DAYS' }
  >(
    { query: WatchFunnel, variables: { botId, timeFilter: 'LAST_30_DAYS' } },
    (before, { blockStatsChanged }) => withCounts(before, blockStatsChanged),
  );
  useShown(
    useMemo(() => counts && visitorsOverlay(counts), [counts]),
    show,
  );
  return (
    <>
      <Fault words={error && t('The numbers cannot be read now.')} />
      <VisitorsHere botId={botId} counts={counts} />
      <Link href={`/b/${botId}/analytics`}>{t('See the figures, and the chats behind them')}</Link>
    </>
  );
}

function Run({ show }: SourceProps): ReactNode {
  const sessionId = runningTry.use();
  if (sessionId === undefined)
    return <p>{t('Press “Try it”: the way of the chat is shown while you answer.')}</p>;
  return <RunOf key={sessionId} sessionId={sessionId} show={show} />;
}

function RunOf({
  sessionId,
  show,
}: Pick<SourceProps, 'show'> & { readonly sessionId: string }): ReactNode {
  const { turns, now } = useTrace(sessionId);
  const paused = now?.paused;
  const overlay = useMemo(() => {
    const all = paused ? [...turns, paused] : turns;
    const entries = all.flatMap((turn) => turn.entries);
    return runOverlay(entries.filter(({ kind }) => kind === 'BLOCK'));
  }, [turns, paused]);
  useShown(overlay, show);
  return null;
}

/** How many answered the block that is selected, and left there, in the last 30 days; with the chats behind these figures. */
function VisitorsHere({
  botId,
  counts,
}: {
  readonly botId: string;
  readonly counts: Counts | undefined;
}): ReactNode {
  const { blockId } = useSelection();
  const found = counts?.blocks.find((one) => one.blockId === blockId);
  if (!found || blockId === undefined) return null;
  const [reached, answered, left] = [found.reached, found.answered, found.left].map((count) =>
    count.toLocaleString(locale),
  ) as [string, string, string];
  const timeFilter = 'LAST_30_DAYS';
  const ways = [
    [answersTo(blockId), t('{answered} of {reached} answered', { answered, reached })],
    [{ restsAtBlockId: blockId }, t('{left} of {reached} left', { left, reached })],
  ] as const;
  return (
    <ul>
      {ways.map(([behind, words]) => (
        <li key={words}>
          <Link href={resultsAt(botId, { timeFilter, ...behind })}>{words}</Link>
        </li>
      ))}
    </ul>
  );
}
