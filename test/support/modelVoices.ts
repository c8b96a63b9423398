import type { AskedAction } from './vendorCall.js';

/** An action of an AI vendor, and how that vendor writes its answers. */
export interface VendorVoice extends Pick<AskedAction, 'type' | 'action' | 'options'> {
  /** The members of its credentials, where the service has this address. */
  credentials(url: string): object;
  /** The first events of a streamed answer with this text; absent where answers are not streamed. */
  begin?(text: string): object[];
  /** The events of an answer that calls the function `f`; absent where models cannot call functions. */
  callF?(): object[];
}

const at = (url: string) => ({ baseUrl: url });
const messages = [{ role: 'user', content: 'Hi' }];
const tools = [
  { type: 'function', name: 'f', script: { code: 'return 1', args: [], capabilities: {} } },
];

/** The voice of a vendor with OpenAI's chat completions API. */
const completion = (type: string): VendorVoice => ({
  ...{ type, action: 'Create chat completion', options: { model: 'm', messages, tools } },
  credentials: at,
  begin: (content) => [{ id: 'c', choices: [{ index: 0, delta: { role: 'assistant', content } }] }],
  callF: () => [
    {
      id: 'c',
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              { index: 0, id: 'c0', type: 'function', function: { name: 'f', arguments: '{}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    },
  ],
});

const startOfClaude = {
  type: 'message_start',
  message: { id: 'msg', model: 'claude', role: 'assistant', usage: { input_tokens: 1 } },
};
const openai = { type: 'openai', credentials: at };

/** The first events of an answer in OpenAI's Responses API. */
const beginResponse = (delta: string): object[] => [
  { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
  { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'item' } },
  { type: 'response.output_text.delta', item_id: 'item', delta },
];
const calledF = { type: 'function_call', id: 'fc', call_id: 'c0', name: 'f', arguments: '{}' };

/** Every action that requests something of an AI vendor. */
export const VOICES: readonly VendorVoice[] = [
  ...['openai', 'groq', 'deepseek', 'together-ai', 'open-router', 'mistral'].map(completion),
  {
    ...{ type: 'perplexity', action: 'Create chat completion', credentials: at },
    options: { model: 'sonar', messages, tools },
    begin: beginResponse,
    callF: () => [
      ...beginResponse('').slice(0, 1),
      { type: 'response.output_item.added', output_index: 0, item: calledF },
      {
        ...{ type: 'response.output_item.done', output_index: 0 },
        item: { ...calledF, status: 'completed' },
      },
      {
        type: 'response.completed',
        response: { usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
      },
    ],
  },
  {
    ...{ type: 'anthropic', action: 'Create Chat Message', credentials: at },
    options: { model: 'claude', messages, tools },
    begin: (text) => [
      startOfClaude,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    ],
    callF: () => [
      startOfClaude,
      {
        ...{ type: 'content_block_start', index: 0 },
        content_block: { type: 'tool_use', id: 'tu', name: 'f', input: {} },
      },
      {
        ...{ type: 'content_block_delta', index: 0 },
        delta: { type: 'input_json_delta', partial_json: '{}' },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ],
  },
  {
    ...{ ...openai, action: 'Ask Model', options: { model: 'm', message: 'Hi' } },
    begin: beginResponse,
  },
  { ...openai, action: 'Create speech', options: { input: 'Hi' } },
  { ...openai, action: 'Create image', options: { prompt: 'A cat' } },
  { ...openai, action: 'Create transcription', options: { url: '$url/clip.mp3' } },
  {
    ...openai,
    action: 'Ask Assistant',
    options: { assistantId: 'a', threadId: 't', message: 'Hi' },
  },
  {
    ...{ ...openai, action: 'Generate variables' },
    options: { model: 'm', prompt: 'x', variablesToExtract: [{ variableId: 'v', name: 'N' }] },
  },
  {
    ...{ type: 'dify-ai', action: 'Create Chat Message', options: { query: 'Hi' } },
    credentials: (apiEndpoint) => ({ apiEndpoint }),
    begin: (answer) => [{ event: 'message', answer, conversation_id: 'c' }],
  },
  {
    ...{
      type: 'dify-ai',
      action: 'Query Knowledge Base',
      options: { datasetId: 'd', query: 'Hi' },
    },
    credentials: (apiEndpoint) => ({ apiEndpoint }),
  },
  {
    ...{ type: 'chat-node', action: 'Send Message', options: { botId: 'b', message: 'Hi' } },
    credentials: at,
  },
  {
    ...{ type: 'elevenlabs', action: 'Convert text to speech', credentials: at },
    options: { text: 'Hi', voiceId: 'v' },
  },
];
