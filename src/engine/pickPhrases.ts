import type { Choice } from './choice.js';
import type { Work } from './work.js';

/** Nobody picks by writing more; the search takes its time for every choice. */
const MAX_PHRASE_LENGTH = 5_000;

/**
 * The choices of which a text holds a name as a whole phrase (engine §12).
 * Longest label first, so that a label within another does not take its place; what was found is not searched again.
 */
export function pickPhrases<C extends Choice>(
  choices: readonly C[],
  text: string,
  work: Pick<Work, 'charge'>,
): C[] {
  if (text.length > MAX_PHRASE_LENGTH) return [];
  const longestFirst = choices
    .map((choice, index) => ({ choice, position: String(index + 1) }))
    .sort((one, other) => labelLength(other.choice) - labelLength(one.choice));
  const picked = new Set<C>();
  const words = new Set(text.normalize().match(WORDS)?.map(folded));
  let rest = text;
  for (const nameOf of NAMES) {
    for (const { choice, position } of longestFirst) {
      const name = (picked.has(choice) ? undefined : nameOf(choice, position)) ?? '';
      work.charge(CHOICE_STEPS + (name.length >> 2));
      if (!mayHold(words, name)) continue;
      work.charge(rest.length * SEARCH_STEPS + ((rest.length * name.length) >> 6));
      const shorter = without(rest, name);
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

/** Most choices are not in the text, and nearly all of those have a word that is not: they need no search. */
function mayHold(words: ReadonlySet<string>, name: string): boolean {
  if (name === '' || name.length > MAX_PHRASE_LENGTH) return false;
  return (name.normalize().match(WORDS) ?? []).every((word) => words.has(folded(word)));
}

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
/** What it takes to see that a choice is not in the text, and to search one character of it. */
const [CHOICE_STEPS, SEARCH_STEPS] = [8, 2];

/** Alike for all spellings that a search without regard to case takes for one. */
function folded(word: string): string {
  return word.toLowerCase().toUpperCase().toLowerCase();
}

/** The text without a whole phrase, whatever its letters' case and the width of its gaps; undefined when it is not there. */
function without(text: string, phrase: string): string | undefined {
  const words = phrase.normalize().trim().split(/\s+/).map(escapePattern).join('\\s+');
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
