import { z } from 'zod';
import { chatCompletion, generateVariables } from '../../integrations/forge/chatActions.js';
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
  summary: 'Lets OpenAI answer, speak, listen, or read values out of a text.',
  leaves:
    'Messages, prompts and texts, the descriptions and results of functions, and recordings to transcribe go to OpenAI, or ' +
    'to the address of the credentials; OpenAI fetches images that a message names. The code of functions stays here. With ' +
    '"Ask Assistant", which OpenAI itself ended on 2026-08-26, and "Ask Model" OpenAI keeps the dialogue.',
  repeats:
    'The model is asked again, which is paid for again. "Ask Assistant" may add the message to its thread twice.',
  example: { messages: [{ role: 'user', content: '{{Name}}' }] },
  needsCredentials: true,
  base: {
    baseUrl: text('Where the service runs', 'https://api.openai.com/v1'),
    apiVersion: text('Its version, for services that want one'),
  },
  actions: [
    chatCompletion(),
    {
      name: 'Ask Assistant',
      options: {
        assistantId: text('The assistant'),
        threadVariableId: variable('that holds the thread'),
        threadId: text('The thread, in older flows'),
        message: text('What is said to it'),
        additionalInstructions: text('Further instructions'),
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
        model: text('The model', 'tts-1'),
        input: text('What is said'),
        voice: oneOf(VOICES, 'The voice'),
        instructions: text('How it is said'),
        saveUrlInVariableId: variable('for the address of the recording'),
      },
      saves: { saveUrlInVariableId: 'URL' },
    },
    {
      name: 'Create transcription',
      options: {
        url: text('The address of the recording'),
        model: text('The model'),
        prompt: text('What helps to understand it'),
        transcriptionVariableId: variable('for what was said'),
      },
      saves: { transcriptionVariableId: 'Transcription' },
    },
    generateVariables,
    {
      name: 'Ask Model',
      options: {
        model: text('The model'),
        message: text('What is said to it'),
        instructions: text('Its instructions'),
        responseIdVariableId: variable('that holds the id of its last answer'),
        fileSearchVectorStoreIds: z
          .array(z.string())
          .optional()
          .describe('The files to search, by the ids of their stores.'),
        fileSearchMaxNumResults: amount('How many results a search in files gives'),
        fileSearchScoreThreshold: amount('How good a result must be'),
        webSearchEnabled: flag('Whether it may search the web'),
        codeInterpreterEnabled: flag('Whether it may run code'),
        functions: toolsField,
        temperature: amount('How freely it answers', 1),
        responseMapping: mapping(MODEL_ITEMS),
      },
      items: MODEL_ITEMS,
      canStream: true,
      reads: { responseIdVariableId: 'previousResponseId' },
      saves: { responseIdVariableId: 'Response ID' },
    },
  ],
});
