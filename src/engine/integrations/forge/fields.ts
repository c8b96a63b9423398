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
export function flag(description: string, standard = false) {
  return z
    .boolean()
    .optional()
    .meta(described(`${description}.`, standard));
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
  values: z.array(z.string()).optional().describe('With the type `enum`: what it may be.'),
};

/** Functions a model may call. */
export const toolsField = listOf(
  {
    type: z.literal('function').optional().describe('The kind of tool.'),
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

/** A message for a model. */
export const messageSchema = z.looseObject({
  role: z.enum(['system', 'user', 'assistant']).optional().describe('Who says it.'),
  content: z.string().optional().describe('What is said; a template.'),
});

/** Messages for a model that a variable holds. */
export const dialogueSchema = z.looseObject({
  role: z.literal('Dialogue').describe('Stands for the messages in a variable.'),
  dialogueVariableId: variableIdSchema.optional().describe('The variable that holds them.'),
  startsBy: z
    .enum(['user', 'assistant'])
    .optional()
    .describe('Who says the first of them; `user` when absent.'),
});

/** The messages for a model: single ones, or a variable that holds a dialogue. */
export const messagesField = z
  .array(z.union([messageSchema, dialogueSchema]))
  .optional()
  .describe('What is said to the model, oldest first; a `Dialogue` is a list that takes turns.');

function described(description: string, standard?: string | number | boolean) {
  return { description, ...(standard !== undefined && { default: standard }) };
}
