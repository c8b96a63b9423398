import { describe, expect, test } from '@jest/globals';
import { useSandboxes } from '../../support/sandboxes.js';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { events, json, useVendor } from '../../support/vendorServer.js';

const open = useSandboxes();

const vendor = useVendor();
const code = open({ workers: 1 });

const says = (...pieces: string[]) =>
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
const ask = (options: object = {}) =>
  askVendor({
    ...{ type: 'openai', action: 'Ask Assistant', code, data: { baseUrl: vendor.url() } },
    options: { assistantId: 'asst_1', message: 'Hi', ...options },
  });
const made = json({ id: 'thread_9', object: 'thread' });
const message = json({ id: 'msg_0' });

describe('an assistant', () => {
  test('answers in a new thread, however the stream is cut', async () => {
    for (const cut of [1, Infinity]) {
      const answer = [run('queued'), ...says('Olá', ', Ada'), done, '[DONE]' as const];
      vendor.answer(made, message, events(answer, cut));
      const { result, shown, tokens } = await ask({ additionalInstructions: 'Briefly' });
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
      events([...says('Four'), done]),
    );
    const script = { code: 'setVariable("A", a); return a * 2', args: [], capabilities: {} };
    const { result } = await ask({ threadId: 'thread_1', functions: [{ name: 'f', script }] });
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
    const { result } = await ask({ threadId: 't' });
    expect(result).toEqual({ ok: false, error: `The service failed: ${why}` });
  });

  test.each([
    ['ends too early', events(says('Half')), 'it broke off before the end of its answer'],
  ])('that %s has said what came before', async (_how, answer, why) => {
    vendor.answer(message, answer);
    const { result } = await ask({ threadId: 't' });
    const warning = `The service failed: ${why}`;
    expect(result).toEqual({ ok: true, value: { Message: 'Half' }, warning });
  });

  test('that is not chosen is not asked', async () => {
    expect((await ask({ assistantId: '' })).result).toEqual({
      ok: false,
      error: 'No assistant is chosen',
    });
  });
});
