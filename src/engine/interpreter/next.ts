import type { BlockTarget, ReplyInput, ResumeInput } from '../blocks/kind/block.js';
import type { LocatedBlock } from '../flow/flow.js';
import { nextInGroup } from '../flow/nextInGroup.js';
import { edgeTarget, findPosition, findTarget } from '../flow/position.js';
import { mergeCost, mergeFrames } from './mergeFrames.js';
import { saveResult } from './saveResult.js';
import type { Mark } from './session.js';
import { addLog, notePassed, replaceTop, topFlow, topFrame, type TurnState } from './turnState.js';

/**
 * The block to visit next: to be entered, to parse a message that was held back, or to resume with the result of its
 * own effect. `isBack` when the walk has been at this block before.
 */
export type NextBlock = LocatedBlock & {
  readonly message?: ReplyInput;
  readonly resumption?: ResumeInput;
  readonly isBack?: true;
};

/**
 * The next block in the usual order. The edge of a bubble counts only at the end of its group; every other block leaves
 * by its own edge and, without one, continues with the next block of the group (docs/engine-rules.md, "Edges and
 * groups").
 */
export function nextBlock(turn: TurnState, from: LocatedBlock): NextBlock | undefined {
  return nextInGroup(from) ?? followEdge(turn, from.block.outgoingEdgeId);
}

/** The block an edge leads to; an unknown edge, or one that leads nowhere, ends the path. */
export function followEdge(turn: TurnState, edgeId: string | undefined): NextBlock | undefined {
  const target = edgeTarget(topFlow(turn), edgeId);
  if (target) notePassed(turn, 'edge', edgeId);
  return target ?? endPath(turn);
}

/** The block a target names; a target that does not exist ends the path. */
export function goToTarget(turn: TurnState, place: BlockTarget): NextBlock | undefined {
  return findTarget(topFlow(turn), place) ?? endPath(turn);
}

/** The block of the last mark, which is used once; without a mark the walk continues in the usual order. */
export function returnToMark(turn: TurnState, from: LocatedBlock): NextBlock | undefined {
  const { returnMark, ...frame } = topFrame(turn);
  if (!returnMark) return nextBlock(turn, from);
  replaceTop(turn, frame);
  return toMark(turn, returnMark);
}

/**
 * The block that follows when a path has ended: that of the last continuation, in this bot or in one further down the
 * stack. Without any the chat has ended.
 */
export function endPath(turn: TurnState): NextBlock | undefined {
  for (;;) {
    const { continuations, ...frame } = topFrame(turn);
    const mark = continuations.at(-1);
    if (mark) {
      replaceTop(turn, { ...frame, continuations: continuations.slice(0, -1) });
      return toMark(turn, mark);
    }
    if (turn.stack.length === 1) break;
    popFrame(turn);
  }
  turn.phase = 'ended';
  return undefined;
}

/** Ends the path because the flow names something it does not have. */
export function endBrokenPath(turn: TurnState, description: string): NextBlock | undefined {
  addLog(turn, { status: 'error', description });
  return endPath(turn);
}

function toMark(turn: TurnState, mark: Mark): NextBlock | undefined {
  const place = findPosition(topFlow(turn), mark);
  if (!place) return endPath(turn);
  if (mark.then === 'after') return nextBlock(turn, place);
  return mark.then === 'hear'
    ? { ...place, message: mark.message, isBack: true }
    : { ...place, isBack: true };
}

/** Leaves the current bot for the one below, which takes over variables and answers when the two merge. */
function popFrame(turn: TurnState): void {
  const child = topFrame(turn);
  turn.budget.charge(mergeCost(turn));
  if (!child.isMerging) saveResult(turn, true);
  turn.stack = turn.stack.slice(0, -1);
  // The last rest of the chat is at a block of the bot that is left.
  turn.at = undefined;
  if (child.isMerging) replaceTop(turn, mergeFrames(topFrame(turn), child, topFlow(turn)));
}
