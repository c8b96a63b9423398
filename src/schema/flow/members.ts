import { z } from 'zod';
import { additionsTo, meaningOf } from '../../engine/index.js';

/** A zod schema of a document or of a part of one. */
export type Schema = z.core.$ZodType;

/** What the values of a member are: `union` where they are of several sorts, `json` where they may be anything. */
export type Sort =
  'text' | 'number' | 'flag' | 'object' | 'list' | 'record' | 'richTextNode' | 'union' | 'json';

/** The sorts of the schemas that are not `json`, by zod's name for them. All our literals are texts. */
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

/** What values are that fit one of these schemas; null and absence aside. */
export function sortOf(schemas: readonly Schema[]): Sort {
  const found = sortsOf(schemas);
  const [only = 'json', ...others] = found;
  if (others.length === 0) return only;
  return found.includes('json') ? 'json' : 'union';
}

/** All sorts of values that fit one of these schemas, each once, by the alphabet. */
export function sortsOf(schemas: readonly Schema[]): readonly Sort[] {
  const found = schemas.flatMap(plainIn).map(({ _zod }) => sorts[_zod.def.type] ?? 'json');
  return [...new Set(found)].sort();
}

/** The members of objects that fit one of these schemas: all schemas of each, by its name. */
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

/** The schemas of the entries of lists that fit one of these schemas. */
export function entriesOf(schemas: readonly Schema[]): readonly Schema[] {
  return schemas.flatMap(plainIn).flatMap((schema) => {
    if (schema instanceof z.ZodArray) return [schema.element];
    if (!(schema instanceof z.ZodTuple)) return [];
    const { items, rest } = schema.def;
    return [...items, rest].filter((one) => one !== null);
  });
}

/** The words that values of these schemas are one of; none where they may be other texts, too. */
export function wordsIn(schemas: readonly Schema[]): readonly string[] {
  const lists = schemas.flatMap(plainIn).map((schema) => {
    if (schema instanceof z.ZodEnum) return schema.options;
    return schema instanceof z.ZodLiteral ? [...schema.values] : [];
  });
  const words = new Set(lists.flat().map(String));
  words.delete('');
  return lists.some(({ length }) => length === 0) ? [] : [...words];
}

/** Whether one of these schemas is of the id of something of ours: a variable, credentials, a group. */
export function namesOurs(schemas: readonly Schema[]): boolean {
  return schemas.flatMap(plainIn).some((schema) => meaningOf(schema)?.names !== undefined);
}

/** Whether every object that fits one of these schemas has the member, and never as null. */
export function isAlwaysThere(schemas: readonly Schema[], member: string): boolean {
  return schemas.flatMap(plainIn).every((schema) => {
    const found = schema instanceof z.ZodObject ? membersIn(schema)[member] : undefined;
    return found && [undefined, null].every((none) => !z.core.safeParse(found, none).success);
  });
}

/** The description of the first of these schemas that has one, its own or that of what it wraps. */
export function descriptionIn(schemas: readonly Schema[]): string | undefined {
  const [first, ...others] = schemas;
  if (!first) return undefined;
  const own = z.globalRegistry.get(first)?.description;
  const inner = first instanceof z.ZodOptional || first instanceof z.ZodNullable;
  return own ?? descriptionIn(inner ? [first.unwrap(), ...others] : others);
}

/**
 * The schemas that a schema wraps or chooses from, without null; else the schema itself. A lazy schema is left as it
 * is: only rich text has one, which contains itself.
 */
export function plainIn(schema: Schema): readonly Schema[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return plainIn(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(plainIn);
  if (schema instanceof z.ZodNull) return [];
  return [schema, ...additionsTo(schema)];
}
