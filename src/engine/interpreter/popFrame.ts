import { replaceTop, topFlow, topFrame, type TurnState } from './turnState.js';
import { mergeFrames } from './mergeFrames.js';
import { saveResult } from './saveResult.js';
import { mergeCost } from './mergeCost.js';

/** Leaves the current bot for the one below, which takes over variables and answers when the two merge. */
export function popFrame(turn: TurnState): void {
  const child = topFrame(turn);
  turn.budget.charge(mergeCost(turn));
  if (!child.isMerging) saveResult(turn, true);
  turn.stack = turn.stack.slice(0, -1);
  // The last rest of the chat is at a block of the bot that is left.
  turn.at = undefined;
  if (child.isMerging) replaceTop(turn, mergeFrames(topFrame(turn), child, topFlow(turn)));
}
