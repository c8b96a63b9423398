import type { Place } from './block.js';
import { kindOf } from './blocks/index.js';
import { addLog, replaceTop, topFlow, topFrame, type Draft } from './draft.js';
import type { BlockPlace, Flow } from './flow.js';
import { saveResult } from './saveResult.js';

/**
 * The usual way on (engine §4.1, §3.6). A bubble's edge counts only at the end of its group; every other block leaves by
 * its own edge, and without one gives way to the next block of the group.
 */
export function onward(draft: Draft, from: BlockPlace): BlockPlace | undefined {
  const { block, group, index } = from;
  const following = group.blocks[index + 1] && placeAt(group, index + 1);
  const isBubble = kindOf(block.type).family === 'bubble';
  if (following && (isBubble || block.outgoingEdgeId === undefined)) return following;
  return throughEdge(draft, block.outgoingEdgeId);
}

/** Where an edge leads; an unknown edge or one that leads nowhere ends the path, and the bot below goes on (engine §4.2). */
export function throughEdge(draft: Draft, edgeId: string | undefined): BlockPlace | undefined {
  return edgeTarget(topFlow(draft), edgeId) ?? outOfPath(draft);
}

/** The block a place names; a place that is not there ends the path. */
export function toPlace(draft: Draft, place: Place): BlockPlace | undefined {
  return placeIn(topFlow(draft), place) ?? outOfPath(draft);
}

/**
 * What follows when a path has come to its end: the first edge that was queued, down through the bots on the stack
 * until one leads somewhere. Without any the chat has ended (engine §4.3).
 */
export function outOfPath(draft: Draft): BlockPlace | undefined {
  for (;;) {
    const [edgeId, ...queuedEdgeIds] = topFrame(draft).queuedEdgeIds;
    if (edgeId === undefined && draft.stack.length === 1) break;
    replaceTop(draft, { ...topFrame(draft), queuedEdgeIds });
    if (draft.stack.length > 1) popFrame(draft);
    const place = edgeTarget(topFlow(draft), edgeId);
    if (place) return place;
  }
  draft.phase = 'ended';
  return undefined;
}

/** Ends the path because the flow names something it does not have. */
export function outOfBrokenPath(draft: Draft, description: string): BlockPlace | undefined {
  addLog(draft, { status: 'error', description });
  return outOfPath(draft);
}

/** The block at an index of a group; the first one when there is none, none when the group is empty. */
function placeAt(group: BlockPlace['group'], index: number): BlockPlace | undefined {
  const block = group.blocks[index];
  return block && { block, group, index };
}

function edgeTarget(flow: Flow | undefined, edgeId: string | undefined): BlockPlace | undefined {
  const edge = flow?.edge(edgeId);
  return edge && placeIn(flow, edge.to);
}

function placeIn(flow: Flow | undefined, { groupId, blockId }: Place): BlockPlace | undefined {
  const group = flow?.group(groupId);
  return (
    group &&
    placeAt(
      group,
      Math.max(
        0,
        group.blocks.findIndex(({ id }) => id === blockId),
      ),
    )
  );
}

function popFrame(draft: Draft): void {
  const child = topFrame(draft);
  draft.stack = draft.stack.slice(0, -1);
  if (child.resultId !== topFrame(draft).resultId) saveResult(draft, child, true);
}
