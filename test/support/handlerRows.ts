import { events, json, type VendorAnswer } from './vendorServer.js';

/** How an action of a vendor is asked, and what its service answers when all is well. */
export interface HandlerRow {
  readonly options?: object;
  readonly answers: readonly VendorAnswer[];
  /** Of whose answer only the success counts, so that nothing in it can be malformed. */
  readonly isSent?: true;
  /** It only reads, so that its requests need no key. */
  readonly reads?: true;
}

const said = (content: string): VendorAnswer =>
  events([{ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }, '[DONE]']);
const messages = [{ role: 'user', content: 'Hi' }];
const chat: HandlerRow = { options: { model: 'm', messages }, answers: [said('Hello')] };
const variablesToExtract = [{ variableId: 'vName', name: 'Name', type: 'string' }];
const extraction = { model: 'm', prompt: 'Ada', variablesToExtract };
const extracted: HandlerRow = { options: extraction, answers: [said('{"Name":"Ada"}')] };

const ofAnthropic = (text: string): VendorAnswer =>
  events([
    { type: 'message_start', message: { id: 'm', model: 'c', usage: { input_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]);

const item = { type: 'message', id: 'item' };
const ofResponses = events([
  { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
  { type: 'response.output_item.added', output_index: 0, item },
  { type: 'response.output_text.delta', item_id: 'item', delta: 'Hello' },
  { type: 'response.output_item.done', output_index: 0, item },
  {
    type: 'response.completed',
    response: { id: 'r', usage: { input_tokens: 1, output_tokens: 1 } },
  },
]);

const ofAssistant = events([
  {
    id: 'msg_1',
    object: 'thread.message.delta',
    delta: { content: [{ index: 0, type: 'text', text: { value: 'Hello' } }] },
  },
  { id: 'run_1', object: 'thread.run', status: 'completed', usage: { total_tokens: 2 } },
  '[DONE]',
]);

const sound: VendorAnswer = (response) =>
  response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3 sound');
const png = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64');
const pairs = [{ key: 'plan', value: 'pro' }];
const filter = { comparisons: [{ input: 'Name', operator: 'Equal to', value: 'Ada' }] };
const records = json({ list: [{ Id: 1, Name: 'Ada' }] });
const sent = { answers: [json({})], isSent: true } as const;

/** Every action of a vendor that asks a service over HTTP; those of Google have tests of their own. */
export const HANDLER_ROWS: Readonly<Record<string, HandlerRow>> = {
  'openai: Create chat completion': chat,
  'openai: Generate variables': extracted,
  'openai: Ask Assistant': {
    options: { assistantId: 'a', message: 'Hi' },
    answers: [json({ id: 'thread_9', object: 'thread' }), json({ id: 'msg_0' }), ofAssistant],
  },
  'openai: Ask Model': { options: { model: 'm', message: 'Hi' }, answers: [ofResponses] },
  'openai: Create speech': { options: { input: 'Hi' }, answers: [sound] },
  'openai: Create transcription': {
    options: { url: '$vendor/a.mp3' },
    answers: [sound, json({ text: 'Hi' })],
  },
  'openai: Create image': {
    options: { prompt: 'A cat' },
    answers: [json({ data: [{ b64_json: png }] })],
  },
  'anthropic: Create Chat Message': {
    options: { model: 'm', messages },
    answers: [ofAnthropic('Hello')],
  },
  'anthropic: Generate variables': {
    options: extraction,
    answers: [ofAnthropic('{"Name":"Ada"}')],
  },
  'mistral: Create chat completion': chat,
  'mistral: Generate variables': extracted,
  'together-ai: Create chat completion': chat,
  'open-router: Create chat completion': chat,
  'groq: Create chat completion': chat,
  'perplexity: Create chat completion': { ...chat, answers: [ofResponses] },
  'deepseek: Create chat completion': chat,
  'chat-node: Send Message': {
    options: { botId: 'b', message: 'Hi' },
    answers: [json({ message: 'Hello', chat_session_id: 's1' })],
  },
  'dify-ai: Create Chat Message': {
    options: { query: 'Hi' },
    answers: [
      events([
        { event: 'message', answer: 'Hello', conversation_id: 'c1' },
        { event: 'message_end', conversation_id: 'c1' },
      ]),
    ],
  },
  'dify-ai: Query Knowledge Base': {
    options: { datasetId: 'd', query: 'Hi' },
    answers: [json({ records: [{ segment: { content: 'Found' } }] })],
  },
  'elevenlabs: Convert text to speech': { options: { text: 'Hi', voiceId: 'v' }, answers: [sound] },
  'nocodb: Search Records': { options: { tableId: 't' }, answers: [records], reads: true },
  'nocodb: Create Record': { ...sent, options: { tableId: 't', fields: pairs } },
  'nocodb: Update Existing Record': {
    options: { tableId: 't', filter, updates: pairs },
    answers: [records, json({})],
  },
  'segment: Alias': { ...sent, options: { userId: 'u', previousId: 'v' } },
  'segment: Identify User': { ...sent, options: { userId: 'u', traits: pairs } },
  'segment: Page': { ...sent, options: { userId: 'u', name: 'Home' } },
  'segment: Track': { ...sent, options: { userId: 'u', eventName: 'Asked' } },
  'posthog: Capture': { ...sent, options: { event: 'asked' } },
  'posthog: Identify Group': { ...sent, options: { groupType: 'company', groupKey: '7' } },
  'blink: Get Users': { answers: [json({ data: [{ id: 'u1' }] })], reads: true },
  'blink: Send Feed Event': {
    options: { category: 'c', userIds: 'u', text: 'Hi' },
    answers: [json({ data: { event_id: 'e1' } })],
  },
};

/** What services do wrong. */
export const FAULTS: Readonly<Record<string, VendorAnswer>> = {
  'refuses the key': (response) => response.writeHead(401).end('sk-canary-4711'),
  'is asked too often': (response) => response.writeHead(429).end('sk-canary-4711'),
  'breaks off': (response) => void response.destroy(),
};
