import { addLastLog, topFrame, type TurnState } from './turnState.js';
import type { Frame, RestingPlace, BlockCall } from './session.js';
import { MAX_WORK_PER_TURN, newBudget } from './budget.js';

/**
 * Ends the turn but not the chat, which goes back to its last rest. Returns the call that asks the last input again,
 * if there is one, so that the visitor always has an input to answer.
 */
export function stopTurn(turn: TurnState, reason: string): BlockCall | undefined {
  if (turn.isStopped) return undefined;
  turn.isStopped = true;
  addLastLog(turn, {
    status: 'error',
    description: `Stopped after ${turn.blocksEntered} blocks in one turn: ${reason}`,
    details: { botId: topFrame(turn).botId },
  });
  return turn.lastRest && backTo(turn, turn.lastRest);
}

/** Goes back to the last rest, with current variables and answers, and with enough budget for one input. */
function backTo(turn: TurnState, { stack, at }: RestingPlace): BlockCall | undefined {
  turn.stack = stack.map((frame, depth) => withCurrentValues(frame, turn.stack[depth]));
  turn.at = at;
  turn.phase = 'running';
  turn.budget = newBudget(MAX_WORK_PER_TURN - WORK_OF_ONE_MORE);
  const spot = at.waitsFor === 'user' ? at : at.asked;
  return spot && { groupId: spot.groupId, index: spot.index, evaluated: [], method: 'enter' };
}

/** Enough for an input with the maximum number of items. */
const WORK_OF_ONE_MORE = 500_000;

function withCurrentValues(frame: Frame, now: Frame | undefined): Frame {
  if (now?.botId !== frame.botId || now.flowId !== frame.flowId) return frame;
  return { ...frame, variables: now.variables, answers: now.answers };
}
