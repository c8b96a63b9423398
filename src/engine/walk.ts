import { addLog, topFlow, topFrame, type Draft } from './draft.js';
import type { BlockPlace, Flow } from './flow.js';
import type { Visit } from './session.js';
import { makeVisit } from './visit.js';

/** More blocks than any sensible turn enters; a flow that spins is stopped here (engine §4.9). */
export const MAX_BLOCKS_PER_TURN = 1_000;

/** Enough of the way to show what loops. */
const TRAIL_LENGTH = 20;

/** Visits block after block until the walk rests, asks, ends, or has gone on for too long. */
export function walk(draft: Draft, from: Visit | undefined): void {
  let visit = from;
  while (visit) {
    const place = makeVisit(draft, visit);
    if (place && draft.blocksEntered >= MAX_BLOCKS_PER_TURN) return stopSpinning(draft);
    visit = place && entering(draft, place);
  }
}

/** The first call of a block's `enter`; it counts as one more block. */
export function entering(draft: Draft, { block, group, index }: BlockPlace): Visit {
  draft.blocksEntered += 1;
  draft.trail = [...draft.trail, block.id].slice(-TRAIL_LENGTH);
  return { call: 'enter', groupId: group.id, index, evaluated: [] };
}

/** Ends the turn, not the chat: what the person sends next is taken as if this turn had not gone on. */
function stopSpinning(draft: Draft): void {
  const way = draft.trail.map((blockId) => nameOf(blockId, topFlow(draft)));
  addLog(draft, {
    status: 'error',
    description:
      `Stopped after ${MAX_BLOCKS_PER_TURN} blocks in one turn: ` +
      `the flow goes round without waiting for an answer (${loopOf(way).join(' → ')})`,
    details: { botId: topFrame(draft).botId },
  });
}

function nameOf(blockId: string, flow: Flow | undefined): string {
  const place = flow?.block(blockId);
  return place ? `${place.group.title}: ${place.block.type} ${blockId}` : blockId;
}

/** From the last time the final block was passed, when that is within sight. */
function loopOf(way: readonly string[]): readonly string[] {
  const earlier = way.lastIndexOf(way.at(-1) ?? '', -2);
  return way.slice(Math.max(0, earlier));
}
