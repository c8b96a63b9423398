import { z } from 'zod';
import type { ForgeAction } from './action.js';
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
  variable,
} from './fields.js';

const ITEMS = ['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens'] as const;

/** Generates the next message of a dialogue; nearly every vendor of models has this action, under different names. */
export function chatCompletion(
  name = 'Create chat completion',
  options: z.ZodRawShape = {},
): ForgeAction {
  return {
    name,
    options: {
      model: text('The model'),
      messages: messagesField,
      tools: toolsField,
      temperature: amount('How freely the model answers', 1),
      responseMapping: mapping(ITEMS),
      ...options,
    },
    items: ITEMS,
    canStream: true,
  };
}

const EXTRACTED = {
  type: oneOf(['string', 'number', 'boolean', 'array', 'enum'], 'What the value is'),
  variableId: variable('to fill'),
  description: text('What it means'),
  isRequired: flag('Whether the model must give it', true),
  values: z.array(z.string()).optional().describe('With the type `enum`: what it may be.'),
};

/** Extracts values from a text with a model; the output holds each under the id of its variable. */
export const generateVariables: ForgeAction = {
  name: 'Generate variables',
  options: {
    model: text('The model'),
    prompt: text('The text to read, and what to look for'),
    variablesToExtract: listOf(EXTRACTED, 'The variables to fill'),
  },
  lists: { key: 'variablesToExtract', part: 'variableId' },
};

/** The kind of block that lets a model of a vendor answer, for vendors that are used for nothing else. */
export function defineChatModel(type: string, vendor: string) {
  return defineForge({
    type,
    summary: `Lets a model of ${vendor} answer.`,
    leaves: `The messages, and the descriptions and results of the functions, go to ${vendor}.`,
    repeats: 'The model is asked again, which is paid for again.',
    example: { messages: [{ role: 'user', content: '{{Name}}' }] },
    needsCredentials: true,
    actions: [chatCompletion()],
  });
}
