import type { TurnState } from './turnState.js';
import type { ResultVariable } from './turnRecord.js';
import { mergeFrames } from './mergeFrames.js';
import type { Frame } from './session.js';

/** Records the current state of the run the walk is in; a preview has no result and records nothing. */
export function saveResult(turn: TurnState, isEnded: boolean): void {
  const { stack, flows } = turn;
  // The bot that owns the result, with everything the merging bots above it have gathered so far.
  const { resultId, botId, flowId, answers, variables } = stack
    .slice(stack.findLastIndex(({ isMerging }) => isMerging !== true))
    .reduce((whole, frame) => mergeFrames(whole, frame, flows(whole.flowId)));
  if (resultId === undefined) return;
  const hasStarted = answers.length > 0;
  turn.records.push({
    kind: 'saveResult',
    resultId,
    botId,
    flowId,
    variables: variables.flatMap(resultVariable),
    hasStarted,
    isCompleted: isEnded && hasStarted,
  });
}

function resultVariable(state: Frame['variables'][number]): ResultVariable[] {
  const { id, name, value, isSessionVariable } = state;
  return value === null || isSessionVariable === true ? [] : [{ id, name, value }];
}
