import { toValue } from './toValue.js';
import type { Value } from './value.js';

/** The texts a variable offers to choose from: the members of a list or of a JSON list, else the text itself; each once. */
export function dynamicTexts(value: Value): string[] {
  const list = typeof value === 'string' ? listIn(value) : value;
  const texts = typeof list === 'string' || list === null ? [list] : list;
  return [...new Set(texts.map((text) => text ?? '').filter((text) => text !== ''))];
}

function listIn(text: string): Value {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? toValue(parsed) : text;
  } catch {
    return text;
  }
}
