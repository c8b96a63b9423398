import { parseJson } from '../values/parseJson.js';
import { asList, toValue, type Value } from '../values/value.js';
import { stepsIn, type Meter } from '../interpreter/budget.js';

/**
 * The texts a variable offers to choose from: the members of a list or of a JSON list, else the text itself; each once.
 */
export function dynamicTexts(value: Value, meter: Meter): string[] {
  return [...new Set(dynamicList(value, meter).filter((text) => text !== ''))];
}

/** The same, with a gap as the empty text and every member at its index; null is the empty list. */
export function dynamicList(value: Value, meter: Meter): string[] {
  meter.charge(stepsIn(value));
  const list = typeof value === 'string' ? listIn(value) : value;
  return asList(list).map((text) => text ?? '');
}

function listIn(text: string): Value {
  const parsed = parseJson(text);
  return Array.isArray(parsed) ? toValue(parsed) : text;
}
