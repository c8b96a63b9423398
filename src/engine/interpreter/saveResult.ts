import type { Draft } from './turnState.js';
import type { ResultVariable } from './effect.js';
import { mergedInto } from './mergeFrames.js';
import type { Frame } from './session.js';

/** Tells what the run the walk is in has come to (engine §7.4); a preview has no result and tells nothing. */
export function saveResult(draft: Draft, isEnded: boolean): void {
  const { resultId, botId, flowId, answers, variables } = currentRun(draft);
  if (resultId === undefined) return;
  const hasStarted = answers.length > 0;
  draft.tells.push({
    kind: 'saveResult',
    resultId,
    botId,
    flowId,
    variables: variables.flatMap(resultVariable),
    hasStarted,
    isCompleted: isEnded && hasStarted,
  });
}

/** The bot the result belongs to, with what the merging bots above it have gathered so far. */
function currentRun({ stack, flows }: Draft): Frame {
  const owner = stack.findLastIndex(({ isMerging }) => isMerging !== true);
  return stack.slice(owner).reduce((whole, frame) => mergedInto(whole, frame, flows(whole.flowId)));
}

function resultVariable(state: Frame['variables'][number]): ResultVariable[] {
  const { id, name, value, isSessionVariable } = state;
  return value === null || isSessionVariable === true ? [] : [{ id, name, value }];
}
