import { type ReactNode, useEffect } from 'react';
import { useDraftState } from '../draft/useDraft.js';
import { findBlock } from '../canvas/flowModel.js';
import { labelOf } from '../blocks/kinds.js';
import { useKinds } from '../blocks/BlockTypesProvider.js';
import { t } from '../i18n/t.js';
import { NoTurns } from './NoTurns.js';
import { Paused } from './Paused.js';
import { TurnShown } from './TurnShown.js';
import type { Trace } from './useTrace.js';
import { Variables } from './Variables.js';
import { Fault } from '../ui/Fault.js';

/** What is inside a chat: its turns with what happened in them, its variables, and how to go on. */
export function Inside({
  sessionId,
  trace,
  fault,
  replies = 0,
  breakpoints,
  onBreakpoints,
  onBranch,
  foot,
}: {
  readonly sessionId: string;
  readonly trace: Trace;
  /** Why what was asked of the chat was not done. */
  readonly fault?: string;
  /** How many answers the server has taken. After each the chat may be paused within a turn, which the trace does not report. */
  readonly replies?: number;
  readonly breakpoints?: readonly string[];
  readonly onBreakpoints?: (blockIds: readonly string[]) => void;
  readonly onBranch?: (turn: number) => void;
  readonly foot?: ReactNode;
}): ReactNode {
  const { turns, now, look } = trace;
  const flow = useDraftState((state) => state.flow);
  useEffect(look, [replies]);
  const kinds = useKinds();
  const nameOf = (blockId: string): string => {
    const found = findBlock(flow, blockId);
    if (!found) return t('A block of another flow');
    return `${String(found.group['title'] ?? '')}: ${labelOf(found.block['type'], kinds)}`;
  };
  const each = { nameOf, breakpoints, onBreakpoints };
  return (
    <section className="inside" aria-label={t('Inside the chat')}>
      <Fault words={trace.fault} />
      <Fault words={fault} />
      {now?.paused ? (
        <Paused sessionId={sessionId} paused={now.paused} nameOf={nameOf} done={look} />
      ) : null}
      <h2>{t('Turns')}</h2>
      {turns.length === 0 && !now?.paused ? <NoTurns isTraced={now?.isTraced} /> : null}
      {turns.map((turn) => (
        <TurnShown
          key={turn.turn}
          turn={turn}
          isOpen={turn === turns.at(-1) && !now?.paused}
          onBranch={onBranch}
          {...each}
        />
      ))}
      {now?.paused ? <TurnShown turn={now.paused} isOpen {...each} /> : null}
      <h2>{t('Variables')}</h2>
      <Variables sessionId={sessionId} now={now} done={look} />
      {foot}
    </section>
  );
}
