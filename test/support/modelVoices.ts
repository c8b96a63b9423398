import type { AskedAction } from './vendorCall.js';

/** How one action of a vendor of AI is asked, and how that vendor says things. */
export interface VendorVoice extends Pick<AskedAction, 'type' | 'action' | 'options'> {
  /** The members of its credentials, for a service at this address. */
  credentials(url: string): object;
  /** The beginning of an answer that streams, with this text; absent where the answer is one piece. */
  begin?(text: string): object[];
  /** An answer that calls the function `f`; absent where models call none. */
  callF?(): object[];
}

const at = (url: string) => ({ baseUrl: url });
const messages = [{ role: 'user', content: 'Hi' }];
const tools = [
  { type: 'function', name: 'f', script: { code: 'return 1', args: [], capabilities: {} } },
];

/** Of all that use the protocol of OpenAI's chat completions. */
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

/** The beginning of an answer in the protocol of OpenAI's responses. */
const beginResponse = (delta: string): object[] => [
  { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
  { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'item' } },
  { type: 'response.output_text.delta', item_id: 'item', delta },
];
const calledF = { type: 'function_call', id: 'fc', call_id: 'c0', name: 'f', arguments: '{}' };

/** Every action that asks a vendor of AI. */
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
