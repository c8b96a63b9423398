import { expect, test } from '@jest/globals';
import { useSandboxes } from '../../support/sandboxes.js';
import { askVendor, CANARY, type AskedAction } from '../../support/vendorCall.js';
import { events, useVendor } from '../../support/vendorServer.js';

const open = useSandboxes();

const vendor = useVendor();
const code = open({ workers: 1 });

const ask = (more: object = {}, data: object = {}) => {
  const messages = [{ role: 'user', content: 'Where is Porto?' }];
  const asked: AskedAction = {
    ...{ type: 'perplexity', action: 'Create chat completion', code },
    options: { model: 'sonar', systemMessage: 'Be short.', messages, ...more },
    data: { baseUrl: vendor.url(), ...data },
  };
  return askVendor(asked);
};

/** A response as https://docs.perplexity.ai/docs/agent-api describes it: Perplexity's own search is a call with its results. */
const SEARCHED = [
  {
    type: 'response.created',
    response: { id: 'resp_1', created_at: 1_790_374_575, model: 'perplexity/sonar', error: null },
    sequence_number: 0,
  },
  { type: 'response.in_progress', response: { id: 'resp_1' }, sequence_number: 1 },
  {
    ...{ type: 'response.output_item.added', output_index: 0, sequence_number: 3 },
    item: {
      ...{ type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'search_web' },
      ...{ arguments: '{"queries":["Porto"]}', status: 'completed' },
    },
  },
  { type: 'response.reasoning.search_queries', call_id: 'call_1', queries: ['Porto'] },
  {
    ...{ type: 'response.output_item.done', output_index: 0, sequence_number: 6 },
    item: {
      type: 'search_results',
      queries: ['Porto'],
      results: [{ id: 1, url: 'https://x.example' }],
    },
  },
  {
    ...{ type: 'response.output_item.added', output_index: 1, sequence_number: 7 },
    item: { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: null },
  },
  ...['In ', 'Portugal'].map((delta) => ({
    ...{ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 1, delta },
  })),
];
const completed = (status = 'completed') => ({
  type: `response.${status}`,
  response: {
    ...{ status, usage: { input_tokens: 7, output_tokens: 2, total_tokens: 9 } },
    incomplete_details: null,
  },
  sequence_number: 44,
});

test('Perplexity searches the web and answers, through its Agent API', async () => {
  vendor.answer(events([...SEARCHED, completed()], 7));
  const { result, shown, tokens } = await ask();
  expect(result).toEqual({
    ok: true,
    value: {
      ...{ 'Message content': 'In Portugal', 'Total tokens': 9 },
      ...{ 'Prompt tokens': 7, 'Completion tokens': 2 },
    },
  });
  expect(shown.join('')).toBe('In Portugal');
  expect(tokens).toMatchObject([{ vendor: 'perplexity', model: 'sonar', total: 9 }]);
  const [request] = vendor.requests;
  expect(request).toMatchObject({
    path: '/v1/responses',
    headers: { authorization: `Bearer ${CANARY}`, 'idempotency-key': 'key' },
  });
  // Perplexity refuses unknown members.
  expect(request?.body).toEqual({
    ...{ model: 'perplexity/sonar', stream: true, store: false, tools: [{ type: 'web_search' }] },
    input: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: [{ type: 'input_text', text: 'Where is Porto?' }] },
    ],
  });
});

test('its model calls a function, and each request has the whole dialogue, because Perplexity stores nothing', async () => {
  const call = { type: 'function_call', id: 'fc_2', call_id: 'c2', name: 'f', arguments: '{}' };
  const [created] = SEARCHED;
  vendor.answer(
    events([
      ...(created ? [created] : []),
      { type: 'response.output_item.added', output_index: 0, item: call },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...call, status: 'completed' },
      },
      completed(),
    ]),
    events([...SEARCHED, completed()]),
  );
  const script = { code: 'return 4', args: [], capabilities: {} };
  const tools = [{ type: 'function', name: 'f', script }];
  const { result } = await ask(
    { model: 'openai/gpt-5.1', tools },
    { baseUrl: `${vendor.url()}/v1` },
  );
  expect(result).toMatchObject({ ok: true, value: { 'Message content': 'In Portugal' } });
  expect(vendor.requests.map(({ path }) => path)).toEqual(['/v1/responses', '/v1/responses']);
  const [first, second] = vendor.requests.map(({ body }) => body);
  expect(first).toMatchObject({
    model: 'openai/gpt-5.1',
    tools: [{ type: 'function', name: 'f' }, { type: 'web_search' }],
  });
  expect(second?.['input']).toEqual([
    expect.objectContaining({ role: 'system' }),
    expect.objectContaining({ role: 'user' }),
    expect.objectContaining({ type: 'function_call', call_id: 'c2', name: 'f', arguments: '{}' }),
    { type: 'function_call_output', call_id: 'c2', output: '4' },
  ]);
});

test.each([
  ['failed', { error: { code: 'x', message: `No ${CANARY}` } }, 'No ***'],
  ['cancelled', {}, 'broke off'],
])('an answer that is %s has its reason in the log', async (status, more, why) => {
  const end = { ...completed(status), response: { ...completed(status).response, ...more } };
  vendor.answer(events([...SEARCHED.slice(0, 2), end]));
  const { result } = await ask();
  expect(result).toMatchObject({ ok: false, error: expect.stringContaining(why) });
  expect(JSON.stringify(result)).not.toContain(CANARY);
});
