import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test } from '@jest/globals';
import { useSandboxes } from '../../support/sandboxes.js';
import { askVendor, type AskedAction } from '../../support/vendorCall.js';
import { events, json, useVendor, type VendorAnswer } from '../../support/vendorServer.js';

const open = useSandboxes();

const vendor = useVendor();
const code = open({ workers: 1, limits: { scriptMs: 300 } });

const ask = (more: Partial<AskedAction> = {}) =>
  askVendor({
    ...{ type: 'openai', action: 'Create chat completion', code },
    options: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
    data: { baseUrl: vendor.url() },
    origin: { keepFile: async () => 'https://ours.example/1' },
    ...more,
  });

let sent = 0;

/** Sends what `next` returns until the client closes the connection, or a gigabyte was sent. */
function endless(next: (place: number) => string, type = 'text/event-stream'): VendorAnswer {
  const pieces = function* (): Generator<string> {
    for (let place = 0; sent < 1_000_000_000; place += 1) {
      const piece = next(place);
      sent += piece.length;
      yield piece;
    }
  };
  return async (response: ServerResponse) => {
    sent = 0;
    response.writeHead(200, { 'content-type': type });
    // Writing fails once the connection is closed.
    await pipeline(pieces, response).catch(() => undefined);
  };
}

const LINE = 'x'.repeat(10_000);
const toolCall = (delta: object) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
const calls = (place: number, name: string) =>
  Array.from({ length: 100 }, (_, at) => {
    const index = place * 100 + at;
    const called = { name, arguments: '{}' };
    return toolCall({
      tool_calls: [{ index, id: `c${index}`, type: 'function', function: called }],
    });
  }).join('');

describe('an endless answer is cut off after a few megabytes:', () => {
  test.each<[string, VendorAnswer]>([
    ['text', endless(() => toolCall({ content: LINE }))],
    ['comments', endless(() => `: ${LINE}\n\n`)],
    ['a line without an end', endless(() => LINE)],
    ['lines without events', endless(() => 'x\n'.repeat(5_000))],
    ['thoughts', endless(() => toolCall({ reasoning_content: LINE }))],
    ['calls of functions', endless((place) => calls(place, 'f'))],
    [
      'the arguments of one call',
      endless((place) =>
        toolCall({
          tool_calls: [
            {
              ...{ index: 0, ...(place === 0 && { id: 'c0', type: 'function' }) },
              function: { ...(place === 0 && { name: 'f' }), arguments: LINE },
            },
          ],
        }),
      ),
    ],
    ['a document', endless(() => LINE, 'application/json')],
    ['one event of many lines', endless(() => 'data:[],\n'.repeat(1_000))],
    ['one event of many objects', endless(() => 'data:[' + '{},'.repeat(1_000))],
  ])('%s', async (_what, answer) => {
    vendor.answer(answer);
    const { result } = await ask();
    const why = result.ok ? result.warning : result.error;
    expect(why).toMatch(/^The service failed: /);
    expect(sent).toBeLessThan(50_000_000);
  });

  test.each([
    ['Create image', { prompt: 'A cat' }],
    ['Create speech', { input: 'Hi' }],
    ['Ask Assistant', { assistantId: 'a', threadId: 't' }],
  ])('that of "%s"', async (action, options) => {
    vendor.answer(endless(() => LINE, 'application/json'));
    const { result } = await ask({ action, options });
    expect(result).toMatchObject({ ok: false });
    expect(sent).toBeLessThan(120_000_000);
  });
});

test('a stream of tiny events lets others be served after every few of them', async () => {
  vendor.answer((response) =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(toolCall({ content: 'a' }).repeat(2_000)),
  );
  const [most, isOver] = [{ atOnce: 0, now: 0 }, { now: false }];
  const nextRound = (): void => {
    most.now = 0;
    if (!isOver.now) setImmediate(nextRound);
  };
  nextRound();
  await ask({ onShown: () => (most.atOnce = Math.max(most.atOnce, (most.now += 1))) });
  isOver.now = true;
  expect(most.atOnce).toBeLessThanOrEqual(64);
});

describe('a model', () => {
  test('that calls a hundred functions at once gets no second request', async () => {
    vendor.answer(endless((place) => calls(place, 'f')));
    expect((await ask()).result).toEqual({
      ok: false,
      error: 'The service failed: it called more than 100 functions at once',
    });
    expect(vendor.requests).toHaveLength(1);
  });

  test('whose function never ends goes on without its result', async () => {
    const script = { code: 'for (;;);', args: [], capabilities: {} };
    const call = { index: 0, id: 'c0', type: 'function', function: { name: 'f', arguments: '{}' } };
    const end = { finish_reason: 'tool_calls' };
    vendor.answer(
      events([{ choices: [{ delta: { tool_calls: [call] }, ...end }] }, '[DONE]']),
      events([{ choices: [{ delta: { content: 'Sorry' }, finish_reason: 'stop' }] }, '[DONE]']),
    );
    const tools = [{ type: 'function', name: 'f', script }];
    const { result } = await ask({ options: { model: 'm', messages: [], tools } });
    expect(result).toMatchObject({ ok: true, value: { 'Message content': 'Sorry' } });
  });

  test.each(['../../admin', '..', 'm?x=1', 'm#x', 'm\r\nx-injected: 1'])(
    'named %j is only ever a name in the body',
    async (model) => {
      vendor.answer(json({}, 404));
      for (const type of ['openai', 'mistral', 'anthropic']) {
        const action = type === 'anthropic' ? 'Create Chat Message' : 'Create chat completion';
        await ask({
          type,
          action,
          options: { model, messages: [{ role: 'user', content: 'Hi' }] },
        });
      }
      expect(vendor.requests.map(({ path }) => path)).toEqual([
        ...['/chat/completions', '/chat/completions', '/messages'],
      ]);
      for (const { body, headers } of vendor.requests) {
        expect(body['model']).toBe(model);
        expect(headers).not.toHaveProperty('x-injected');
      }
    },
  );
});

test.each([
  ['openai', 'Ask Assistant', { assistantId: 'a', threadId: '..' }],
  ['dify-ai', 'Query Knowledge Base', { datasetId: '..' }],
  ['chat-node', 'Send Message', { botId: '..' }],
  ['elevenlabs', 'Convert text to speech', { text: 'Hi', voiceId: '..' }],
])('no id leads %s to another address of its vendor (%s)', async (type, action, options) => {
  vendor.answer(json({}));
  const data = { baseUrl: vendor.url(), apiEndpoint: vendor.url() };
  const { result } = await ask({ type, action, options, data });
  expect(result).toMatchObject({ ok: false, error: expect.stringContaining('".." is not an id') });
  expect(vendor.requests).toEqual([]);
});
