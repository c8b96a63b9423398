import { describe, expect, test } from '@jest/globals';
import { httpRequest } from '../../../../src/engine/blocks/integrations/httpRequest.js';
import type { EffectResult, Effect } from '../../../../src/engine/interpreter/effect.js';
import { replyOf } from '../../../../src/engine/reply/replyOf.js';
import { answerOf } from '../../../support/answerOf.js';
import { chat, transcript, type ChatOptions } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { viewOf } from '../../../support/viewOf.js';

const URL = 'https://api.example.com/v1';

/** Handles requests with this response. */
function responding(response: unknown): NonNullable<ChatOptions['answer']> {
  return (asked: Effect): EffectResult =>
    asked.kind === 'httpRequest' ? { ok: true, value: response } : answerOf(asked);
}

function mapped(bodyPath: string | undefined, response: unknown, more: ChatOptions = {}): string[] {
  const responseVariableMapping = [
    { id: '1', variableId: 'vX', bodyPath },
    { id: '2', bodyPath: 'data' },
    { id: '3', variableId: 'vX', bodyPath: ' ' },
    { id: '4', variableId: 'gone', bodyPath: 'data' },
  ];
  const flow = flowOf({
    variables: { X: 'before', Index: '1', data: 'not the response' },
    groups: {
      Start: [
        { type: 'Webhook', options: { webhook: { url: URL }, responseVariableMapping } },
        say('{{X}}'),
      ],
    },
  });
  return transcript(flow, [], { answer: responding(response), ...more });
}

describe('the response to an HTTP request', () => {
  const items = { statusCode: 200, body: '{"items":["a",{"b":1}],"id":12345678901234567890}' };

  test.each([
    ['data.items[0]', 'a'],
    ['data.items[{{Index}}].b', '1'],
    ['data.items.map(String).length', '2'],
    ['data.items[1]', '{"b":1}'],
    ['data.id', '12345678901234567890'],
    ['statusCode', '200'],
    ['return data.items.length', '2'],
    ['data.nothing', ''],
    ['data.nothing.here', 'before'],
    ['', 'before'],
    [undefined, 'before'],
  ])('is read by %j as %j', (path, value) => {
    expect(mapped(path, items)).toEqual([
      'log: success: Webhook successfuly executed.',
      `bot: ${value}`,
    ]);
  });

  test('is a text if it is not JSON', () => {
    expect(mapped('data', { statusCode: 201, body: 'Hello' }).at(-1)).toBe('bot: Hello');
    expect(mapped('data', { statusCode: 204, body: '' }).at(-1)).toBe('bot: ');
  });

  test('of a failure can be used in a condition', () => {
    expect(mapped('statusCode + data.why', { statusCode: 404, body: '{"why":"!"}' })).toEqual([
      'log: error: Webhook returned an error.',
      'bot: 404!',
    ]);
  });

  test('that never came becomes a status and a message', () => {
    const late = { statusCode: 408, body: '', error: 'the request took too long' };
    expect(mapped('statusCode + data.message', late).at(-1)).toBe(
      'bot: 408the request took too long',
    );
    expect(mapped('statusCode + data.message', 'nonsense').at(-1)).toBe('bot: 500No response');
    const answer = (asked: Effect): EffectResult =>
      asked.kind === 'httpRequest' ? { ok: false, error: 'asked too often' } : answerOf(asked);
    expect(mapped('statusCode + data.message', null, { answer })).toEqual([
      'log: error: Webhook returned an error.',
      'bot: 500asked too often',
    ]);
  });

  test('is shown in the log to the author, without headers and query, and not to visitors', () => {
    const flow = flowOf({
      groups: {
        Start: [
          {
            type: 'Webhook',
            options: {
              webhook: {
                url: `${URL}?key=secret`,
                headers: [{ id: '1', key: 'Authorization', value: 'Bearer secret' }],
              },
            },
          },
        ],
      },
    });
    const answer = responding({ statusCode: 200, body: `${'x'.repeat(2000)}\0` });
    const detailsIn = (options: ChatOptions) =>
      chat(flow, [], { answer, ...options })[0]?.events.flatMap((event) =>
        event.kind === 'log' ? [replyOf([event]).logs?.[0]?.details] : [],
      );
    expect(detailsIn({})).toEqual([
      { statusCode: 200, request: { method: 'POST', url: URL }, response: 'x'.repeat(600) },
    ]);
    expect(detailsIn({ isPreview: false, resultId: 'r' })).toEqual([undefined]);
  });
});

test('lets the flow go on if it has an unexpected shape', () => {
  const { context } = viewOf();
  const block = { id: 'b', type: 'Webhook' as const };
  const lost = { ok: false, error: 'lost' } as const;
  expect(httpRequest.resume?.(lost, block, context)).toMatchObject({ go: 'next', set: [] });
  const client = { ...block, options: { isExecutedOnClient: true } };
  expect(httpRequest.resume?.(lost, client, context)).toEqual({ go: 'next' });
  const reported = { ok: true, value: '{"statusCode":200,"data":1}' } as const;
  expect(httpRequest.resume?.(reported, client, context)).toEqual({ go: 'next', set: [] });
});
