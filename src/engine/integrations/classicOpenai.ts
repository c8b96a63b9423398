import { z } from 'zod';
import type { BlockContext } from '../blocks/kind/block.js';
import { numberOrTemplateSchema } from '../blocks/kind/blockFields.js';
import type { JsonRecord } from '../documents/jsonRecord.js';
import { accountIdSchema, variableIdSchema } from '../documents/optionMeaning.js';
import type { ForgeEffect } from '../interpreter/effect.js';
import { filledOptions } from './filledOptions.js';
import { type ChatMessage, chatMessages, inTurns, textsIn } from './forge/chatMessages.js';
import { dialogueSchema, messageSchema } from './forge/fields.js';
import { IMAGE_MODEL, IMAGE_SIZE, imageSize } from './imageSize.js';

/** The role of a message that stands for two lists, one for each side. */
const SEQUENCE = 'Messages sequence ✨';

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
    messageSchema.extend({
      name: z.string().optional().describe('Tells people of one role from each other; a template.'),
    }),
    z.looseObject({
      role: z.literal(SEQUENCE).describe('Stands for the messages in two variables, by turns.'),
      content: z
        .looseObject({
          userMessagesVariableId: variableIdSchema
            .optional()
            .describe('The variable that holds those of the user, who begins.'),
          assistantMessagesVariableId: variableIdSchema
            .optional()
            .describe('The variable that holds those of the model.'),
        })
        .optional()
        .describe('The two variables.'),
    }),
    dialogueSchema,
  ]),
);

/** The task of the block: what it does. */
function taskSchema<const T extends string>(task: T) {
  return z.literal(task).describe('What it does.');
}

const ITEMS = ['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens', ''];

/** The options of the classic OpenAI block, by its task. */
export const classicOpenaiOptionsSchema = z.discriminatedUnion('task', [
  z.looseObject({
    ...base,
    task: taskSchema('Create chat completion').optional(),
    model: z.string().optional().meta({ description: 'The model.', default: 'gpt-5.6-terra' }),
    messages: messagesSchema.optional().describe('What is said to the model; templates.'),
    advancedSettings: z
      .looseObject({
        temperature: numberOrTemplateSchema
          .optional()
          .describe('The more, the less predictable the answer is.'),
      })
      .optional()
      .describe('How freely the model answers: `temperature`.'),
    responseMapping: z
      .array(
        z.looseObject({
          id: z.string(),
          valueToExtract: z
            .enum(ITEMS)
            .optional()
            .describe('The part; the message when absent or empty.'),
          variableId: variableIdSchema.optional().describe('The variable to fill.'),
        }),
      )
      .optional()
      .describe(
        'Which parts of the answer go into which variables; the message is added to a list.',
      ),
  }),
  z.looseObject({
    ...base,
    task: taskSchema('Create speech'),
    model: z.string().optional().describe('The model.'),
    input: z.string().optional().describe('What is said; a template.'),
    voice: z
      .enum(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'])
      .optional()
      .describe('The voice.'),
    saveUrlInVariableId: variableIdSchema.optional().describe('The variable for the address.'),
  }),
  z.looseObject({
    ...base,
    task: taskSchema('Create image'),
    model: z.string().optional().meta({ description: 'The model.', default: IMAGE_MODEL }),
    prompt: z.string().optional().describe('What the picture shows; a template.'),
    advancedOptions: z
      .looseObject({
        size: z
          .string()
          .regex(IMAGE_SIZE)
          .optional()
          .describe(
            'Width and height in pixels, such as `1024x1024`, or `auto`; the nearest that the model makes where it does not make that.',
          ),
      })
      .optional()
      .describe('How the picture is: `size`.'),
    responseMapping: z
      .array(
        z.looseObject({
          id: z.string(),
          valueToExtract: z
            .enum(['Image URL', ''])
            .optional()
            .describe('The part: the address of the picture.'),
          variableId: variableIdSchema.optional().describe('The variable to fill.'),
        }),
      )
      .optional()
      .describe('Which variable gets the address of the picture.'),
  }),
]);

/** The options of the classic OpenAI block. */
export type ClassicOpenaiOptions = z.infer<typeof classicOpenaiOptionsSchema>;

/** The messages for the model. */
type ClassicMessages = z.infer<typeof messagesSchema>;

/** The request of the classic block in the format of the later one; undefined when the block requests nothing. */
export function requestOpenai(
  options: ClassicOpenaiOptions,
  context: BlockContext,
): ForgeEffect | undefined {
  const { task, credentialsId, baseUrl, apiVersion } = options;
  const wanted = wantedOf(options, context);
  if (task === undefined || !wanted) return undefined;
  return {
    kind: 'forge',
    type: 'openai',
    action: task,
    options: { ...filledOptions({ baseUrl, apiVersion }, context), ...wanted },
    ...(credentialsId !== undefined && { credentialsId }),
  };
}

/** The messages for the model, in order. */
export function classicMessages(
  messages: ClassicMessages = [],
  context: BlockContext,
): ChatMessage[] {
  return messages.flatMap((message) =>
    message.role === SEQUENCE
      ? sequenceOf(message.content, context)
      : chatMessages([message], context),
  );
}

function wantedOf(options: ClassicOpenaiOptions, context: BlockContext): JsonRecord | undefined {
  switch (options.task) {
    case undefined:
      return undefined;
    case 'Create chat completion': {
      const { model = 'gpt-5.6-terra', messages, advancedSettings } = options;
      const told = filledOptions({ model, temperature: advancedSettings?.temperature }, context);
      return { ...told, messages: classicMessages(messages, context) };
    }
    case 'Create image': {
      const { model, prompt, advancedOptions } = options;
      const asked = filledOptions({ model, prompt, size: advancedOptions?.size }, context);
      const { size } = imageSize(asked) ?? {};
      return { ...asked, ...(size !== undefined && { size }) };
    }
    case 'Create speech': {
      const { model, input, voice } = options;
      return filledOptions({ model, input, voice }, context);
    }
  }
}

/** Two lists, one for each side, that alternate; the user begins. */
function sequenceOf(content: JsonRecord = {}, context: BlockContext): ChatMessage[] {
  const asked = textsIn(content['userMessagesVariableId'], context);
  const answered = textsIn(content['assistantMessagesVariableId'], context);
  const turns = Array.from({ length: Math.max(asked.length, answered.length) }, (_, index) => [
    asked[index] ?? '',
    answered[index] ?? '',
  ]);
  return inTurns(turns.flat(), 'user').filter(({ content: text }) => text !== '');
}
