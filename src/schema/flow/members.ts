import { z } from 'zod';
import { additionsTo, meaningOf } from '../../engine/index.js';

/** A zod schema of a document or of a part of one. */
export type Schema = z.core.$ZodType;

/** The type of a member's values: `union` if there are several, `json` if they may be anything. */
export type Sort =
  'text' | 'number' | 'flag' | 'object' | 'list' | 'record' | 'richTextNode' | 'union' | 'json';

/** The sorts by zod's names of types; all others are `json`. All our literals are texts. */
const sorts: Readonly<Record<string, Sort>> = {
  string: 'text',
  enum: 'text',
  literal: 'text',
  number: 'number',
  boolean: 'flag',
  object: 'object',
  array: 'list',
  tuple: 'list',
  record: 'record',
  lazy: 'richTextNode',
};

/** The sort of the values of these schemas, apart from null and undefined. */
export function sortOf(schemas: readonly Schema[]): Sort {
  const sortsFound = sortsOf(schemas);
  const [only = 'json', ...others] = sortsFound;
  if (others.length === 0) return only;
  return sortsFound.includes('json') ? 'json' : 'union';
}

/** All sorts of the values of these schemas, in alphabetical order. */
export function sortsOf(schemas: readonly Schema[]): readonly Sort[] {
  const found = schemas.flatMap(plainIn).map(({ _zod }) => sorts[_zod.def.type] ?? 'json');
  return [...new Set(found)].sort();
}

/** The members of objects of these schemas: for each name, all schemas that it has. */
export function membersOf(schemas: readonly Schema[]): ReadonlyMap<string, readonly Schema[]> {
  const members = new Map<string, Schema[]>();
  for (const schema of schemas.flatMap(plainIn)) {
    if (!(schema instanceof z.ZodObject)) continue;
    for (const [name, member] of Object.entries(membersIn(schema))) {
      members.set(name, [...(members.get(name) ?? []), member]);
    }
  }
  return members;
}

function membersIn({ shape }: z.ZodObject): Readonly<Record<string, Schema>> {
  return shape;
}

/** The schemas of the entries of lists of these schemas. */
export function entriesOf(schemas: readonly Schema[]): readonly Schema[] {
  return schemas.flatMap(plainIn).flatMap((schema) => {
    if (schema instanceof z.ZodArray) return [schema.element];
    if (!(schema instanceof z.ZodTuple)) return [];
    const { items, rest } = schema.def;
    return [...items, rest].filter((entry) => entry !== null);
  });
}

/** The texts to which these schemas limit their values; empty if other texts are possible. */
export function wordsIn(schemas: readonly Schema[]): readonly string[] {
  const lists = schemas.flatMap(plainIn).map((schema) => {
    if (schema instanceof z.ZodEnum) return schema.options;
    return schema instanceof z.ZodLiteral ? [...schema.values] : [];
  });
  const words = new Set(lists.flat().map(String));
  words.delete('');
  return lists.some(({ length }) => length === 0) ? [] : [...words];
}

/** Whether one of these schemas is the id of an object of this server, such as a variable, credentials or a group. */
export function namesOurs(schemas: readonly Schema[]): boolean {
  return schemas.flatMap(plainIn).some((schema) => meaningOf(schema)?.names !== undefined);
}

/** Whether every object of these schemas has the member, and never as null. */
export function isAlwaysThere(schemas: readonly Schema[], member: string): boolean {
  return schemas.flatMap(plainIn).every((schema) => {
    const memberSchema = schema instanceof z.ZodObject ? membersIn(schema)[member] : undefined;
    return (
      memberSchema &&
      [undefined, null].every((none) => !z.core.safeParse(memberSchema, none).success)
    );
  });
}

/** The default that these schemas, or those that they wrap, state; undefined if there is none. */
export function defaultIn(schemas: readonly Schema[]): unknown {
  const [first, ...others] = schemas;
  if (!first) return undefined;
  const inner = first instanceof z.ZodOptional || first instanceof z.ZodNullable;
  const stated = z.globalRegistry.get(first)?.['default'];
  return stated ?? defaultIn(inner ? [first.unwrap(), ...others] : others);
}

/** The first description among these schemas and those that they wrap. */
export function descriptionIn(schemas: readonly Schema[]): string | undefined {
  const [first, ...others] = schemas;
  if (!first) return undefined;
  const description = z.globalRegistry.get(first)?.description;
  const inner = first instanceof z.ZodOptional || first instanceof z.ZodNullable;
  return description ?? descriptionIn(inner ? [first.unwrap(), ...others] : others);
}

/**
 * Unwraps optional, nullable and union schemas, without null; other schemas are returned as they are. So are lazy ones: only rich text has
 * one, and it contains itself.
 */
export function plainIn(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return plainIn(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(plainIn);
  if (schema instanceof z.ZodNull) return [];
  return [schema, ...additionsTo(schema)];
}
