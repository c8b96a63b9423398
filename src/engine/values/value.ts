import { cleanText } from '../text/cleanText.js';

/** The value of a variable: a text, a list of texts (a gap is null), or null. Objects are stored as their JSON text. */
export type Value = string | readonly (string | null)[] | null;

/** A value as a list: a text is a list of one, and null is empty. */
export function asList(value: Value): readonly (string | null)[] {
  if (value === null) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Makes any JSON value storable in a variable: texts and lists of texts stay, anything else becomes JSON text. */
export function toValue(given: unknown): Value {
  return Array.isArray(given) ? given.map(toText) : toText(given) || null;
}

function toText(given: unknown): string | null {
  if (typeof given === 'string') return cleanText(given);
  if (typeof given === 'number' && !Number.isFinite(given)) return null;
  const json: string | undefined = JSON.stringify(given ?? undefined);
  return json === undefined ? null : cleanText(json);
}
