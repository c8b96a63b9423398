import { parseJson } from './parseJson.js';
import { toValue } from './toValue.js';
import type { Value } from './value.js';

/** The texts a variable offers to choose from: the members of a list or of a JSON list, else the text itself; each once. */
export function dynamicTexts(value: Value): string[] {
  return [...new Set(dynamicList(value).filter((text) => text !== ''))];
}

/** The same, with a gap left as the empty text and each in its place; nothing is the empty list. */
export function dynamicList(value: Value): string[] {
  const list = typeof value === 'string' ? listIn(value) : value;
  const texts = typeof list === 'string' ? [list] : (list ?? []);
  return texts.map((text) => text ?? '');
}

function listIn(text: string): Value {
  const parsed = parseJson(text);
  return Array.isArray(parsed) ? toValue(parsed) : text;
}
