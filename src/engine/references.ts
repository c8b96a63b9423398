import type { AnyBlock } from './block.js';
import { kindOf } from './blocks/index.js';
import { isJsonRecord, type JsonRecord } from './jsonRecord.js';
import type { Named, Need } from './optionMeaning.js';
import { shapeOf, type Shape } from './schemaShape.js';
import { namesIn } from './template.js';

/** What a block says of other parts, of its flow or of its workspace. */
export type Reference =
  /** An option holds the id of a part. */
  | { readonly names: Named; readonly id: string }
  /** A text or some code names a variable. */
  | { readonly names: 'variable'; readonly name: string }
  /** Nothing is chosen where the block cannot do without. */
  | { readonly lacks: Need };

/**
 * Everything a block refers to, in the order of its document. What an option means is stated by the schema of the block's
 * kind; of a kind this server does not know nothing is known.
 */
export function referencesIn(block: AnyBlock): Reference[] {
  const found: Reference[] = [];
  collect(block, shapeOf(kindOf(block.type).schema)(), found);
  return found;
}

function collect(value: unknown, shape: Shape, found: Reference[]): void {
  const { meaning, members, element } = shape;
  if (meaning.need && (value === undefined || value === '')) found.push({ lacks: meaning.need });
  if (typeof value === 'string') collectText(value, shape, found);
  else if (Array.isArray(value) && element)
    for (const member of value) collect(member, element(), found);
  // What is absent may lack what the block cannot do without.
  else if (members.size > 0) collectMembers(isJsonRecord(value) ? value : {}, shape, found);
}

function collectMembers(record: JsonRecord, { members }: Shape, found: Reference[]): void {
  for (const [key, member] of members) collect(record[key], member.shape(), found);
}

function collectText(text: string, { meaning }: Shape, found: Reference[]): void {
  const names = namesIn(text);
  for (const name of names) {
    if (!meaning.ownNames?.includes(name)) found.push({ names: 'variable', name });
  }
  if (meaning.names && text !== '' && names.length === 0)
    found.push({ names: meaning.names, id: text });
}
