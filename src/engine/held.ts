import { addLog, type Draft } from './draft.js';
import { oncePer } from './oncePer.js';
import type { Frame, VariableState } from './session.js';
import type { Value } from './value.js';

/**
 * How many characters a chat keeps in all, in the variables and answers of all its bots: each turn reads and writes them.
 */
export const MAX_HELD = 4_000_000;

/** How many characters the bots of a chat keep. */
export function heldIn(stack: readonly Frame[]): number {
  return stack.reduce(
    (sum, { variables, answers }) => sum + ofList(variables) + ofList(answers),
    0,
  );
}

/** Says that something was not kept. */
export function noRoom(draft: Draft): void {
  const description = `A value was not kept: a chat keeps at most ${MAX_HELD} characters`;
  addLog(draft, { status: 'error', description });
}

/** How many characters a value takes, with what JSON puts around each text. */
export function lengthOf(value: Value): number {
  if (value === null) return 4;
  if (typeof value === 'string') return value.length + 2;
  return value.reduce((sum, text) => sum + (text === null ? 4 : text.length) + 3, 2);
}

/** Lists of them are never changed in place. */
const ofList = oncePer((list: Frame['variables'] | Frame['answers']) =>
  list.reduce<number>((sum, one) => sum + ofOne(one), 0),
);

const ofOne = oncePer((one: VariableState | Frame['answers'][number]) => {
  const names = 'id' in one ? one.id.length + one.name.length : one.key.length;
  return names + lengthOf(one.value) + NAMES_OF_MEMBERS;
});

const NAMES_OF_MEMBERS = 30;
