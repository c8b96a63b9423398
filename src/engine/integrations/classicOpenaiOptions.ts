import { z } from 'zod';
import { numberOrTemplateSchema } from '../blocks/kind/blockFields.js';
import { accountIdSchema, variableIdSchema } from '../documents/optionMeaning.js';

/** The role of a message that stands for two lists, one for each side. */
export const SEQUENCE = 'Messages sequence ✨';

const base = {
  credentialsId: accountIdSchema.optional().describe('The account with the vendor.'),
  baseUrl: z
    .string()
    .optional()
    .meta({ description: 'Where the service runs.', default: 'https://api.openai.com/v1' }),
  apiVersion: z.string().optional().describe('Its version, for services that want one.'),
};

const messagesSchema = z.array(
  z.union([
    z.looseObject({
      role: z.enum(['system', 'user', 'assistant']).optional(),
      content: z.string().optional(),
    }),
    z.looseObject({
      role: z.literal(SEQUENCE),
      content: z
        .looseObject({
          userMessagesVariableId: variableIdSchema.optional(),
          assistantMessagesVariableId: variableIdSchema.optional(),
        })
        .optional(),
    }),
    z.looseObject({
      role: z.literal('Dialogue'),
      dialogueVariableId: variableIdSchema.optional(),
      startsBy: z.enum(['user', 'assistant']).optional(),
    }),
  ]),
);

const ITEMS = ['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens', ''];

/** The options of the classic OpenAI block, by its task. */
export const classicOpenaiOptionsSchema = z.discriminatedUnion('task', [
  z.looseObject({
    ...base,
    task: z.literal('Create chat completion').optional(),
    model: z.string().optional().meta({ description: 'The model.', default: 'gpt-3.5-turbo' }),
    messages: messagesSchema.optional().describe('What is said to the model; templates.'),
    advancedSettings: z
      .looseObject({ temperature: numberOrTemplateSchema.optional() })
      .optional()
      .describe('How freely the model answers: `temperature`.'),
    responseMapping: z
      .array(
        z.looseObject({
          id: z.string(),
          valueToExtract: z.enum(ITEMS).optional(),
          variableId: variableIdSchema.optional(),
        }),
      )
      .optional()
      .describe(
        'Which parts of the answer go into which variables; the message is added to a list.',
      ),
  }),
  z.looseObject({
    ...base,
    task: z.literal('Create speech'),
    model: z.string().optional().describe('The model.'),
    input: z.string().optional().describe('What is said; a template.'),
    voice: z
      .enum(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'])
      .optional()
      .describe('The voice.'),
    saveUrlInVariableId: variableIdSchema.optional().describe('The variable for the address.'),
  }),
  z.looseObject({ ...base, task: z.literal('Create image') }),
]);

/** The options of the classic OpenAI block. */
export type ClassicOpenaiOptions = z.infer<typeof classicOpenaiOptionsSchema>;

/** The messages for the model. */
export type ClassicMessages = z.infer<typeof messagesSchema>;
