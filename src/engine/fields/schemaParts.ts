import { z } from 'zod';
import { meaningOf, type Named, type Need } from '../documents/optionMeaning.js';
import { type FieldForm, formOf, wordsOf } from './field.js';

/** A zod schema of a document or of a part of one. */
export type Schema = z.core.$ZodType;

/** The members of objects, by name: several where a schema has alternatives. */
export type Objects = readonly ReadonlyMap<string, Schema>[];

/** What the schema of a member says, with everything it wraps. */
export interface SchemaParts {
  /** The words of the member; those of outer schemas come first. */
  readonly stated: ReturnType<typeof wordsOf>;
  readonly form: FieldForm;
  readonly isOptional: boolean;
  /** The types of its values, by zod's names. */
  readonly types: ReadonlySet<string>;
  /** The texts that it may be, where it may be no other. */
  readonly words: readonly string[] | undefined;
  readonly objects: Objects;
  /** What the entries of a list are. */
  readonly entry: SchemaParts | undefined;
  readonly bounds: Bounds;
  readonly named: Named | undefined;
  /** Whether it names a variable that is only read. */
  readonly isRead: boolean;
  readonly ownNames: readonly string[] | undefined;
  readonly need: Need | undefined;
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
}

/** Reads a schema; alternatives and wrapped schemas count as one. */
export function schemaParts(schema: Schema): SchemaParts {
  const layers = layersOf(schema);
  const plain = layers.filter((one) => !isWrapper(one));
  const stated = layers.map(wordsOf).reduceRight((inner, outer) => ({ ...inner, ...outer }), {});
  const form = layers
    .map((one) => formOf(wordsOf(one)))
    .reduceRight((inner, outer) => ({ ...inner, ...outer }), {});
  const entries = plain.flatMap((one) => (one instanceof z.ZodArray ? [one.element] : []));
  const words = plain.map(wordsIn);
  const meanings = layers.map((one) => meaningOf(one) ?? {});
  return {
    stated,
    form,
    isOptional: z.core.safeParse(schema, undefined).success,
    types: new Set(plain.map(({ _zod }) => _zod.def.type)),
    words: words.every((some) => some !== undefined) ? [...new Set(words.flat())] : undefined,
    objects: plain.flatMap((one) => (one instanceof z.ZodObject ? [membersOf(one)] : [])),
    entry: entries[0] && schemaParts(entries.length === 1 ? entries[0] : z.union(entries)),
    bounds: plain.map(boundsOf).reduce((all, some) => ({ ...all, ...some }), {}),
    named: meanings.find(({ names }) => names !== undefined)?.names,
    isRead: meanings.some(({ isRead }) => isRead === true),
    ownNames: meanings.find(({ ownNames }) => ownNames !== undefined)?.ownNames,
    need: meanings.find(({ need }) => need !== undefined)?.need,
  };
}

function isWrapper(schema: Schema): boolean {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodUnion
  );
}

/** The schema, the schemas that it wraps or chooses from, and so on. Lazy ones contain themselves, and are not opened. */
function layersOf(schema: Schema): Schema[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return [schema, ...layersOf(schema.unwrap())];
  if (schema instanceof z.ZodUnion) return [schema, ...schema.options.flatMap(layersOf)];
  return [schema];
}

function wordsIn(schema: Schema): readonly string[] | undefined {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  return schema instanceof z.ZodLiteral ? [...schema.values].map(String) : undefined;
}

function membersOf({ shape }: z.ZodObject): ReadonlyMap<string, Schema> {
  return new Map(Object.entries<Schema>(shape));
}

/** The bounds of a number, or the length of a text. */
function boundsOf(schema: Schema): Bounds {
  if (schema instanceof z.ZodNumber) {
    const { minValue, maxValue } = schema;
    return {
      ...(isBound(minValue) && { min: minValue }),
      ...(isBound(maxValue) && { max: maxValue }),
    };
  }
  if (!(schema instanceof z.ZodString) || schema.maxLength === null) return {};
  return { maxLength: schema.maxLength };
}

/** Whether it is a bound that somebody stated: all whole numbers of zod are safe ones. */
function isBound(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && Math.abs(value) !== Number.MAX_SAFE_INTEGER;
}
