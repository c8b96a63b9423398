import { expect, test } from '@jest/globals';
import { retirementOf } from '../../../src/integrations/models/retired.js';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { json, useVendor, type VendorAnswer } from '../../support/vendorServer.js';

const vendor = useVendor();

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

test('a model that is to be switched off is named from that day on', () => {
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
