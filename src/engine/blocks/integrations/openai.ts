import { z } from 'zod';
import { optional } from '../../fields/field.js';
import { chatCompletion, generateVariables, MODEL } from '../../integrations/forge/chatActions.js';
import { defineForge } from '../../integrations/forge/defineForge.js';
import {
  amount,
  flag,
  functionsField,
  mapping,
  oneOf,
  text,
  toolsField,
  variable,
} from '../../integrations/forge/fields.js';

const VOICES = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];
const ASSISTANT_ITEMS = ['Message', 'Thread ID'];
const MODEL_ITEMS = ['Message', 'Response ID'];

/** Generates answers and speech with OpenAI, transcribes recordings, or extracts values from a text. */
export const openai = defineForge({
  type: 'openai',
  label: 'OpenAI',
  icon: 'knot',
  searchWords: ['gpt', 'ai', 'chatgpt', 'model', 'speech', 'transcription'],
  summary: 'Lets OpenAI answer, speak, listen, or read values out of a text.',
  leaves:
    'Messages, prompts and texts, the descriptions and results of functions, and recordings to transcribe go to OpenAI, or ' +
    'to the address of the credentials; OpenAI fetches images that a message names. The code of functions stays here. With ' +
    '"Ask Assistant", which OpenAI itself ended on 2026-08-26, and "Ask Model" OpenAI keeps the dialogue.',
  repeats:
    'The model is asked again, which is paid for again. "Ask Assistant" may add the message to its thread twice.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  usesAi: true,
  base: {
    baseUrl: text('Where the service runs', {
      title: 'Address of the service',
      default: 'https://api.openai.com/v1',
      control: 'URL',
    }),
    apiVersion: text('Its version, for services that want one', { title: 'Version' }),
  },
  actions: [
    chatCompletion(),
    {
      name: 'Ask Assistant',
      options: {
        assistantId: text('The assistant', { title: 'Assistant' }),
        threadVariableId: variable('that holds the thread', { title: 'Thread' }),
        threadId: text('The thread, in older flows', { deprecated: true }),
        message: text('What is said to it', { control: 'LONG_TEXT' }),
        additionalInstructions: text('Further instructions', { control: 'LONG_TEXT' }),
        functions: functionsField,
        responseMapping: mapping(ASSISTANT_ITEMS),
      },
      items: ASSISTANT_ITEMS,
      canStream: true,
      reads: { threadVariableId: 'threadId' },
      saves: { threadVariableId: 'Thread ID' },
    },
    {
      name: 'Create speech',
      options: {
        model: text('The model', { ...MODEL, default: 'tts-1' }),
        input: text('What is said', { title: 'Text', control: 'LONG_TEXT' }),
        voice: oneOf(VOICES, 'The voice'),
        instructions: text('How it is said', { control: 'LONG_TEXT' }),
        saveUrlInVariableId: variable('for the address of the recording', {
          title: 'Save the address in',
        }),
      },
      saves: { saveUrlInVariableId: 'URL' },
    },
    {
      name: 'Create transcription',
      options: {
        url: text('The address of the recording', { title: 'Recording', control: 'URL' }),
        model: text('The model', MODEL),
        prompt: text('What helps to understand it, such as names', { title: 'Hints' }),
        transcriptionVariableId: variable('for what was said', { title: 'Save what was said in' }),
      },
      saves: { transcriptionVariableId: 'Transcription' },
    },
    generateVariables,
    {
      name: 'Ask Model',
      options: {
        model: text('The model', MODEL),
        message: text('What is said to it', { control: 'LONG_TEXT' }),
        instructions: text('Its instructions', { control: 'LONG_TEXT' }),
        responseIdVariableId: variable('that holds the id of its last answer', {
          title: 'ID of the last answer',
        }),
        fileSearchVectorStoreIds: optional(
          z.array(z.string()),
          'The files to search, by the ids of their stores.',
          { title: 'Files to search' },
        ),
        fileSearchMaxNumResults: amount('How many results a search in files gives', {
          title: 'Results of a search in files',
        }),
        fileSearchScoreThreshold: amount('How good a result must be, from 0 to 1', {
          title: 'Least score of a result',
        }),
        webSearchEnabled: flag('Whether it may search the web', { title: 'Searches the web' }),
        codeInterpreterEnabled: flag('Whether it may run code', { title: 'Runs code' }),
        functions: toolsField,
        temperature: amount('How freely it answers', { default: 1 }),
        responseMapping: mapping(MODEL_ITEMS),
      },
      items: MODEL_ITEMS,
      canStream: true,
      reads: { responseIdVariableId: 'previousResponseId' },
      saves: { responseIdVariableId: 'Response ID' },
    },
  ],
});
