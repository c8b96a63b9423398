import type { Choice } from './choice.js';
import { stepsToCopy, type Meter } from '../interpreter/budget.js';
import { normalText, stepsToNormalize } from '../text/normalText.js';

/** In characters. Real answers are shorter, and the text is searched for every choice. */
const MAX_PHRASE_LENGTH = 5_000;

/**
 * The choices of which a text contains a name as a whole phrase. The longest labels are searched first, and a phrase
 * that was found is removed from the text, so that "New York" does not pick "New".
 */
export function pickPhrases<C extends Choice>(
  choices: readonly C[],
  text: string,
  meter: Meter,
): C[] {
  if (text.length > MAX_PHRASE_LENGTH) return [];
  const longestFirst = choices
    .map((choice, index) => ({ choice, position: String(index + 1) }))
    .sort((one, other) => labelLength(other.choice) - labelLength(one.choice));
  const picked = new Set<C>();
  let rest = normalText(text);
  const words = new Set(rest.match(WORDS)?.map(folded));
  for (const nameOf of NAMES) {
    for (const { choice, position } of longestFirst) {
      const name = (picked.has(choice) ? undefined : nameOf(choice, position)) ?? '';
      meter.charge(CHOICE_STEPS + stepsToCopy(name.length) + stepsToNormalize(name));
      if (!mayHold(words, name)) continue;
      meter.charge(stepsToSearch(rest, name));
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

/** The names of a choice, tried one after another over all choices; last its position from 1. */
const NAMES: readonly ((choice: Choice, position: string) => string | undefined)[] = [
  ({ id }) => id,
  ({ value }) => value,
  ({ label }) => label,
  (_choice, position) => position,
];

/** Whether a search may find a name: every word of it is in the text. This rules out nearly all choices. */
function mayHold(words: ReadonlySet<string>, name: string): boolean {
  if (name === '' || name.length > MAX_PHRASE_LENGTH) return false;
  return (normalText(name).match(WORDS) ?? []).every((word) => words.has(folded(word)));
}

const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

/** The steps it takes to check the words of a choice, besides reading its name. */
const CHOICE_STEPS = 8;

/** The steps of a search: it begins at each character of the text, and may compare the whole phrase there. */
function stepsToSearch(text: string, phrase: string): number {
  return text.length * 2 + Math.floor((text.length * phrase.length) / COMPARED_IN_A_STEP);
}

/** Characters. */
const COMPARED_IN_A_STEP = 64;

/** The same text for all spellings of a word that differ only in case. */
function folded(word: string): string {
  return word.toLowerCase().toUpperCase().toLowerCase();
}

/** A normal text without a whole phrase, in any case and with gaps of any width; undefined when the phrase is not there. */
function without(text: string, phrase: string): string | undefined {
  const words = normalText(phrase).trim().split(/\s+/).map(escapePattern).join('\\s+');
  if (!words) return undefined;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${words}(?![\\p{L}\\p{N}\\p{M}])`, 'iu');
  return pattern.test(text) ? text.replace(pattern, REMOVED) : undefined;
}

/** Replaces a phrase that was removed. No name contains it, so none is found across the gap. */
const REMOVED = '\0';

function escapePattern(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
}
