import { z } from 'zod';
import { oncePer } from './oncePer.js';
import { additionsTo, meaningOf, type OptionMeaning } from './optionMeaning.js';

type Schema = z.core.$ZodType;

/**
 * What a schema says of a document besides whether it is valid, for walks along both. Where a schema allows several
 * shapes it has the parts of all of them: a document has those of one.
 */
export interface Shape {
  readonly meaning: OptionMeaning;
  /** What an object holds, by name. */
  readonly members: ReadonlyMap<string, Member>;
  /** What a list holds. */
  readonly element: (() => Shape) | undefined;
}

/** A member of an object. */
export interface Member {
  readonly shape: () => Shape;
  /** The member may be left out, and null is no value of its own: then null says no more than absence. */
  readonly isNullAbsence: boolean;
}

/** The shape of a schema, worked out once, and only as far as walks go: rich text holds rich text. */
export const shapeOf: (schema: Schema) => () => Shape = oncePer((schema: Schema) =>
  lazily(() => shapeOfSome([schema])),
);

function shapeOfSome(schemas: readonly Schema[]): Shape {
  const plain = schemas.flatMap(alternativesIn);
  const objects = plain.filter((one) => one instanceof z.ZodObject);
  const elements = plain.flatMap(elementsOf);
  const keys = new Set(objects.flatMap(({ shape }) => Object.keys(shape)));
  return {
    meaning: Object.assign({}, ...plain.map(meaningOf)),
    members: new Map([...keys].map((key) => [key, memberOf(objects, key)])),
    element: elements.length === 0 ? undefined : shapeOfAll(elements),
  };
}

function shapeOfAll(schemas: readonly Schema[]): () => Shape {
  const [only, ...others] = schemas;
  return only && others.length === 0 ? shapeOf(only) : lazily(() => shapeOfSome(schemas));
}

function memberOf(objects: readonly z.ZodObject[], key: string): Member {
  const schemas = objects.map(({ shape }) => shape[key]).filter((one) => one !== undefined);
  const takes = (value: unknown) =>
    schemas.some((schema) => z.core.safeParse(schema, value).success);
  const mayBeAbsent = schemas.length < objects.length || takes(undefined);
  return { shape: shapeOfAll(schemas), isNullAbsence: mayBeAbsent && !takes(null) };
}

/** The schemas a schema is another way of saying, or a choice of. */
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
