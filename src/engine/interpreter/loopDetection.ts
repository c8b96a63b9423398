import { topFrame, type TurnState } from './turnState.js';
import type { LocatedBlock } from '../flow/flow.js';
import { variableById } from './variables.js';
import type { Frame } from './session.js';
import type { Value } from '../values/value.js';
import type { Budget } from './budget.js';

/**
 * Whether a block is entered again with the same bots, variables and continuations, so that the walk would loop for
 * ever. Results are not compared: a linked bot may have a new one each time.
 */
export function isLoop(turn: TurnState, place: LocatedBlock): boolean {
  const before = turn.entered.get(keyOf(turn, place));
  // `slice` instead of an index, because an index may be undefined to the compiler.
  return (
    before?.length === turn.stack.length &&
    before.every((frame, depth) =>
      turn.stack.slice(depth, depth + 1).every((now) => isSame(frame, now, turn.budget)),
    )
  );
}

/** Records the stack with which a block is entered. */
export function noteEntry(turn: TurnState, place: LocatedBlock): void {
  turn.entered.set(keyOf(turn, place), turn.stack);
}

function keyOf(turn: TurnState, { group, index }: LocatedBlock): string {
  return `${index} ${topFrame(turn).flowId} ${group.id}`;
}

function isSame(before: Frame, now: Frame, work: Budget): boolean {
  if (now === before) return true;
  work.charge(now.variables.length * VARIABLE_STEPS);
  return wayBack(before) === wayBack(now) && sameVariables(before, now);
}

const VARIABLE_STEPS = 4;

function sameVariables({ variables: before }: Frame, { variables: now }: Frame): boolean {
  if (before === now) return true;
  return (
    before.length === now.length &&
    now.every(({ id, value }) => sameValue(variableById(before, id)?.value ?? null, value))
  );
}

function sameValue(before: Value, now: Value): boolean {
  if (before === now) return true;
  if (!Array.isArray(before) || !Array.isArray(now) || before.length !== now.length) return false;
  return now.every((text, index) => text === before[index]);
}

function wayBack({ botId, flowId, continuations, returnMark }: Frame): string {
  return JSON.stringify([botId, flowId, continuations, returnMark]);
}
