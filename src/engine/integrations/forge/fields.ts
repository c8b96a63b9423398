import { z } from 'zod';
import { numberOrTemplateSchema } from '../../blocks/kind/blockFields.js';
import { variableIdSchema } from '../../documents/optionMeaning.js';

/** A text option of a vendor's action, which may hold variables. */
export function text(description: string, standard?: string) {
  return z
    .string()
    .optional()
    .meta(described(`${description}; a template.`, standard));
}

/** An option that names a variable. */
export function variable(description: string) {
  return variableIdSchema.optional().meta(described(`The variable ${description}.`));
}

/** A number, or a template that yields one. */
export function amount(description: string, standard?: number) {
  return numberOrTemplateSchema.optional().meta(described(`${description}.`, standard));
}

/** One of several words. */
export function oneOf(values: readonly string[], description: string, standard?: string) {
  return z
    .enum(values)
    .optional()
    .meta(described(`${description}.`, standard));
}

/** Yes or no. */
export function flag(description: string) {
  return z
    .boolean()
    .optional()
    .meta(described(`${description}.`, false));
}

/** A list of objects. */
export function listOf(shape: z.ZodRawShape, description: string) {
  return z
    .array(z.looseObject(shape))
    .optional()
    .meta(described(`${description}.`));
}

/** The variables for the parts of the output; a mapping that names no part means the first. */
export function mapping(items: readonly string[]) {
  const shape = { item: text(items.join(', '), items[0]), variableId: variable('to fill') };
  return listOf(shape, 'Which parts of the answer go into which variables');
}

const TOOL_PARAMETER = {
  type: oneOf(['string', 'number', 'boolean', 'enum'], 'What the parameter is'),
  name: text('Its name'),
  description: text('What it is for'),
  required: flag('Whether the model must give it'),
  values: z.array(z.string()).optional(),
};

/** Functions a model may call. */
export const toolsField = listOf(
  {
    type: z.literal('function').optional(),
    name: text('Its name'),
    description: text('What it does'),
    parameters: listOf(TOOL_PARAMETER, 'What it is given'),
    code: z.string().optional().describe('JavaScript that is run on the server.'),
  },
  'Functions the model may call',
);

/** Functions of an assistant, which already has their parameters. */
export const functionsField = listOf(
  { name: text('Its name'), code: z.string().optional().describe('JavaScript that is run.') },
  'Functions the assistant may call',
);

/** The messages for a model: single ones, or a variable that holds a dialogue. */
export const messagesField = z
  .array(
    z.union([
      z.looseObject({
        role: z.enum(['system', 'user', 'assistant']).optional(),
        content: z.string().optional(),
      }),
      z.looseObject({
        role: z.literal('Dialogue'),
        dialogueVariableId: variableIdSchema.optional(),
        startsBy: z.enum(['user', 'assistant']).optional(),
      }),
    ]),
  )
  .optional()
  .describe('What is said to the model, oldest first; a `Dialogue` is a list that takes turns.');

function described(description: string, standard?: string | number | boolean) {
  return { description, ...(standard !== undefined && { default: standard }) };
}
