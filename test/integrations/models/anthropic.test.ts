import { describe, expect, test } from '@jest/globals';
import { askVendor, CANARY, type AskedAction } from '../../support/vendorCall.js';
import { events, json, useVendor } from '../../support/vendorServer.js';

const vendor = useVendor();

/** An answer in the events of Anthropic's Messages API. */
const answer = (...pieces: string[]): object[] => [
  {
    type: 'message_start',
    message: { id: 'msg_1', model: 'claude', role: 'assistant', usage: { input_tokens: 11 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'ping' },
  ...pieces.map((text) => ({
    ...{ type: 'content_block_delta', index: 0 },
    delta: { type: 'text_delta', text },
  })),
  { type: 'content_block_stop', index: 0 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 4 },
  },
  { type: 'message_stop' },
];

const ask = (options: object, more: Partial<AskedAction> = {}) =>
  askVendor({
    ...{ type: 'anthropic', action: 'Create Chat Message' },
    options: { model: 'claude-sonnet-4-5', ...options },
    data: { baseUrl: `${vendor.url()}/v1` },
    ...more,
  });

describe('a model of Anthropic', () => {
  test('gives its text unchanged, however the stream is cut', async () => {
    for (const cut of [1, 7, Infinity]) {
      vendor.answer(events(answer('Olá', ', ', '😀'), cut));
      const { result, shown } = await ask({ messages: [{ role: 'user', content: 'Hi' }] });
      expect(result).toMatchObject({
        ok: true,
        value: {
          'Message content': 'Olá, 😀',
          'Total tokens': 15,
          'Prompt tokens': 11,
          'Completion tokens': 4,
        },
      });
      expect(shown.join('')).toBe('Olá, 😀');
    }
  });

  test('gets the key in its own header, the instructions separately, and the images', async () => {
    vendor.answer(events(answer('A cat')));
    await ask({
      systemMessage: 'Be brief',
      maxTokens: '50',
      temperature: 0.5,
      messages: [{ role: 'user', content: 'What is https://a.example/cat.png ?' }],
    });
    await ask({ messages: [] });
    const [request, another] = vendor.requests;
    expect(another?.body).toMatchObject({ max_tokens: 1024 });
    expect(request).toMatchObject({ method: 'POST', path: '/v1/messages' });
    expect(request?.headers).toMatchObject({ 'x-api-key': CANARY, 'idempotency-key': 'key' });
    expect(request?.body).toMatchObject({
      ...{ model: 'claude-sonnet-4-5', max_tokens: 50, temperature: 0.5, stream: true },
      system: [{ type: 'text', text: 'Be brief' }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is https://a.example/cat.png ?' },
            { type: 'image', source: { type: 'url', url: 'https://a.example/cat.png' } },
          ],
        },
      ],
    });
  });

  test.each([
    [
      'refuses',
      json({ type: 'error', error: { type: 'authentication_error', message: CANARY } }, 401),
      'it answered 401 (***)',
    ],
    [
      'is asked too often',
      json({ type: 'error', error: { type: 'rate_limit_error', message: 'Slow down' } }, 429),
      'it answered 429 (Slow down)',
    ],
  ])('that %s says nothing, and the author reads why', async (_how, answered, why) => {
    vendor.answer(answered);
    const { result } = await ask({ messages: [{ role: 'user', content: 'Hi' }] });
    expect(result).toEqual({ ok: false, error: `The service failed: ${why}` });
  });

  test.each([
    [
      'gives up',
      events([
        ...answer('Half').slice(0, 4),
        { type: 'error', error: { type: 'overloaded_error', message: `Busy, ${CANARY}` } },
      ]),
      'Busy, ***',
    ],
    ['ends', events(answer('Half').slice(0, 4)), 'it broke off before the end of its answer'],
    [
      'speaks in riddles',
      events([...answer('Half').slice(0, 4), { type: 'content_block_delta', index: 0, delta: 7 }]),
      'it answered in a form that is not known here',
    ],
  ])('that %s in the middle has said what came before', async (_how, answered, why) => {
    vendor.answer(answered);
    const { result } = await ask({ messages: [{ role: 'user', content: 'Hi' }] });
    const value = { 'Message content': 'Half' };
    expect(result).toEqual({ ok: true, value, warning: `The service failed: ${why}` });
  });

  test('gets no more requests once nobody needs the answer', async () => {
    const abandon = new AbortController();
    const hungUp = new Promise((resolve) => {
      vendor.answer((response) => {
        response.once('close', resolve);
        abandon.abort();
      });
    });
    const { result } = await ask(
      { messages: [{ role: 'user', content: 'Hi' }] },
      { origin: { abandoned: abandon.signal } },
    );
    expect(result).toEqual({ ok: false, error: 'The service failed: the request was stopped' });
    await hungUp;
  });
});
