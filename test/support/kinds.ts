import 'reflect-metadata';
import type { Kind, Kinds } from '../../packages/console/src/blocks/kinds.js';
import type { Field } from '../../packages/console/src/blocks/formModel.js';
import { type BlockKind, KINDS } from '../../src/engine/index.js';
import { blockTypeOf } from '../../src/schema/blockType.js';

/** A kind of block as the server describes it to the console: as JSON. */
export function describedKind(kind: BlockKind): Kind {
  const described = { responsePath: null, ...blockTypeOf(kind) };
  return JSON.parse(JSON.stringify(described)) as Kind;
}

/** The form of a kind, as the server describes it. */
export function fieldsOf(kind: BlockKind): readonly Field[] {
  return JSON.parse(JSON.stringify(blockTypeOf(kind).fields)) as Field[];
}

/** The kinds of blocks as the server describes them. */
export const kinds: Kinds = new Map(KINDS.map((kind) => [kind.type, describedKind(kind)]));
