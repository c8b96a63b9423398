import { addLastLog, topFrame, type Draft } from './draft.js';
import type { NextBlock } from './onward.js';
import { notePassed } from './passed.js';
import type { Visit } from './session.js';
import { makeVisit } from './visit.js';

/** More blocks than any sensible turn enters; a flow that spins is stopped here (engine §4.9). */
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
  while (visit) {
    const next = makeVisit(draft, visit);
    const reason = next && reasonToStop(draft);
    if (reason !== undefined) return stopTurn(draft, reason);
    visit = next && visiting(draft, next);
  }
}

/** The first call of a block, or one it need not wait for; it counts as one more block. */
export function visiting(draft: Draft, next: NextBlock): Visit {
  const { block, group, index, message, resumption } = next;
  if (next.isBack !== true) notePassed(draft, 'reached', block.id);
  draft.blocksEntered += 1;
  const passed = `${group.title}: ${block.type} ${block.id}`;
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

/** Ends the turn, not the chat: what the person sends next is taken as if this turn had not gone on. */
export function stopTurn(draft: Draft, reason: string): void {
  addLastLog(draft, {
    status: 'error',
    description: `Stopped after ${draft.blocksEntered} blocks in one turn: ${reason}`,
    details: { botId: topFrame(draft).botId },
  });
}

function reasonToStop(draft: Draft): string | undefined {
  if (draft.charactersMade >= MAX_CHARACTERS_MADE_PER_TURN) {
    return `it filled in and wrote more than ${MAX_CHARACTERS_MADE_PER_TURN} characters of values (${loopOf(draft.trail)})`;
  }
  return draft.blocksEntered >= MAX_BLOCKS_PER_TURN ||
    draft.charactersSaid >= MAX_CHARACTERS_PER_TURN
    ? `the flow goes round without waiting for an answer (${loopOf(draft.trail)})`
    : undefined;
}

/** From the last time the final block was passed, when that is within sight. */
function loopOf(way: readonly string[]): string {
  const earlier = way.lastIndexOf(String(way.at(-1)), -2);
  return way.slice(Math.max(0, earlier)).join(' → ');
}
