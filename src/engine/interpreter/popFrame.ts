import { replaceTop, topFlow, topFrame, type TurnState } from './turnState.js';
import { mergeFrames } from './mergeFrames.js';
import { saveResult } from './saveResult.js';
import { mergeCost } from './mergeCost.js';

/** Leaves the bot the walk is in for the one below, which takes over what was said when both are one run. */
export function popFrame(turn: TurnState): void {
  const child = topFrame(turn);
  turn.budget.charge(mergeCost(turn));
  if (!child.isMerging) saveResult(turn, true);
  turn.stack = turn.stack.slice(0, -1);
  // Where the chat rested last was a block of the bot that is left.
  turn.at = undefined;
  if (child.isMerging) replaceTop(turn, mergeFrames(topFrame(turn), child, topFlow(turn)));
}
