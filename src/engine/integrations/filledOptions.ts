import type { BlockContext } from '../blocks/kind/block.js';
import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';

/**
 * Options as a vendor receives them: every text filled in, including its ids, and empty texts left out. Code stays as
 * written: names in it are identifiers.
 */
export function filledOptions(options: JsonRecord, context: BlockContext): JsonRecord {
  return Object.fromEntries(
    Object.entries(options)
      .map(([key, value]) => [key, key === 'code' ? value : filled(value, context)] as const)
      .filter(([, value]) => value !== '' && value !== undefined),
  );
}

function filled(value: unknown, context: BlockContext): unknown {
  if (typeof value === 'string') return context.text(value);
  if (Array.isArray(value)) return value.map((member: unknown) => filled(member, context));
  return isJsonRecord(value) ? filledOptions(value, context) : value;
}
