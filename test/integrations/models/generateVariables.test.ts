import { describe, expect, test } from '@jest/globals';
import { retirementOf } from '../../../src/integrations/models/retired.js';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { events, json, useVendor, type VendorAnswer } from '../../support/vendorServer.js';

const vendor = useVendor();

const variablesToExtract = [
  { variableId: 'vName', name: 'Name', type: 'string', description: 'Of the person' },
  { variableId: 'vAge', name: 'How old', type: 'number', isRequired: false },
  { variableId: 'vMood', name: 'Mood', type: 'enum', values: ['good', 'bad'] },
  { variableId: 'vTags', name: 'Tags', type: 'array' },
  { variableId: 'vGone' },
];
const found = (content: string) =>
  events([{ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }, '[DONE]']);
const ask = (type: string, options: object = {}) =>
  askVendor({
    ...{ type, action: 'Generate variables' },
    options: { model: 'm', prompt: 'Ada, 36', variablesToExtract, ...options },
    data: { baseUrl: vendor.url() },
  });

describe('extracting values from a text', () => {
  test.each(['openai', 'mistral'])('gives what a model of %s found', async (type) => {
    vendor.answer(found('{"Name":"Ada","value_2":36,"Mood":"odd","Tags":["a","b"]}'));
    const { result } = await ask(type);
    expect(result).toEqual({ ok: true, value: { vName: 'Ada', vAge: 36, vTags: ['a', 'b'] } });
    expect(vendor.requests[0]?.body).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: {
          schema: {
            type: 'object',
            properties: {
              Name: { type: 'string', description: 'Name: Of the person' },
              value_2: { anyOf: [{ type: 'number', description: 'How old' }, { type: 'null' }] },
              Mood: { type: 'string', enum: ['good', 'bad'], description: 'Mood' },
              Tags: { type: 'array', items: { type: 'string' }, description: 'Tags' },
            },
            required: ['Name', 'value_2', 'Mood', 'Tags'],
            additionalProperties: false,
          },
        },
      },
    });
  });

  test('returns what a model of Anthropic found, whether it supports schemas or only functions', async () => {
    const block = (content_block: object, delta: object, stop_reason: string) =>
      events([
        { type: 'message_start', message: { id: 'm', model: 'c', usage: { input_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 4 } },
        { type: 'message_stop' },
      ]);
    const text = '{"Name":"Ada"}';
    vendor.answer(
      block({ type: 'text', text: '' }, { type: 'text_delta', text }, 'end_turn'),
      block(
        { type: 'tool_use', id: 't', name: 'json', input: {} },
        { type: 'input_json_delta', partial_json: text },
        'tool_use',
      ),
    );
    for (const model of ['claude-sonnet-4-5', 'claude-3-haiku-20240307']) {
      expect((await ask('anthropic', { model })).result).toEqual({
        ok: true,
        value: { vName: 'Ada' },
      });
    }
    expect(JSON.stringify(vendor.requests[0]?.body)).toContain('json_schema');
    expect(vendor.requests[1]?.body).toHaveProperty('tools');
  });

  test.each<[string, object, string]>([
    ['another form', {}, 'The service failed: what it found is not a JSON object'],
    ['no model', { model: '' }, 'No model is chosen'],
    ['no variables', { variablesToExtract: [{}] }, 'No variables are chosen'],
  ])('fails with %s', async (_what, options, error) => {
    vendor.answer(found('I found nothing'));
    expect((await ask('openai', options)).result).toEqual({ ok: false, error });
  });
});

const REFUSAL = { error: { message: `Unknown, ${CANARY}` } };

const chat = 'Create chat completion';

test.each([
  [
    ...['openai', chat, { model: 'gpt-4' }, 404],
    'OpenAI switched gpt-4 off on 2026-10-23 and names gpt-5.6-sol in its place; it answered 404 (Unknown, ***)',
  ],
  [
    ...['openai', 'Create image', { prompt: 'A cat', model: 'gpt-image-1' }, 400],
    'OpenAI switched gpt-image-1 off on 2026-10-23 and names gpt-image-2.5-flare or gpt-image-2.5-sunburst in its place; ' +
      'it answered 400 (Unknown, ***)',
  ],
  [
    ...['openai', 'Ask Model', { model: 'gpt-4.1-nano' }, 404],
    'OpenAI switched gpt-4.1-nano off on 2026-10-23; it answered 404 (Unknown, ***)',
  ],
  [
    ...['openai', 'Ask Assistant', { assistantId: 'asst_1' }, 404],
    'OpenAI switched its Assistants API off on 2026-08-26 and names its Responses API (the action "Ask Model") in its place; ' +
      'it answered 404 (Unknown, ***)',
  ],
  [
    ...['deepseek', chat, { model: 'deepseek-chat' }, 400],
    'DeepSeek switched deepseek-chat off on 2026-07-24 and names deepseek-flash in its place; it answered 400 (Unknown, ***)',
  ],
  ['openai', chat, { model: 'gpt-4' }, 401, 'it answered 401 (Unknown, ***)'],
  ['openai', chat, { model: 'gpt-5.6-terra' }, 404, 'it answered 404 (Unknown, ***)'],
  ['groq', chat, { model: 'gpt-4' }, 404, 'it answered 404 (Unknown, ***)'],
] as [string, string, object, number, string][])(
  '%s, asked to "%s" with %j, answers %i: the log says what became of a model that is switched off',
  async (type, action, options, status, why) => {
    vendor.answer(json(REFUSAL, status));
    const asked = { type, action, options: { ...options }, data: { baseUrl: vendor.url() } };
    const { result } = await askVendor({
      ...asked,
      origin: { keepFile: () => Promise.resolve('https://ours.example/1') },
    });
    expect(result).toEqual({ ok: false, error: `The service failed: ${why}` });
  },
);

test('a model that its vendor switched off is named in the log from that day on', () => {
  const on = (day: string) => retirementOf('openai', 'tts-1', new Date(`${day}T12:00:00Z`))?.since;
  expect([on('2027-01-05'), on('2027-01-06')]).toEqual([undefined, '2027-01-06']);
});

test('a recording that a model would have written down: the log says that it is switched off', async () => {
  const sound: VendorAnswer = (response) =>
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3 sound');
  vendor.answer(sound, json(REFUSAL, 404));
  const options = { url: `${vendor.url()}/a.mp3`, model: 'gpt-4' };
  const { result } = await askVendor({
    ...{ type: 'openai', action: 'Create transcription', options },
    data: { baseUrl: vendor.url() },
  });
  const why = 'OpenAI switched gpt-4 off on 2026-10-23 and names gpt-5.6-sol in its place;';
  expect(result).toMatchObject({ ok: false, error: expect.stringContaining(why) });
});
