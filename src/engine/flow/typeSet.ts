import { kindOf } from '../blocks/index.js';
import type { ValueType } from '../blocks/kind/valueType.js';
import { valueKindOf } from '../blocks/values/index.js';
import { isJsonRecord } from '../documents/jsonRecord.js';
import type { JsonRecord } from '../documents/jsonRecord.js';

/** The member of a block in which most kinds name the variable that they set. */
const OWN = 'options.variableId';

/** What a variable holds that a member of a block sets; null where that empties it. */
export function typeSet({ type, options }: JsonRecord, path: string): ValueType | null {
  if (path !== OWN || typeof type !== 'string') return 'ANY';
  if (type === 'Set variable') return typeOfValue(options);
  const { family, holds = 'TEXT' } = kindOf(type);
  return family === 'input' ? holds : 'ANY';
}

function typeOfValue(options: unknown): ValueType | null {
  const asked = isJsonRecord(options) ? options['type'] : undefined;
  const kind = valueKindOf(typeof asked === 'string' ? asked : undefined);
  if (!kind) return 'ANY';
  return kind.holds === undefined ? 'TEXT' : kind.holds;
}
