import { addLog, type TurnState } from './turnState.js';
import { oncePer } from '../documents/oncePer.js';
import type { Frame } from './session.js';
import type { Value } from '../values/value.js';

/**
 * The maximum number of characters of variables and answers stored with a chat: each turn reads and writes all of them.
 */
export const MAX_STORED_LENGTH = 4_000_000;

/** The number of characters that the variables and answers of these bots take in the stored chat. */
export function storedLength(stack: readonly Frame[]): number {
  let length = 0;
  for (const { variables, answers } of stack) {
    for (const list of [variables, answers]) {
      length += list.length > FEW ? lengthOfLongList(list) : lengthOfList(list);
    }
  }
  return length;
}

/** Logs that a value was left out because it does not fit into the stored chat. */
export function logLeftOut(turn: TurnState): void {
  const description = `A value was not kept: a chat keeps at most ${MAX_STORED_LENGTH} characters`;
  addLog(turn, { status: 'error', description });
}

/** The number of characters a value takes as JSON, apart from escapes. */
export function lengthOfValue(value: Value): number {
  if (value === null) return 4;
  if (typeof value === 'string') return value.length + 2;
  return value.reduce((sum, text) => sum + (text === null ? 4 : text.length) + 3, 2);
}

type Entries = Frame['variables'] | Frame['answers'];

/** Lists up to this length are counted each time: caching the count costs more. */
const FEW = 16;

/** Counted once for each list: lists are never changed in place. */
const lengthOfLongList = oncePer(lengthOfList);

function lengthOfList(list: Entries): number {
  let length = 0;
  for (const entry of list) {
    const { value } = entry;
    length += 'id' in entry ? entry.id.length + entry.name.length : entry.key.length;
    length += Array.isArray(value) ? lengthOfTexts(value) : lengthOfValue(value);
    length += MEMBER_NAMES;
  }
  return length;
}

/** A list of texts may be long, and is never changed in place either. */
const lengthOfTexts = oncePer((texts: Extract<Value, readonly unknown[]>) => lengthOfValue(texts));

/** About the number of characters that the member names and punctuation of an entry take as JSON. */
const MEMBER_NAMES = 30;
