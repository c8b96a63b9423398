import { z } from 'zod';
import { oncePer } from './oncePer.js';
import { additionsTo, meaningOf, type OptionMeaning } from './optionMeaning.js';

type Schema = z.core.$ZodType;

/**
 * The members, elements and meanings that a schema states, for code that walks a document along its schema. Where a
 * schema allows alternatives, the shape has the parts of all of them.
 */
export interface Shape {
  readonly meaning: OptionMeaning;
  /** The members of an object, by name. */
  readonly members: ReadonlyMap<string, Member>;
  /** The shape of the elements of a list. */
  readonly element: (() => Shape) | undefined;
}

/** A member of an object. */
export interface Member {
  readonly shape: () => Shape;
  /** Whether null means the same as absence: the member may be left out, and the schema does not accept null. */
  readonly isNullAbsence: boolean;
}

/** The shape of a schema. It is made once and lazily, because a shape may contain itself, as that of rich text does. */
export const shapeOf: (schema: Schema) => () => Shape = oncePer((schema: Schema) =>
  lazily(() => shapeOfSome([schema])),
);

function shapeOfSome(schemas: readonly Schema[]): Shape {
  const plain = schemas.flatMap(alternativesIn);
  const objects = plain.filter((one) => one instanceof z.ZodObject);
  const elements = plain.flatMap(elementsOf);
  const keys = new Set(objects.map(membersIn).flatMap(Object.keys));
  return {
    meaning: plain.reduce((all, one) => ({ ...all, ...meaningOf(one) }), {}),
    members: new Map([...keys].map((key) => [key, memberOf(objects, key)])),
    element: elements.length === 0 ? undefined : shapeOfAll(elements),
  };
}

function shapeOfAll(schemas: readonly Schema[]): () => Shape {
  const [only, ...others] = schemas;
  return only && others.length === 0 ? shapeOf(only) : lazily(() => shapeOfSome(schemas));
}

function memberOf(objects: readonly z.ZodObject[], key: string): Member {
  const schemas = objects.map((one) => membersIn(one)[key]).filter((one) => one !== undefined);
  const takes = (value: unknown) =>
    schemas.some((schema) => z.core.safeParse(schema, value).success);
  const mayBeAbsent = schemas.length < objects.length || takes(undefined);
  return { shape: shapeOfAll(schemas), isNullAbsence: mayBeAbsent && !takes(null) };
}

function membersIn({ shape }: z.ZodObject): Readonly<Record<string, Schema>> {
  return shape;
}

/** The schemas that a schema wraps or chooses from; else the schema itself. */
function alternativesIn(schema: Schema): Schema[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodLazy
  )
    return alternativesIn(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(alternativesIn);
  return [schema, ...additionsTo(schema)];
}

function elementsOf(schema: Schema): Schema[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (!(schema instanceof z.ZodTuple)) return [];
  const { items, rest } = schema.def;
  return [...items, rest].filter((one) => one !== null);
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
