import { MAX_WORK_PER_TURN, newBudget } from '../interpreter/budget.js';
import type { Session } from '../interpreter/session.js';
import { stepWith, type StepAround, type StepInput, type StepResult } from '../interpreter/step.js';
import type { TurnState } from '../interpreter/turnState.js';
import { nextCall, type Visit } from '../interpreter/walk.js';

/** What such a step is taken with. */
interface LimitedAround extends Pick<StepAround, 'flows' | 'env'> {
  /** Steps of the budget. */
  readonly mostWork: number;
}

/**
 * Takes the first step of a turn as `step` does, with the same result, if it is the whole turn and at most so much work. Undefined where it
 * requests an effect, where the turn is stopped, and where it would be more work, which is not done then.
 */
export function stepWithin(
  { flows, env, mostWork }: LimitedAround,
  session: Session,
  input: StepInput,
): StepResult | undefined {
  let walked: TurnState | undefined;
  const visit: Visit = (turn, call) => {
    if (!walked) turn.budget = newBudget(MAX_WORK_PER_TURN - mostWork);
    walked = turn;
    const next = nextCall(turn, call);
    return turn.isStopped ? undefined : next;
  };
  const result = stepWith({ flows, env, visit }, session, input);
  return result.effect || walked?.isStopped ? undefined : result;
}
