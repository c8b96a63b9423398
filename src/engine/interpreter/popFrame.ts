import { replaceTop, topFlow, topFrame, type Draft } from './turnState.js';
import { mergedInto } from './mergeFrames.js';
import { saveResult } from './saveResult.js';
import { stepsToMerge } from './mergeCost.js';

/** Leaves the bot the walk is in for the one below, which takes over what was said when both are one run. */
export function popFrame(draft: Draft): void {
  const child = topFrame(draft);
  draft.work.charge(stepsToMerge(draft));
  if (!child.isMerging) saveResult(draft, true);
  draft.stack = draft.stack.slice(0, -1);
  // Where the chat rested last was a block of the bot that is left.
  draft.at = undefined;
  if (child.isMerging) replaceTop(draft, mergedInto(topFrame(draft), child, topFlow(draft)));
}
