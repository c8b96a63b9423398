import { kindOf } from '../blocks/index.js';
import type { ValueType } from '../blocks/kind/valueType.js';
import { valueKindOf } from '../blocks/values/index.js';
import type { JsonRecord } from '../documents/jsonRecord.js';

/** The member in which an input, and a block that sets a variable, names it. */
const OWN = 'options.variableId';

/** What a variable holds that a member of a block sets; null where that empties it. */
export function typeSet({ type, options }: JsonRecord, path: string): ValueType | null {
  if (path !== OWN || typeof type !== 'string') return 'ANY';
  if (type !== 'Set variable') return kindOf(type).holds ?? 'TEXT';
  const { type: asked } = options as JsonRecord; // The path leads through it.
  const kind = valueKindOf(typeof asked === 'string' ? asked : undefined);
  if (!kind) return 'ANY';
  return kind.holds === undefined ? 'TEXT' : kind.holds;
}
