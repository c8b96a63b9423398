import { describe, expect, test } from '@jest/globals';
import type { OutsideEffect } from '../../src/engine/index.js';
import { createHandleEffect } from '../../src/integrations/index.js';
import type { Http, HttpResponse } from '../../src/integrations/http.js';
import type { HttpRequest } from '../../src/integrations/outgoing.js';

const noCode = {
  evaluate: () => Promise.reject(new Error('no code here')),
  runScript: () => Promise.reject(new Error('no code here')),
};
const vouched = { botId: 'bot_1', reach: undefined };
const answering = (body: string, headers = {}): HttpResponse => ({
  ...{ ok: true, status: 200, body },
  headers: { 'content-type': 'application/json', ...headers },
});
const HELLO = answering(
  '{"choices":[{"message":{"content":"Hello"}}],"usage":{"total_tokens":3,"prompt_tokens":null}}',
);

/** Asks a service that answers as told, and gives what was sent and what came of it. */
async function asked(
  ask: Partial<Extract<OutsideEffect, { kind: 'forge' }>>,
  { data = { apiKey: 'sk-1' }, response = HELLO, heard = [] as readonly string[] } = {},
) {
  const type = ask.type ?? 'openai';
  const sent: HttpRequest[] = [];
  const shown: string[] = [];
  const http: Http = {
    openFetch: () => fetch,
    send: (request, listener) => {
      sent.push(request);
      for (const piece of heard) listener?.receive(piece);
      return Promise.resolve(response);
    },
  };
  const reply = {
    say: (text: string) => void shown.push(text),
    stopped: new AbortController().signal,
  };
  const isHeard = heard.length > 0 || response.ok !== HELLO.ok || response !== HELLO;
  const asker = { ...vouched, ...(isHeard && { openReply: () => Promise.resolve(reply) }) };
  const perform = createHandleEffect(noCode, http, {
    openSecrets: () => Promise.resolve({ type, data }),
  });
  const whole = {
    kind: 'forge',
    type,
    action: 'Create chat completion',
    credentialsId: 'c',
  } as const;
  const answer = await perform({ ...whole, options: { model: 'm' }, ...ask }, 's', asker);
  const [request] = sent;
  const body: unknown = request && JSON.parse(String(request.body ?? ''));
  return { answer, shown, request, body };
}

describe('a model', () => {
  test.each([
    ['openai', 'https://api.openai.com/v1/chat/completions', true],
    ['groq', 'https://api.groq.com/openai/v1/chat/completions', true],
    ['deepseek', 'https://api.deepseek.com/v1/chat/completions', true],
    ['together-ai', 'https://api.together.xyz/v1/chat/completions', true],
    ['open-router', 'https://openrouter.ai/api/v1/chat/completions', false],
    ['perplexity', 'https://api.perplexity.ai/chat/completions', false],
    ['mistral', 'https://api.mistral.ai/v1/chat/completions', false],
  ])('of %s is asked where it is, in words it knows', async (type, url, asksForUsage) => {
    const whole = await asked({ type });
    expect(whole.request).toMatchObject({ url, headers: { authorization: 'Bearer sk-1' } });
    expect(whole.body).toEqual({ model: 'm', messages: [] });
    expect(whole.answer).toEqual({
      ok: true,
      value: { 'Message content': 'Hello', 'Total tokens': 3 },
    });
    const streamed = await asked({ type }, { heard: ['data: [DONE]\n'] });
    expect(streamed.body).toEqual({
      ...{ model: 'm', messages: [], stream: true },
      ...(asksForUsage && { stream_options: { include_usage: true } }),
    });
  });

  test('is called at the address of its credentials, in the version of the block', async () => {
    const data = { apiKey: 'sk-1', baseUrl: 'https://ours.example.com/openai/' };
    const options = { model: 'm', apiVersion: '2024 06', temperature: '0.5' };
    const { request, body } = await asked({ options }, { data });
    expect(request).toMatchObject({
      url: 'https://ours.example.com/openai/chat/completions?api-version=2024%2006',
      headers: { authorization: 'Bearer sk-1', 'api-key': 'sk-1' },
    });
    expect(body).toMatchObject({ temperature: 0.5 });
    const own = { model: 'm', baseUrl: 'https://ours.example.com/openai' };
    expect((await asked({ options: own }, { data })).answer).toMatchObject({ ok: true });
  });

  test('gets no key at an address that only the block names', async () => {
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
      'functions to call',
      { options: { model: 'm', tools: [{ name: 'f' }] } },
      {},
      'Letting a model call functions is not available on this server yet',
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
      'another task',
      { action: 'Create speech' },
      {},
      'Calling this vendor is not available on this server yet',
    ],
  ])('is not asked with %s', async (_what, ask, around, error) => {
    const { answer, request } = await asked(ask, around);
    expect([answer, request]).toEqual([{ ok: false, error }, undefined]);
  });

  test('of OpenAI has a default name', async () => {
    expect((await asked({ options: {} })).body).toEqual({ model: 'gpt-3.5-turbo', messages: [] });
  });
});

describe('an answer', () => {
  test('is read in whole characters however it is cut, without characters that cannot be stored', async () => {
    const stream =
      ': waiting\r\n\r\nevent: x\r\ndata: {"choices":[{"delta":{"content":"1\\u0000 \\ud83d"}}]}\r\n\r\n' +
      'data:{"choices":[{"delta":{"content":"\\ude00 2"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    for (const heard of [[stream], [...stream], [stream.slice(0, 90), stream.slice(90)]]) {
      const { answer, shown } = await asked({}, { heard });
      expect(answer).toEqual({ ok: true, value: { 'Message content': '1 😀 2' } });
      expect(shown).toEqual(['1 ', '😀 2']);
    }
  });

  test('may come in one piece although a stream was requested, compressed or not', async () => {
    const json = answering('{"choices":[{"message":{"content":"Hi"}}]}');
    const packed = answering(
      'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n',
      { 'content-type': 'text/event-stream', 'content-encoding': 'br' },
    );
    for (const response of [json, packed]) {
      const { answer, shown } = await asked({}, { response });
      expect(answer).toEqual({ ok: true, value: { 'Message content': 'Hi' } });
      expect(shown).toEqual(['Hi']);
    }
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
