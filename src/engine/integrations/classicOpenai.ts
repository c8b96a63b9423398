import { z } from 'zod';
import type { BlockContext } from '../blocks/kind/block.js';
import { numberOrTemplateSchema } from '../blocks/kind/blockFields.js';
import type { JsonRecord } from '../documents/jsonRecord.js';
import {
  accountIdSchema,
  readVariableIdSchema,
  variableIdSchema,
} from '../documents/optionMeaning.js';
import type { ForgeEffect } from '../interpreter/effect.js';
import { filledOptions } from './filledOptions.js';
import { type ChatMessage, chatMessages, inTurns, textsIn } from './forge/chatMessages.js';
import { dialogueSchema, messageSchema } from './forge/fields.js';
import { IMAGE_MODEL, IMAGE_SIZE, imageSize } from './imageSize.js';
import { field, optional } from '../fields/field.js';

/** The role of a message that stands for two lists, one for each side. */
const SEQUENCE = 'Messages sequence ✨';

const base = {
  credentialsId: optional(accountIdSchema, 'The account with the vendor.', {
    title: 'Account',
    credentials: 'openai',
  }),
  baseUrl: optional(z.string(), 'Where the service runs.', {
    default: 'https://api.openai.com/v1',
    title: 'Address of the service',
    control: 'URL',
  }),
  apiVersion: optional(z.string(), 'Its version, for services that want one.', {
    title: 'Version',
  }),
};

const messagesSchema = z.array(
  z.union([
    messageSchema.extend({
      name: optional(z.string(), 'Tells people of one role from each other.', { title: 'Name' }),
    }),
    z.looseObject({
      role: z
        .literal(SEQUENCE)
        .meta(
          field('Who says it; a sequence stands for the messages in two variables, by turns.', {
            title: 'Said by',
            labels: { 'Messages sequence ✨': 'Both, by turns, from two variables' },
          }),
        ),
      content: optional(
        z.looseObject({
          userMessagesVariableId: optional(
            readVariableIdSchema,
            'The variable that holds those of the user, who begins.',
            { title: 'Said by the user' },
          ),
          assistantMessagesVariableId: optional(
            readVariableIdSchema,
            'The variable that holds those of the model.',
            { title: 'Said by the model' },
          ),
        }),
        'The two variables.',
        { title: 'Variables' },
      ),
    }),
    dialogueSchema,
  ]),
);

/** The task of the block: what it does. */
function taskSchema<const T extends string>(task: T) {
  return z.literal(task).meta(field('What it does.', { title: 'What it does', isOnCanvas: true }));
}

const ITEMS = ['Message content', 'Total tokens', 'Prompt tokens', 'Completion tokens'];

/** The options of the classic OpenAI block, by its task. */
export const classicOpenaiOptionsSchema = z.discriminatedUnion('task', [
  z.looseObject({
    ...base,
    task: taskSchema('Create chat completion').optional(),
    model: optional(z.string(), 'The model.', {
      default: 'gpt-5.6-terra',
      listedBy: ['credentialsId'],
    }),
    messages: optional(messagesSchema, 'What is said to the model.'),
    advancedSettings: optional(
      z.looseObject({
        temperature: optional(
          numberOrTemplateSchema,
          'The more, the less predictable the answer is.',
        ),
      }),
      'How freely the model answers.',
      { title: 'More' },
    ),
    responseMapping: optional(
      z.array(
        z.looseObject({
          id: z.string(),
          valueToExtract: optional(z.string(), 'The part; the message when absent or empty.', {
            title: 'Part of the answer',
            default: 'Message content',
            // A text, so that a block may get another task while it names a part that only the old one has.
            control: 'CHOICE',
            choices: ITEMS,
          }),
          variableId: optional(variableIdSchema, 'The variable to fill.'),
        }),
      ),
      'Which parts of the answer go into which variables; the message is added to a list.',
      { title: 'Saved variables' },
    ),
  }),
  z.looseObject({
    ...base,
    task: taskSchema('Create speech'),
    model: optional(z.string(), 'The model.', { listedBy: ['credentialsId'] }),
    input: optional(z.string(), 'What is said.', { title: 'Text', control: 'LONG_TEXT' }),
    voice: optional(z.enum(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer']), 'The voice.'),
    saveUrlInVariableId: optional(variableIdSchema, 'The variable for the address.', {
      title: 'Save the address in',
    }),
  }),
  z.looseObject({
    ...base,
    task: taskSchema('Create image'),
    model: optional(z.string(), 'The model.', {
      default: IMAGE_MODEL,
      listedBy: ['credentialsId'],
    }),
    prompt: optional(z.string(), 'What the picture shows.', {
      title: 'Description',
      control: 'LONG_TEXT',
    }),
    advancedOptions: optional(
      z.looseObject({
        size: optional(
          z.string().regex(IMAGE_SIZE),
          'Width and height in pixels, such as `1024x1024`, or `auto`; the nearest that the model makes where it does not make that.',
        ),
      }),
      'How the picture is.',
      { title: 'More' },
    ),
    responseMapping: optional(
      z.array(
        z.looseObject({
          id: z.string(),
          valueToExtract: optional(z.string(), 'The part: the address of the picture.', {
            title: 'Part of the answer',
            default: 'Image URL',
            control: 'CHOICE',
            choices: ['Image URL'],
          }),
          variableId: optional(variableIdSchema, 'The variable to fill.'),
        }),
      ),
      'Which variable gets the address of the picture.',
      { title: 'Saved variables' },
    ),
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
