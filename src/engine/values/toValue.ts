import { cleanText } from '../text/cleanText.js';
import type { Value } from './value.js';

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
