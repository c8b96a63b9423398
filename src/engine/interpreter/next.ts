import type { Place, Resumption } from '../blocks/kind/block.js';
import { kindOf } from '../blocks/index.js';
import { addLog, replaceTop, topFlow, topFrame, type Draft } from './turnState.js';
import type { BlockPlace } from '../flow/flow.js';
import { notePassed } from './trace.js';
import { edgeTarget, placeAt, placeIn, spotIn } from './position.js';
import { popFrame } from './popFrame.js';
import type { Mark } from './session.js';
import type { UserMessage } from '../documents/userMessage.js';

/**
 * The block to visit next: to be entered, to hear a message that was held back, or to be told the answer to its own ask.
 * `isBack` when the walk was there already.
 */
export type NextBlock = BlockPlace & {
  readonly message?: UserMessage;
  readonly resumption?: Resumption;
  readonly isBack?: true;
};

/**
 * The usual way on (engine §4.1, §3.6). A bubble's edge counts only at the end of its group; every other block leaves by
 * its own edge, and without one gives way to the next block of the group.
 */
export function onward(draft: Draft, from: BlockPlace): NextBlock | undefined {
  return following(from) ?? throughEdge(draft, from.block.outgoingEdgeId);
}

/** The block that comes next within the group, unless another way goes before. */
export function following({ block, group, index }: BlockPlace): BlockPlace | undefined {
  const isBubble = kindOf(block.type).family === 'bubble';
  return isBubble || block.outgoingEdgeId === undefined ? placeAt(group, index + 1) : undefined;
}

/** Where an edge leads; an unknown edge or one that leads nowhere ends the path (engine §4.2). */
export function throughEdge(draft: Draft, edgeId: string | undefined): NextBlock | undefined {
  const target = edgeTarget(topFlow(draft), edgeId);
  if (target) notePassed(draft, 'edge', edgeId);
  return target ?? outOfPath(draft);
}

/** The block a place names; a place that is not there ends the path. */
export function toPlace(draft: Draft, place: Place): NextBlock | undefined {
  return placeIn(topFlow(draft), place) ?? outOfPath(draft);
}

/** Back to the mark that was left last, once; without a mark the walk goes on as usual (engine §4.4). */
export function backToMark(draft: Draft, from: BlockPlace): NextBlock | undefined {
  const { returnMark, ...frame } = topFrame(draft);
  if (!returnMark) return onward(draft, from);
  replaceTop(draft, frame);
  return toMark(draft, returnMark);
}

/**
 * What follows when a path has come to its end: the last continuation, down through the bots on the stack until one
 * leads somewhere. Without any the chat has ended (engine §4.3).
 */
export function outOfPath(draft: Draft): NextBlock | undefined {
  for (;;) {
    const { continuations, ...frame } = topFrame(draft);
    const mark = continuations.at(-1);
    if (mark) {
      replaceTop(draft, { ...frame, continuations: continuations.slice(0, -1) });
      return toMark(draft, mark);
    }
    if (draft.stack.length === 1) break;
    popFrame(draft);
  }
  draft.phase = 'ended';
  return undefined;
}

/** Ends the path because the flow names something it does not have. */
export function outOfBrokenPath(draft: Draft, description: string): NextBlock | undefined {
  addLog(draft, { status: 'error', description });
  return outOfPath(draft);
}

function toMark(draft: Draft, mark: Mark): NextBlock | undefined {
  const place = spotIn(topFlow(draft), mark);
  if (!place) return outOfPath(draft);
  if (mark.then === 'after') return onward(draft, place);
  return mark.then === 'hear'
    ? { ...place, message: mark.message, isBack: true }
    : { ...place, isBack: true };
}
