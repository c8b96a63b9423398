import type { LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import { z } from 'zod';

/** A value that a model provides: an argument of a function, or a value extracted from a text. */
export const parameterSchema = z.looseObject({
  name: z.string().min(1),
  type: z.enum(['string', 'number', 'boolean', 'array', 'enum']).catch('string'),
  description: z.string().optional().catch(undefined),
  required: z.boolean().catch(false),
  values: z.array(z.string()).optional().catch(undefined),
});

/** A parsed `parameterSchema`. */
export type Parameter = z.infer<typeof parameterSchema>;

type JsonSchema = LanguageModelV3FunctionTool['inputSchema'];
type JsonSchemaPart = NonNullable<JsonSchema['properties']>[string];

/** The JSON Schema of an object with these values. */
export function inputSchemaOf(parameters: readonly Parameter[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((parameter) => [parameter.name, partOf(parameter)]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** The JSON Schema of one value. */
function partOf({ type, description, values = [] }: Parameter): JsonSchemaPart {
  const described = description === undefined ? {} : { description };
  if (type === 'array') return { type, items: { type: 'string' }, ...described };
  if (type !== 'enum') return { type, ...described };
  return { type: 'string', ...(values.length > 0 && { enum: [...values] }), ...described };
}

/** The same for services that require every value: optional values may be null. */
export function strictSchemaOf(parameters: readonly Parameter[]): JsonSchema {
  const parts = parameters.map((parameter): [string, JsonSchemaPart] => [
    parameter.name,
    parameter.required ? partOf(parameter) : { anyOf: [partOf(parameter), { type: 'null' }] },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(parts),
    required: parts.map(([name]) => name),
    additionalProperties: false,
  };
}
