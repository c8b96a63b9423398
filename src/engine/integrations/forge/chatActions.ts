import type { z } from 'zod';
import type { ForgeAction, Vendor } from './action.js';
import { defineForge } from './defineForge.js';
import {
  amount,
  flag,
  listOf,
  mapping,
  messagesField,
  oneOf,
  text,
  toolsField,
  TYPE_LABELS,
  valuesField,
  variable,
} from './fields.js';

/** What is stated of the option that names a model. */
export const MODEL = { listedBy: ['credentialsId'] } as const;

const ITEMS = ['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens'] as const;

/** Generates the next message of a dialogue; nearly every vendor of models has this action, under different names. */
export function chatCompletion(
  name = 'Create chat completion',
  options: z.ZodRawShape = {},
): ForgeAction {
  return {
    name,
    options: {
      model: text('The model', MODEL),
      messages: messagesField,
      tools: toolsField,
      temperature: amount('How freely the model answers: the more, the less predictable', {
        default: 1,
      }),
      responseMapping: mapping(ITEMS),
      ...options,
    },
    items: ITEMS,
    canStream: true,
  };
}

const TYPES = ['string', 'number', 'boolean', 'array', 'enum'];

const EXTRACTED = {
  type: oneOf(TYPES, 'What the value is', { labels: TYPE_LABELS }),
  variableId: variable('to fill'),
  description: text('What it means'),
  isRequired: flag('Whether the model must give it', { default: true }),
  values: valuesField,
};

/** Extracts values from a text with a model; the output holds each under the id of its variable. */
export const generateVariables: ForgeAction = {
  name: 'Generate variables',
  options: {
    model: text('The model', MODEL),
    prompt: text('The text to read, and what to look for', { control: 'LONG_TEXT' }),
    variablesToExtract: listOf(EXTRACTED, 'The variables to fill', { title: 'Variables to fill' }),
  },
  lists: { key: 'variablesToExtract', part: 'variableId' },
};

/** The kind of block that lets a model of a vendor answer, for vendors that are used for nothing else. */
export function defineChatModel({ type, label, icon }: Pick<Vendor, 'type' | 'label' | 'icon'>) {
  return defineForge({
    ...{ type, label, icon },
    searchWords: ['ai', 'model', 'answer', 'llm'],
    summary: `Lets a model of ${label} answer.`,
    leaves: `The messages, and the descriptions and results of the functions, go to ${label}.`,
    repeats: 'The model is asked again, which is paid for again.',
    example: { messages: [{ role: 'user', content: '{{Name}}' }] },
    needsCredentials: true,
    usesAi: true,
    actions: [chatCompletion()],
  });
}
