import { addLog, type Draft } from './draft.js';
import { oncePer } from './oncePer.js';
import type { Frame, VariableState } from './session.js';
import type { Value } from './value.js';

/** How many characters of variables and answers are stored with a chat at most: each turn reads and writes them all. */
export const MAX_STORED_LENGTH = 4_000_000;

/** How many characters the variables and answers of these bots take in the stored chat. */
export function storedLength(stack: readonly Frame[]): number {
  return stack.reduce(
    (sum, { variables, answers }) => sum + lengthOfList(variables) + lengthOfList(answers),
    0,
  );
}

/** Logs that a value was left out because it does not fit into the stored chat. */
export function logLeftOut(draft: Draft): void {
  const description = `A value was not kept: a chat keeps at most ${MAX_STORED_LENGTH} characters`;
  addLog(draft, { status: 'error', description });
}

/** How many characters a value takes as JSON, apart from escapes. */
export function lengthOfValue(value: Value): number {
  if (value === null) return 4;
  if (typeof value === 'string') return value.length + 2;
  return value.reduce((sum, text) => sum + (text === null ? 4 : text.length) + 3, 2);
}

/** Counted once per list: lists are never changed in place. */
const lengthOfList = oncePer((list: Frame['variables'] | Frame['answers']) =>
  list.reduce<number>((sum, entry) => sum + lengthOfEntry(entry), 0),
);

const lengthOfEntry = oncePer((entry: VariableState | Frame['answers'][number]) => {
  const names = 'id' in entry ? entry.id.length + entry.name.length : entry.key.length;
  return names + lengthOfValue(entry.value) + MEMBER_NAMES;
});

/** About how many characters the member names and punctuation of an entry take as JSON. */
const MEMBER_NAMES = 30;
