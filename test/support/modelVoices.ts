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

/** A block that shows a text of a model: its options, and how its vendor writes an answer. */
export interface TextVoice {
  readonly type: string;
  /** The options of the block, without its credentials and functions. */
  readonly options: object;
  /** The type of its credentials. */
  readonly credentials: string;
  /** The members of its credentials, where the service has this address. */
  data(url: string): object;
  /** The option that has the functions of the model; absent where it cannot call any. */
  readonly functions?: 'tools' | 'functions';
  /** The vendor's answers to requests that come before the one for the text. */
  readonly before: readonly object[];
  /** The events of an answer that calls the function `f`. */
  callF(): object[];
  begin(text: string): object[];
  end(): object[];
  /** What the block stores in the variable `Extra` beside the text: tokens, or the id of a conversation. */
  readonly extra: string;
  /** What it stores there when the answer breaks off. */
  readonly extraOfBroken: string;
}

/** The last events of answers whose first ones are in `VOICES`. */
const END = {
  completion: () => [
    { id: 'c', choices: [] },
    { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { id: 'c', choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  ],
  response: () => [
    {
      ...{ type: 'response.output_item.done', output_index: 0 },
      item: { type: 'message', id: 'item' },
    },
    {
      type: 'response.completed',
      response: { id: 'r', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
    },
  ],
  claude: () => [
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ],
};

const asking = [{ role: 'user', content: '{{Question}}' }];

/** The voice of a block whose action is in `VOICES`. */
function textVoice(
  type: string,
  action: string,
  { options, end, ...rest }: Pick<TextVoice, 'options' | 'end'> & Partial<TextVoice>,
): TextVoice {
  const found = VOICES.find((voice) => voice.type === type && voice.action === action);
  if (!found?.begin) throw new Error(`No voice says a text for ${type}`);
  const { credentials, begin, callF = () => [] }: VendorVoice = found;
  return {
    ...{ type, credentials: type, data: credentials, before: [], extra: '2', extraOfBroken: '' },
    ...{ options: { action, ...options }, begin, callF, end },
    ...rest,
  };
}

const mapped = (text: string, extra: string) => ({
  responseMapping: [
    { item: extra, variableId: 'vExtra' },
    { item: text, variableId: 'vAnswer' },
  ],
});
const completions = mapped('Message content', 'Total tokens');

const openaiVoice = {
  type: 'openai',
  credentials: 'openai',
  data: (url: string) => ({ baseUrl: url }),
};
const calls = [{ id: 'c0', function: { name: 'f', arguments: '{}' } }];

/** Every block that shows a text of a model. */
export const TEXT_VOICES: readonly TextVoice[] = [
  ...['openai', 'groq', 'deepseek', 'together-ai', 'open-router', 'mistral'].map((type) =>
    textVoice(type, 'Create chat completion', {
      options: { model: 'm', messages: asking, ...completions },
      functions: 'tools',
      end: END.completion,
    }),
  ),
  textVoice('perplexity', 'Create chat completion', {
    options: { model: 'sonar', messages: asking, ...completions },
    functions: 'tools',
    end: END.response,
  }),
  textVoice('anthropic', 'Create Chat Message', {
    options: { model: 'claude', messages: asking, ...completions },
    functions: 'tools',
    end: END.claude,
  }),
  textVoice('openai', 'Ask Model', {
    options: { model: 'm', message: '{{Question}}', ...mapped('Message', 'Response ID') },
    functions: 'functions',
    callF: () => [
      { type: 'response.created', response: { id: 'r0', created_at: 1, model: 'm' } },
      {
        ...{ type: 'response.output_item.done', output_index: 0 },
        item: {
          ...{ type: 'function_call', id: 'fc', call_id: 'c0', name: 'f', arguments: '{}' },
          status: 'completed',
        },
      },
      {
        type: 'response.completed',
        response: { usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
      },
    ],
    end: END.response,
    extra: 'r',
  }),
  textVoice('dify-ai', 'Create Chat Message', {
    options: { query: '{{Question}}', ...mapped('Answer', 'Conversation ID') },
    end: () => [{ event: 'message_end', conversation_id: 'c' }],
    extra: 'c',
  }),
  {
    ...openaiVoice,
    options: {
      ...{ action: 'Ask Assistant', assistantId: 'a', message: '{{Question}}' },
      ...{ threadVariableId: 'vExtra', ...mapped('Message', 'Thread ID') },
    },
    functions: 'functions',
    before: [{ id: 't' }, { id: 'm' }],
    callF: () => [
      {
        ...{ object: 'thread.run', id: 'run', status: 'requires_action' },
        required_action: { submit_tool_outputs: { tool_calls: calls } },
      },
    ],
    begin: (value) => [
      { object: 'thread.message.delta', delta: { content: [{ type: 'text', text: { value } }] } },
    ],
    end: () => [{ object: 'thread.run', id: 'run', status: 'completed', usage: null }],
    extra: 't',
    extraOfBroken: '',
  },
  {
    ...textVoice('openai', 'Create chat completion', { options: {}, end: END.completion }),
    type: 'OpenAI',
    options: {
      ...{ task: 'Create chat completion', model: 'm' },
      messages: asking.map((message) => ({ id: '1', ...message })),
      responseMapping: [
        { id: '1', valueToExtract: 'Total tokens', variableId: 'vExtra' },
        { id: '2', valueToExtract: 'Message content', variableId: 'vAnswer' },
      ],
    },
  },
];
