import type { Breakpoint } from '../interpreter/breakpoint.js';
import type { PauseEffect } from '../interpreter/effect.js';
import type { StateChange } from './stateChange.js';
import type { TraceEntry } from './traceEntry.js';

/** How far a turn goes on, apart from its breakpoints. */
export interface GoOn {
  /** Only to the next block. */
  readonly isSingle: boolean;
  /** A block before which it pauses as well. */
  readonly blockId?: string | undefined;
}

/** Finds out where a turn is to pause; made for one run of it, up to its next pause. */
export interface Breaks {
  /** Called with each entry of the trace. */
  note(entry: TraceEntry): void;
  /** The effect with which the turn pauses before a block, if it does. */
  before(blockId: string | undefined): PauseEffect | undefined;
}

/** Opens the breakpoints of a turn. Conditions and changes count from their entry on, and pause before the next block. */
export function openBreaks(breakpoints: readonly Breakpoint[], goOn: GoOn): Breaks {
  const passed = new Set<Breakpoint>();
  return {
    note(entry) {
      for (const one of breakpoints) if (isPassed(one, entry)) passed.add(one);
    },
    before(blockId) {
      const isAt = (id: string | undefined) => id !== undefined && id === blockId;
      const hit = breakpoints.filter(
        (one) => passed.has(one) || (one.type === 'block' && isAt(one.blockId)),
      );
      passed.clear();
      const isDue = hit.length > 0 || goOn.isSingle || isAt(goOn.blockId);
      return isDue ? { kind: 'pause', hit } : undefined;
    },
  };
}

function isPassed(breakpoint: Breakpoint, entry: TraceEntry): boolean {
  switch (breakpoint.type) {
    case 'block':
      return false;
    case 'condition': {
      const { itemId, holds } = breakpoint;
      const tried = (entry.kind === 'block' && entry.conditions) || [];
      return tried.some((one) => one.itemId === itemId && one.holds === (holds ?? one.holds));
    }
    case 'change':
      return (entry.changes ?? []).some((change) => changes(change, breakpoint.variableId));
  }
}

function changes(change: StateChange, variableId: string): boolean {
  if (change.change !== 'variable' || change.id !== variableId) return false;
  return JSON.stringify(change.from) !== JSON.stringify(change.to);
}
