import type { AnyBlock } from './block.js';
import { kindOf } from './blocks/index.js';
import { isJsonRecord, type JsonRecord } from './jsonRecord.js';
import type { Named, Need, OptionMeaning } from './optionMeaning.js';
import { shapeOf, type Shape } from './schemaShape.js';
import { namesIn } from './template.js';

/** What a block refers to, in its flow or in its workspace, or what it should refer to and does not. */
export type Reference =
  /** An option holds the id of a part. */
  | { readonly names: Named; readonly id: string }
  /** A text or some code names a variable. */
  | { readonly names: 'variable'; readonly name: string }
  /** Nothing is chosen in an option that the block needs. */
  | { readonly lacks: Need };

/**
 * Everything a block refers to, in the order of the members of its kind's schema. What an option means is stated by that
 * schema, see `OptionMeaning`.
 */
export function referencesIn(block: AnyBlock): Reference[] {
  const found: Reference[] = [];
  collect(block, shapeOf(kindOf(block.type).schema)(), found);
  return found;
}

function collect(value: unknown, shape: Shape, found: Reference[]): void {
  const { meaning, members, element } = shape;
  if (meaning.need && isUnchosen(value, meaning)) found.push({ lacks: meaning.need });
  else if (typeof value === 'string') collectText(value, shape, found);
  else if (Array.isArray(value) && element)
    for (const member of value) collect(member, element(), found);
  // Of an object that is absent, everything that the block needs is lacking.
  else if (members.size > 0) collectMembers(isJsonRecord(value) ? value : {}, shape, found);
}

function isUnchosen(value: unknown, { unchosen }: OptionMeaning): boolean {
  return value === undefined || value === '' || value === unchosen;
}

function collectMembers(record: JsonRecord, { members }: Shape, found: Reference[]): void {
  for (const [key, member] of members) collect(record[key], member.shape(), found);
}

function collectText(text: string, { meaning }: Shape, found: Reference[]): void {
  const names = namesIn(text);
  for (const name of names) {
    if (!meaning.ownNames?.includes(name)) found.push({ names: 'variable', name });
  }
  if (meaning.names && text !== '' && text !== meaning.ownId && names.length === 0)
    found.push({ names: meaning.names, id: text });
}
