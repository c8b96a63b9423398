import { expect, test } from '@jest/globals';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { json, useVendor } from '../../support/vendorServer.js';

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
  ['openai', chat, { model: 'gpt-5' }, 404, 'it answered 404 (Unknown, ***)'],
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
