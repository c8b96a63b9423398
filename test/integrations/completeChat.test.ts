import { describe, expect, test } from '@jest/globals';
import type { OutsideEffect } from '../../src/engine/index.js';
import { createHandleEffect } from '../../src/integrations/index.js';
import type { Http } from '../../src/integrations/http.js';

const noCode = {
  evaluate: () => Promise.reject(new Error('no code here')),
  runScript: () => Promise.reject(new Error('no code here')),
};
const vouched = { botId: 'bot_1', reach: undefined };
interface Sent {
  readonly pieces: readonly string[];
  readonly type: string;
}
const answering = (body: string, type = 'application/json'): Sent => ({ pieces: [body], type });
const streaming = (pieces: readonly string[]): Sent => ({ pieces, type: 'text/event-stream' });
const HELLO = answering(
  '{"choices":[{"message":{"content":"Hello"}}],"usage":{"total_tokens":3,"prompt_tokens":null}}',
);

const HI = streaming([
  'data: {"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
]);

/** Calls a service with these answers; returns the request and the result. */
async function asked(
  ask: Partial<Extract<OutsideEffect, { kind: 'forge' }>>,
  { data = { apiKey: 'sk-1' }, response = HELLO } = {},
) {
  const type = ask.type ?? 'openai';
  const sent: Request[] = [];
  const shown: string[] = [];
  const answer: typeof fetch = (input, init) => {
    sent.push(new Request(input, init));
    const body = new ReadableStream({
      async start(controller) {
        for (const piece of response.pieces) {
          await new Promise(setImmediate);
          controller.enqueue(Buffer.from(piece));
        }
        controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': response.type } }));
  };
  const notSo = () => Promise.reject(new Error('not so'));
  const http: Http = {
    openFetch: () => answer,
    send: notSo,
    openMailSocket: notSo,
    whyRefused: () => undefined,
  };
  const reply = {
    say: (text: string) => void shown.push(text),
    stopped: new AbortController().signal,
  };
  const asker = { ...vouched, openReply: () => Promise.resolve(reply) };
  const perform = createHandleEffect(noCode, http, {
    openSecrets: () => Promise.resolve({ type, data }),
  });
  const whole = {
    kind: 'forge',
    type,
    action: 'Create chat completion',
    credentialsId: 'c',
  } as const;
  const result = await perform({ ...whole, options: { model: 'm' }, ...ask }, 's', asker);
  const [request] = sent;
  const body: unknown = await request?.json();
  return { answer: result, shown, request, body };
}

describe('a model', () => {
  test.each([
    ['openai', 'https://api.openai.com/v1/chat/completions', true],
    ['groq', 'https://api.groq.com/openai/v1/chat/completions', true],
    ['deepseek', 'https://api.deepseek.com/v1/chat/completions', true],
    ['together-ai', 'https://api.together.ai/v1/chat/completions', true],
    ['open-router', 'https://openrouter.ai/api/v1/chat/completions', false],
    ['mistral', 'https://api.mistral.ai/v1/chat/completions', false],
  ])('of %s is asked where it is, in words it knows', async (type, url, asksForUsage) => {
    const { request, body, answer } = await asked({ type }, { response: HI });
    expect(request?.url).toBe(url);
    expect(request?.headers.get('authorization')).toBe('Bearer sk-1');
    expect(body).toEqual({
      ...{ model: 'm', messages: [], stream: true },
      ...(asksForUsage && { stream_options: { include_usage: true } }),
    });
    expect(answer).toEqual({ ok: true, value: { 'Message content': 'Hi' } });
  });

  test('is called at the address of its credentials, in the version of the block', async () => {
    const data = { apiKey: 'sk-1', baseUrl: 'https://ours.example.com/openai/' };
    const options = { model: 'm', apiVersion: '2024 06', temperature: '0.5' };
    const { request, body } = await asked({ options }, { data });
    expect(request?.url).toBe(
      'https://ours.example.com/openai/chat/completions?api-version=2024%2006',
    );
    expect(request?.headers.get('authorization')).toBe('Bearer sk-1');
    expect(request?.headers.get('api-key')).toBe('sk-1');
    expect(body).toMatchObject({ temperature: 0.5 });
    const own = { model: 'm', baseUrl: 'https://ours.example.com/openai' };
    expect((await asked({ options: own }, { data })).answer).toMatchObject({ ok: true });
  });

  test('gets no key at an address that comes only from the block', async () => {
    const options = { model: 'm', baseUrl: 'https://elsewhere.example.com' };
    const { answer, request } = await asked({ options });
    expect(request).toBeUndefined();
    expect(answer).toEqual({
      ok: false,
      error:
        'The block names an address that its credentials do not: save the address with the credentials',
    });
  });

  test.each<[string, object, object, string]>([
    ['no model', { type: 'groq', options: {} }, {}, 'No model is chosen'],
    [
      'messages that are none',
      { options: { messages: 'Hi' } },
      {},
      'Its options are not well-formed',
    ],
    [
      'no credentials',
      { credentialsId: undefined },
      {},
      'Its credentials are not there, or this chat may not use them',
    ],
    [
      'credentials without a key',
      {},
      { data: { apiKey: '' } },
      'Its credentials are not there, or this chat may not use them',
    ],
    [
      'an action that nobody knows',
      { action: 'Sing' },
      {},
      'There is no action "Sing" for blocks of the kind openai',
    ],
  ])('is not asked with %s', async (_what, ask, around, error) => {
    const { answer, request } = await asked(ask, around);
    expect([answer, request]).toEqual([{ ok: false, error }, undefined]);
  });

  test('gets the names of speakers in the characters that OpenAI accepts', async () => {
    const image = 'https://example.com/a.png';
    const messages = [
      { role: 'system', content: 'Be kind', name: 'rules' },
      { role: 'user', content: 'Hi', name: 'Ada <Lovelace>' },
      { role: 'user', content: image, name: 'Grace' },
      { role: 'assistant', content: 'Hello', name: 'Bot' },
      { role: 'user', content: 'Why?' },
    ];
    const { body } = await asked({ options: { model: 'gpt-5.6-terra', messages } });
    expect(body).toMatchObject({
      messages: [
        { role: 'system', content: 'Be kind', name: 'rules' },
        { role: 'user', content: 'Hi', name: 'Ada_Lovelace_' },
        { role: 'user', content: [{ text: image }, { type: 'image_url' }], name: 'Grace' },
        { role: 'assistant', content: 'Hello', name: 'Bot' },
        { role: 'user', content: 'Why?' },
      ],
    });
    expect(JSON.stringify(body).match(/"name"/g)).toHaveLength(4);
  });

  test('of OpenAI has a default name', async () => {
    expect((await asked({ options: {} })).body).toMatchObject({ model: 'gpt-5.6-terra' });
  });
});

describe('an answer', () => {
  test('has only whole characters however it is cut, and none that cannot be stored', async () => {
    const stream =
      ': waiting\r\n\r\nevent: x\r\ndata: {"choices":[{"delta":{"content":"1\\u0000 \\ud83d"}}]}\r\n\r\n' +
      'data:{"choices":[{"delta":{"content":"\\ude00 2"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    for (const pieces of [[stream], [...stream], [stream.slice(0, 90), stream.slice(90)]]) {
      const { answer, shown } = await asked({}, { response: streaming(pieces) });
      expect(answer).toEqual({ ok: true, value: { 'Message content': '1 😀 2' } });
      expect(shown).toEqual(['1 ', '😀 2']);
    }
  });

  test('may come in one piece although a stream was requested', async () => {
    const { answer, shown } = await asked({});
    expect(answer).toEqual({ ok: true, value: { 'Message content': 'Hello', 'Total tokens': 3 } });
    expect(shown).toEqual(['Hello']);
  });

  test.each<[string, string, string]>([
    ['an empty one', '{"choices":[]}', 'it broke off before the end of its answer'],
    ['no JSON', '<html>', 'it answered in a form that is not known here'],
    ['a failure', '{"error":"Too busy, sk-1"}', 'Too busy, ***'],
    ['an unexplained failure', '{"error":{"code":1}}', 'no reason was given'],
  ])('that is none: %s', async (_what, body, why) => {
    const { answer } = await asked({}, { response: answering(body) });
    expect(answer).toEqual({ ok: false, error: `The service failed: ${why}` });
  });
});
