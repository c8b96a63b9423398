import { z } from 'zod';
import { numberOrTemplateSchema } from '../../blocks/kind/blockFields.js';
import { readVariableIdSchema, variableIdSchema } from '../../documents/optionMeaning.js';
import { field, optional, type Stated } from '../../fields/field.js';

/** A text option of a vendor's action, which may hold variables. */
export function text(description: string, stated: Stated = {}) {
  return optional(z.string(), `${description}.`, stated);
}

/** An option that names a variable. */
export function variable(description: string, stated: Stated = {}) {
  return optional(variableIdSchema, `The variable ${description}.`, stated);
}

/** A number, or a template that yields one. */
export function amount(description: string, stated: Stated) {
  return optional(numberOrTemplateSchema, `${description}.`, stated);
}

/** One of several words. */
export function oneOf(values: readonly string[], description: string, stated: Stated = {}) {
  return optional(z.enum(values), `${description}.`, stated);
}

/** Yes or no. */
export function flag(description: string, stated: Stated = {}) {
  return optional(z.boolean(), `${description}.`, { default: false, ...stated });
}

/** A list of objects. */
export function listOf(shape: z.ZodRawShape, description: string, stated: Stated = {}) {
  return optional(z.array(z.looseObject(shape)), `${description}.`, stated);
}

/** The variables for the parts of the output; a mapping that names no part means the first. */
export function mapping(items: readonly string[]) {
  const item = optional(z.string(), `${items.join(', ')}.`, {
    title: 'Part of the answer',
    default: items[0],
    control: 'CHOICE',
    choices: items,
  });
  const shape = { item, variableId: variable('to fill') };
  return listOf(shape, 'Which parts of the answer go into which variables', {
    title: 'Saved variables',
  });
}

/** The texts of which a value is one. */
export const valuesField = optional(
  z.array(z.string()),
  'The texts that it may be, with the type `enum`.',
  { showsWhen: { type: ['enum'] } },
);

/** Names for the types of values that a model gives. */
export const TYPE_LABELS = {
  string: 'Text',
  boolean: 'Yes or no',
  array: 'List of texts',
  enum: 'One of several texts',
} as const;

const TYPES = ['string', 'number', 'boolean', 'enum'];

const TOOL_PARAMETER = {
  type: oneOf(TYPES, 'What the parameter is', { labels: TYPE_LABELS }),
  name: text('Its name'),
  description: text('What it is for'),
  required: flag('Whether the model must give it'),
  values: valuesField,
};

function codeOf(description: string) {
  return optional(z.string(), description, { control: 'CODE', language: 'JAVASCRIPT' });
}

/** Functions a model may call. */
export const toolsField = listOf(
  {
    type: optional(z.literal('function'), 'The kind of tool.'),
    name: text('Its name'),
    description: text('What it does'),
    parameters: listOf(TOOL_PARAMETER, 'What it is given'),
    code: codeOf('JavaScript that is run on the server.'),
  },
  'Functions the model may call',
  { title: 'Functions' },
);

/** Functions of an assistant, which already has their parameters. */
export const functionsField = listOf(
  { name: text('Its name'), code: codeOf('JavaScript that is run.') },
  'Functions the assistant may call',
);

const SAID_BY = 'Who says it; a dialogue stands for the messages in a variable, by turns.';

const ROLE_LABELS = {
  system: 'Instructions',
  user: 'User',
  assistant: 'Model',
  Dialogue: 'Both, by turns, from a variable',
} as const;

/** A message for a model. */
export const messageSchema = z.looseObject({
  role: optional(z.enum(['system', 'user', 'assistant']), SAID_BY, {
    title: 'Said by',
    labels: ROLE_LABELS,
  }),
  content: optional(z.string(), 'What is said.', { title: 'Text', control: 'LONG_TEXT' }),
});

/** Messages for a model that a variable holds. */
export const dialogueSchema = z.looseObject({
  role: z.literal('Dialogue').meta(field(SAID_BY, { title: 'Said by', labels: ROLE_LABELS })),
  dialogueVariableId: optional(readVariableIdSchema, 'The variable that holds the messages.', {
    title: 'Messages',
  }),
  startsBy: optional(z.enum(['user', 'assistant']), 'Who says the first of them.', {
    title: 'First message by',
    default: 'user',
    labels: ROLE_LABELS,
  }),
});

/** The messages for a model: single ones, or a variable that holds a dialogue. */
export const messagesField = optional(
  z.array(z.union([messageSchema, dialogueSchema])),
  'What is said to the model, oldest first; a `Dialogue` is a list that takes turns.',
);
