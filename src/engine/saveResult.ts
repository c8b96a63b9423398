import type { Draft } from './draft.js';
import type { ResultVariable } from './effect.js';
import type { Frame } from './session.js';

/** Tells what a live run has come to (engine §7.4); a preview has no result and tells nothing. */
export function saveResult(draft: Draft, frame: Frame, isEnded: boolean): void {
  const { resultId, botId, flowId, answers } = frame;
  if (resultId === undefined) return;
  const hasStarted = answers.length > 0;
  draft.tells.push({
    kind: 'saveResult',
    resultId,
    botId,
    flowId,
    variables: frame.variables.flatMap(resultVariable),
    hasStarted,
    isCompleted: isEnded && hasStarted,
  });
}

function resultVariable(state: Frame['variables'][number]): ResultVariable[] {
  const { id, name, value, isSessionVariable } = state;
  return value === null || isSessionVariable === true ? [] : [{ id, name, value }];
}
