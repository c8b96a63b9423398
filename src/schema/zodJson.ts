import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { additionsTo } from '../engine/index.js';
import { meantEverywhere } from './flow/objectType.js';

/** The JSON Schema of a zod schema's input. Parts with an `id` become its `$defs`. */
export function toJsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: tidy });
}

const ANY = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/**
 * Makes schemas explicit: an empty one becomes a list of all types. Objects may have further members, which is the default of JSON Schema
 * and needs no keyword.
 */
function tidy({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  // An array of types, which zod's declaration of JSON Schema lacks.
  if (zodSchema instanceof z.ZodUnknown) Object.assign(jsonSchema, { type: ANY, items: true });
  if (zodSchema instanceof z.ZodRecord) delete jsonSchema.propertyNames;
  if (zodSchema instanceof z.ZodObject) tidyObject(zodSchema, jsonSchema);
}

function tidyObject(zodSchema: z.ZodObject, jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const isOpen = zodSchema.def.catchall instanceof z.ZodUnknown;
  if (isOpen && jsonSchema.additionalProperties !== true) delete jsonSchema.additionalProperties;
  const properties = { ...addedMembers(zodSchema), ...jsonSchema.properties };
  if (Object.keys(properties).length > 0) jsonSchema.properties = properties;
  else delete jsonSchema.properties;
  for (const [name, means] of Object.entries(meantEverywhere)) {
    const member = properties[name];
    if (typeof member === 'object' && !member.$ref) member.description ??= means;
  }
}

/** The members that further schemas declare (`alsoShapedAs`); if several declare a member, it may be any of them. */
function addedMembers(schema: z.ZodObject): Record<string, z.core.JSONSchema.BaseSchema> {
  const added: Record<string, z.core.JSONSchema.BaseSchema[]> = {};
  for (const { properties = {} } of additionsTo(schema).map(toJsonSchema)) {
    for (const [name, member] of Object.entries(properties)) {
      const known = (added[name] ??= []);
      const isKnown = known.some((other) => isDeepStrictEqual(other, member));
      if (typeof member === 'object' && !isKnown) known.push(member);
    }
  }
  return Object.fromEntries(
    Object.entries(added).map(([name, [first = {}, ...others]]) => [
      name,
      others.length === 0 ? first : { anyOf: [first, ...others] },
    ]),
  );
}
