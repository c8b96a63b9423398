import { parseJson } from '../values/parseJson.js';
import { toValue, type Value } from '../values/value.js';
import { stepsIn, type Budget } from '../interpreter/budget.js';

/**
 * The texts a variable offers to choose from: the members of a list or of a JSON list, else the text itself; each once.
 */
export function dynamicTexts(value: Value, work: Pick<Budget, 'charge'>): string[] {
  return [...new Set(dynamicList(value, work).filter((text) => text !== ''))];
}

/** The same, with a gap as the empty text and every member at its index; null is the empty list. */
export function dynamicList(value: Value, work: Pick<Budget, 'charge'>): string[] {
  work.charge(stepsIn(value));
  const list = typeof value === 'string' ? listIn(value) : value;
  const texts = typeof list === 'string' ? [list] : (list ?? []);
  return texts.map((text) => text ?? '');
}

function listIn(text: string): Value {
  const parsed = parseJson(text);
  return Array.isArray(parsed) ? toValue(parsed) : text;
}
