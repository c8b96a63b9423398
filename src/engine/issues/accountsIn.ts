import type { AnyBlock } from '../blocks/kind/block.js';
import { fieldsOfType } from '../flow/partFields.js';
import { isJsonRecord } from '../documents/jsonRecord.js';

/** Credentials that a block names, with the type that it needs. */
export interface NamedAccount {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

/** The credentials that a block names in its options. */
export function* accountsIn(block: AnyBlock): Generator<NamedAccount> {
  for (const [path, fields] of fieldsOfType(block.type)) {
    const type = fields[0]?.credentialsType;
    if (type === undefined) continue;
    const id = path
      .split('.')
      .reduce<unknown>((value, key) => (isJsonRecord(value) ? value[key] : undefined), block);
    if (typeof id === 'string' && id !== '') yield { id, type, path };
  }
}
