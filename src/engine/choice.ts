import type { UserMessage } from './block.js';
import { parseJson } from './parseJson.js';

/** Something a person can pick: by its id, by its internal value, or by its label. */
export interface Choice {
  readonly id: string;
  readonly value?: string | undefined;
  readonly label?: string | undefined;
}

/** What is stored when a choice is picked: its internal value, else its label. */
export function contentOf({ value, label }: Choice): string | undefined {
  return value || label || undefined;
}

/** The one choice a message names, exactly: an id before a value, a value before a label (engine §3.5, §12). */
export function pickOne<C extends Choice>(
  choices: readonly C[],
  message: UserMessage,
): C | undefined {
  const text = (message.text ?? '').trim();
  return (
    choices.find(({ id }) => id === message.replyId || id === text) ??
    choices.find((choice) => choice.value?.trim() === text && text !== '') ??
    choices.find((choice) => choice.label?.trim() === text && text !== '')
  );
}

/**
 * The choices a message names when several may be picked, in the order they were offered: ids first (parted by commas or
 * as a JSON list), then exact values and labels parted by commas, then whatever whole phrases are found (engine §12).
 */
export function pickSeveral<C extends Choice>(choices: readonly C[], message: UserMessage): C[] {
  const text = (message.text ?? '').trim();
  const whole = pickOne(choices, message);
  const picked = whole ? [whole] : (pickEach(choices, partsOf(text)) ?? pickPhrases(choices, text));
  return choices.filter((choice) => picked.includes(choice));
}

function partsOf(text: string): string[] {
  return jsonList(text) ?? text.split(',').map((part) => part.trim());
}

function jsonList(text: string): string[] | undefined {
  const list = parseJson(text);
  return Array.isArray(list) ? list.map(String) : undefined;
}

/** Only when every part names a choice. */
function pickEach<C extends Choice>(
  choices: readonly C[],
  parts: readonly string[],
): C[] | undefined {
  const picked = parts.map((text) => pickOne(choices, { text }));
  return picked.every((choice) => choice !== undefined) ? picked : undefined;
}

/** Nobody picks by writing more; the search takes its time for every choice. */
const MAX_PHRASE_LENGTH = 5_000;

/** Longest label first, so that a label within another does not take its place; what was found is not searched again. */
function pickPhrases<C extends Choice>(choices: readonly C[], text: string): C[] {
  if (text.length > MAX_PHRASE_LENGTH) return [];
  const longestFirst = choices
    .map((choice, index) => ({ choice, position: String(index + 1) }))
    .sort((one, other) => labelLength(other.choice) - labelLength(one.choice));
  const picked = new Set<C>();
  let rest = text;
  for (const nameOf of NAMES) {
    for (const { choice, position } of longestFirst) {
      const shorter = picked.has(choice) ? undefined : without(rest, nameOf(choice, position));
      if (shorter === undefined) continue;
      picked.add(choice);
      rest = shorter;
    }
  }
  return [...picked];
}

function labelLength({ label = '' }: Choice): number {
  return label.length;
}

/** The names a choice goes by, tried one after another over all choices; last of all its position from 1. */
const NAMES: readonly ((choice: Choice, position: string) => string | undefined)[] = [
  ({ id }) => id,
  ({ value }) => value,
  ({ label }) => label,
  (_choice, position) => position,
];

/** The text without a whole phrase, whatever its letters' case and the width of its gaps; undefined when it is not there. */
function without(text: string, phrase: string | undefined): string | undefined {
  const words = phrase?.normalize().trim().split(/\s+/).map(escapePattern).join('\\s+');
  if (!words) return undefined;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${words}(?![\\p{L}\\p{N}\\p{M}])`, 'iu');
  const normal = text.normalize();
  return pattern.test(normal) ? normal.replace(pattern, TAKEN) : undefined;
}

/** Neither a blank nor part of a word, so that what stood on both sides stays apart. */
const TAKEN = '\0';

function escapePattern(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}
