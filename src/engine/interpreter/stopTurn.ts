import { addLastLog, topFrame, type Draft } from './turnState.js';
import type { Frame, RestingPlace, Visit } from './session.js';
import { MAX_WORK_PER_TURN, newWork } from './budget.js';

/**
 * Ends the turn, but not the chat: it goes back to where it rested last. Gives the visit that asks the last input again, if
 * there is one, so that nobody is left without anything to answer.
 */
export function stopTurn(draft: Draft, reason: string): Visit | undefined {
  if (draft.isStopped) return undefined;
  draft.isStopped = true;
  addLastLog(draft, {
    status: 'error',
    description: `Stopped after ${draft.blocksEntered} blocks in one turn: ${reason}`,
    details: { botId: topFrame(draft).botId },
  });
  return draft.rested && backTo(draft, draft.rested);
}

/** Goes back to where the chat rested, with variables and answers as they are now, and with work left for one input. */
function backTo(draft: Draft, { stack, at }: RestingPlace): Visit | undefined {
  draft.stack = stack.map((frame, depth) => withCurrentValues(frame, draft.stack[depth]));
  draft.at = at;
  draft.phase = 'running';
  draft.work = newWork(MAX_WORK_PER_TURN - WORK_OF_ONE_MORE);
  const spot = at.waitsFor === 'user' ? at : at.asked;
  return spot && { groupId: spot.groupId, index: spot.index, evaluated: [], call: 'enter' };
}

/** Enough for an input with as many items as are offered at most. */
const WORK_OF_ONE_MORE = 500_000;

function withCurrentValues(frame: Frame, now: Frame | undefined): Frame {
  if (now?.botId !== frame.botId || now.flowId !== frame.flowId) return frame;
  return { ...frame, variables: now.variables, answers: now.answers };
}
