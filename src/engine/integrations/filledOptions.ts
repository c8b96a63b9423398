import type { Here } from '../blocks/kind/block.js';
import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';

/**
 * Options as somebody outside needs them: every text filled in, ids of theirs too, and texts that come out empty left
 * out (engine §5.3). Code stays as written: names in it are identifiers, not texts.
 */
export function filledOptions(options: JsonRecord, here: Here): JsonRecord {
  return Object.fromEntries(
    Object.entries(options)
      .map(([key, value]) => [key, key === 'code' ? value : filled(value, here)] as const)
      .filter(([, value]) => value !== '' && value !== undefined),
  );
}

function filled(value: unknown, here: Here): unknown {
  if (typeof value === 'string') return here.text(value);
  if (Array.isArray(value)) return value.map((member: unknown) => filled(member, here));
  return isJsonRecord(value) ? filledOptions(value, here) : value;
}
