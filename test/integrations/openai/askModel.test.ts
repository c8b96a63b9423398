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
  { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'item' } },
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

const assistantSays = (...pieces: string[]) =>
  pieces.map((value) => ({
    ...{ id: 'msg_1', object: 'thread.message.delta' },
    delta: { content: [{ index: 0, type: 'text', text: { value } }] },
  }));
const run = (status: string, more: object = {}) => ({
  ...{ id: 'run_1', object: 'thread.run', status },
  ...more,
});
const done = run('completed', {
  usage: { total_tokens: 9, prompt_tokens: 7, completion_tokens: 2 },
});
const askAssistant = (options: object = {}) =>
  askVendor({
    ...{ type: 'openai', action: 'Ask Assistant', code, data: { baseUrl: vendor.url() } },
    options: { assistantId: 'asst_1', message: 'Hi', ...options },
  });
const made = json({ id: 'thread_9', object: 'thread' });
const message = json({ id: 'msg_0' });

describe('an assistant', () => {
  test('answers in a new thread, however the stream is cut', async () => {
    for (const cut of [1, Infinity]) {
      const answer = [run('queued'), ...assistantSays('Olá', ', Ada'), done, '[DONE]' as const];
      vendor.answer(made, message, events(answer, cut));
      const { result, shown, tokens } = await askAssistant({ additionalInstructions: 'Briefly' });
      expect(result).toEqual({ ok: true, value: { Message: 'Olá, Ada', 'Thread ID': 'thread_9' } });
      expect(shown.join('')).toBe('Olá, Ada');
      expect(tokens).toEqual([
        { vendor: 'openai', botId: 'bot_1', total: 9, prompt: 7, completion: 2 },
      ]);
      expect(vendor.requests.map(({ path }) => path)).toEqual([
        '/threads',
        '/threads/thread_9/messages',
        '/threads/thread_9/runs',
      ]);
      expect(vendor.requests[2]).toMatchObject({
        headers: { 'openai-beta': 'assistants=v2', 'idempotency-key': 'key-3' },
        body: { assistant_id: 'asst_1', stream: true, additional_instructions: 'Briefly' },
      });
    }
  });

  test('continues its thread, and calls functions', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":2}' } };
    const action = { submit_tool_outputs: { tool_calls: [call] } };
    vendor.answer(
      message,
      events([run('requires_action', { required_action: action })]),
      events([...assistantSays('Four'), done]),
    );
    const script = { code: 'setVariable("A", a); return a * 2', args: [], capabilities: {} };
    const { result } = await askAssistant({
      threadId: 'thread_1',
      functions: [{ name: 'f', script }],
    });
    expect(result).toEqual({
      ok: true,
      value: { Message: 'Four', 'Thread ID': 'thread_1' },
      assignments: [{ name: 'A', value: 2 }],
    });
    expect(vendor.requests[2]).toMatchObject({
      path: '/threads/thread_1/runs/run_1/submit_tool_outputs',
      body: { tool_outputs: [{ tool_call_id: 'call_1', output: '4' }], stream: true },
    });
  });

  test.each([
    ['is not there', json({ error: { message: `No ${CANARY}` } }, 403), 'it answered 403 (No ***)'],
    [
      'fails',
      events([run('failed', { last_error: { message: 'Out of credit' } })]),
      'Out of credit',
    ],
    ['runs out of time', events([run('expired')]), 'its run is expired'],
    ['reports a failure', events([{ error: { message: 'Busy' } }]), 'Busy'],
  ])('that %s says nothing', async (_how, answer, why) => {
    vendor.answer(message, answer);
    const { result } = await askAssistant({ threadId: 't' });
    expect(result).toEqual({ ok: false, error: `The service failed: ${why}` });
  });

  test.each([
    ['ends too early', events(assistantSays('Half')), 'it broke off before the end of its answer'],
  ])('that %s has said what came before', async (_how, answer, why) => {
    vendor.answer(message, answer);
    const { result } = await askAssistant({ threadId: 't' });
    const warning = `The service failed: ${why}`;
    expect(result).toEqual({ ok: true, value: { Message: 'Half' }, warning });
  });

  test('that is not chosen is not asked', async () => {
    expect((await askAssistant({ assistantId: '' })).result).toEqual({
      ok: false,
      error: 'No assistant is chosen',
    });
  });
});
