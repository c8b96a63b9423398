import { z } from 'zod';
import type { BlockKind } from '../block.js';
import { image } from './bubbles/image.js';
import { text } from './bubbles/text.js';
import { buttons } from './inputs/buttons.js';
import { email } from './inputs/email.js';
import { number } from './inputs/number.js';
import { text as textInput } from './inputs/text.js';
import { condition } from './logic/condition.js';
import { jump } from './logic/jump.js';
import { redirect } from './logic/redirect.js';
import { setVariable } from './logic/setVariable.js';
import { wait } from './logic/wait.js';
import { unknown } from './unknown.js';

/** Every kind of block there is; a new one is a file and a line here. */
export const KINDS = [
  text,
  image,
  textInput,
  number,
  email,
  buttons,
  setVariable,
  condition,
  redirect,
  wait,
  jump,
] as const;

const kinds = new Map<string, BlockKind>(KINDS.map((kind) => [kind.type, kind]));

/** The kind of a block by its `type`; the `unknown` one for a type this server does not know. */
export function kindOf(type: string): BlockKind {
  return kinds.get(type) ?? unknown;
}

/** Whether this server knows a block type. */
export function isKnownType(type: string): boolean {
  return kinds.has(type);
}

/**
 * A block as stored: shaped as its kind says, or of a type this server does not know and then kept as it is.
 * When it fails, the first list of the union's issues is that of its kind.
 */
export const blockSchema = z.union([
  z.discriminatedUnion('type', [KINDS[0].schema, ...KINDS.slice(1).map((kind) => kind.schema)]),
  unknown.schema.refine(({ type }) => !isKnownType(type), { abort: true, path: ['type'] }),
]);

/** A block of any kind. */
export type Block = z.infer<typeof blockSchema>;
