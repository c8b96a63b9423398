import type { Draft } from './turnState.js';
import { shortened } from './failureLog.js';
import { goesRound, noteEntered } from './loopDetection.js';
import type { NextBlock } from './next.js';
import { notePassed } from './trace.js';
import type { Visit } from './session.js';
import { stopTurn } from './stopTurn.js';
import { makeVisit } from './blockCall.js';
import { WorkSpent } from './budget.js';

/** More blocks than any sensible turn enters; a flow that spins is stopped here. */
export const MAX_BLOCKS_PER_TURN = 1_000;

/** More than anyone reads in one turn. */
const MAX_CHARACTERS_PER_TURN = 1_000_000;

/** More than any sensible turn fills in and writes; values that grow with every round are stopped here. */
const MAX_CHARACTERS_MADE_PER_TURN = 2_000_000;

/** Enough of the way to show what loops. */
const TRAIL_LENGTH = 20;

/** Visits block after block until the walk rests, asks, ends, or has gone on for too long. */
export function walk(draft: Draft, from: Visit | undefined): void {
  let visit = from;
  while (visit) visit = visitAfter(draft, visit);
}

function visitAfter(draft: Draft, visit: Visit): Visit | undefined {
  try {
    const next = makeVisit(draft, visit);
    const reason = next && reasonToStop(draft, next);
    if (reason !== undefined) return stopTurn(draft, `${reason} (${loopOf(draft.trail)})`);
    return next && visiting(draft, next);
  } catch (error) {
    if (!(error instanceof WorkSpent)) throw error;
    return stopTurn(draft, `it was more work than a turn may be (${loopOf(draft.trail)})`);
  }
}

/** The first call of a block, or one it need not wait for; it counts as one more block. */
export function visiting(draft: Draft, next: NextBlock): Visit {
  const { block, group, index, message, resumption } = next;
  if (next.isBack !== true) {
    notePassed(draft, 'reached', block.id);
    noteEntered(draft, next);
  }
  draft.blocksEntered += 1;
  const passed = shortened(`${group.title}: ${block.type} ${block.id}`);
  draft.trail = [...draft.trail, passed].slice(-TRAIL_LENGTH);
  const spot = { groupId: group.id, index, evaluated: [] };
  if (resumption) {
    const { memo, ...answer } = resumption;
    return { ...spot, call: 'resume', answer, memo };
  }
  return message
    ? { ...spot, call: 'hear', message, isResubmitted: true }
    : { ...spot, call: 'enter' };
}

function reasonToStop(draft: Draft, next: NextBlock): string | undefined {
  if (draft.charactersMade >= MAX_CHARACTERS_MADE_PER_TURN) {
    return `it filled in and wrote more than ${MAX_CHARACTERS_MADE_PER_TURN} characters of values`;
  }
  const isTooLong =
    draft.blocksEntered >= MAX_BLOCKS_PER_TURN || draft.charactersSaid >= MAX_CHARACTERS_PER_TURN;
  return isTooLong || (next.isBack !== true && goesRound(draft, next))
    ? 'the flow goes round without waiting for an answer'
    : undefined;
}

/** From the last time the final block was passed, when that is within sight. */
function loopOf(way: readonly string[]): string {
  const earlier = way.lastIndexOf(String(way.at(-1)), -2);
  return way.slice(Math.max(0, earlier)).join(' → ');
}
