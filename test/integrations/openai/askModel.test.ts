import { describe, expect, test } from '@jest/globals';
import { useSandboxes } from '../../support/sandboxes.js';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { events, json, useVendor } from '../../support/vendorServer.js';

const open = useSandboxes();

const vendor = useVendor();
const code = open({ workers: 1 });

const created = (id: string) => ({
  type: 'response.created',
  response: { id, created_at: 1, model: 'gpt' },
});
const completed = (id: string) => ({
  type: 'response.completed',
  response: { id, usage: { input_tokens: 3, output_tokens: 2 } },
});
const says = (id: string, ...pieces: string[]) => [
  created(id),
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'message', id: 'item' },
  },
  ...pieces.map((delta) => ({ type: 'response.output_text.delta', item_id: 'item', delta })),
  { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'item' } },
  completed(id),
];
const ask = (options: object) =>
  askVendor({
    ...{ type: 'openai', action: 'Ask Model', code, data: { baseUrl: vendor.url() } },
    options: { model: 'gpt-4.1', message: 'Hi', ...options },
  });

describe('a model whose service stores the conversation', () => {
  test('returns its text and the id with which to continue, however the stream is cut', async () => {
    for (const cut of [3, Infinity]) {
      vendor.answer(events(says('resp_2', 'Good ', 'day 😀'), cut));
      const { result, shown, tokens } = await ask({
        ...{ previousResponseId: 'resp_1', instructions: 'Be kind', temperature: '0.2' },
        ...{ webSearchEnabled: true, codeInterpreterEnabled: true },
        fileSearchVectorStoreIds: ['vs_1'],
        fileSearchMaxNumResults: '4',
        fileSearchScoreThreshold: 0.5,
      });
      expect(result).toEqual({
        ok: true,
        value: { Message: 'Good day 😀', 'Response ID': 'resp_2' },
      });
      expect(shown.join('')).toBe('Good day 😀');
      expect(tokens).toMatchObject([{ vendor: 'openai', prompt: 3, completion: 2, total: 5 }]);
    }
    expect(vendor.requests[0]).toMatchObject({
      path: '/responses',
      body: {
        ...{ model: 'gpt-4.1', previous_response_id: 'resp_1', instructions: 'Be kind' },
        ...{ temperature: 0.2, stream: true },
        input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
        tools: [
          {
            type: 'file_search',
            vector_store_ids: ['vs_1'],
            max_num_results: 4,
            ranking_options: { score_threshold: 0.5 },
          },
          { type: 'web_search' },
          { type: 'code_interpreter', container: { type: 'auto' } },
        ],
      },
    });
  });

  test('can call functions, and then receives only their results', async () => {
    const call = {
      ...{ type: 'function_call', id: 'fc', call_id: 'call_1' },
      ...{ name: 'add', arguments: '{"a":1}', status: 'completed' },
    };
    vendor.answer(
      events([
        created('resp_1'),
        { type: 'response.output_item.added', output_index: 0, item: { ...call, arguments: '' } },
        { type: 'response.output_item.done', output_index: 0, item: call },
        completed('resp_1'),
      ]),
      events(says('resp_2', 'Two')),
    );
    const script = {
      ...{ code: 'setVariable("Sum", a + 1); return a + 1', args: [] },
      capabilities: {},
    };
    const parameters = [{ name: 'a', type: 'number', required: true }];
    const { result } = await ask({ functions: [{ name: 'add', parameters, script }] });
    expect(result).toEqual({
      ok: true,
      value: { Message: 'Two', 'Response ID': 'resp_2' },
      assignments: [{ name: 'Sum', value: 2 }],
    });
    expect(vendor.requests[1]?.body).toMatchObject({
      previous_response_id: 'resp_1',
      input: [{ type: 'function_call_output', call_id: 'call_1', output: '2' }],
    });
  });

  test.each([
    ['refuses', json({ error: { message: `No, ${CANARY}` } }, 403), 'it answered 403 (No, ***)'],
    [
      'is asked too often',
      json({ error: { message: 'Slow down' } }, 429),
      'it answered 429 (Slow down)',
    ],
  ])('that %s says nothing', async (_how, answer, why) => {
    vendor.answer(answer);
    const { result } = await ask({});
    expect(result).toEqual({ ok: false, error: `The service failed: ${why}` });
  });
});
