import { topFrame, type Draft } from './turnState.js';
import type { BlockPlace } from '../flow/flow.js';
import { variableById } from './namedVariables.js';
import type { Frame } from './session.js';
import type { Value } from '../values/value.js';
import type { Work } from './budget.js';

/**
 * Whether a block is entered again with the same bots, variables and places to come back to, so that the walk would go in
 * circles for ever. Results are not compared: a linked bot may have a new one each time.
 */
export function goesRound(draft: Draft, place: BlockPlace): boolean {
  const before = draft.entered.get(keyOf(draft, place));
  // `slice`, since an index may give undefined as far as the compiler knows.
  return (
    before?.length === draft.stack.length &&
    before.every((frame, depth) =>
      draft.stack.slice(depth, depth + 1).every((now) => isSame(frame, now, draft.work)),
    )
  );
}

/** Remembers the stack with which a block is entered. */
export function noteEntered(draft: Draft, place: BlockPlace): void {
  draft.entered.set(keyOf(draft, place), draft.stack);
}

function keyOf(draft: Draft, { group, index }: BlockPlace): string {
  return `${index} ${topFrame(draft).flowId} ${group.id}`;
}

function isSame(before: Frame, now: Frame, work: Work): boolean {
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
