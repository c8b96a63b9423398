import { describe, expect, test } from '@jest/globals';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { events, json, useVendor } from '../../support/vendorServer.js';

const vendor = useVendor();
const ask = (action: string, options: object, data: object = {}) =>
  askVendor({
    ...{ type: 'dify-ai', action, options: { ...options } },
    data: { apiEndpoint: `${vendor.url()}/v1/`, ...data },
  });
const says = (answer: string, event = 'message') => ({ event, answer, conversation_id: 'c1' });
const end = {
  event: 'message_end',
  conversation_id: 'c1',
  metadata: { usage: { total_tokens: 12, prompt_tokens: 8, completion_tokens: 4 } },
};

describe('an application of Dify', () => {
  test('answers with the whole text, however the stream is cut', async () => {
    for (const cut of [1, Infinity]) {
      vendor.answer(
        events([{ event: 'ping' }, says('Olá '), says('😀', 'agent_message'), end], cut),
      );
      const { result, shown, tokens } = await ask('Create Chat Message', {
        ...{ query: 'Hi', conversation_id: 'c0', user: 'ada' },
        inputs: [{ key: 'plan', value: 'free' }, { value: 'none' }],
      });
      expect(result).toEqual({
        ok: true,
        value: {
          ...{ Answer: 'Olá 😀', 'Conversation ID': 'c1' },
          ...{ 'Total Tokens': 12, 'Prompt Tokens': 8, 'Completion Tokens': 4 },
        },
      });
      expect(shown.join('')).toBe('Olá 😀');
      expect(tokens).toMatchObject([{ vendor: 'dify-ai', total: 12 }]);
    }
    expect(vendor.requests[0]).toMatchObject({
      path: '/v1/chat-messages',
      headers: { authorization: `Bearer ${CANARY}` },
      body: {
        ...{ query: 'Hi', conversation_id: 'c0', user: 'ada', response_mode: 'streaming' },
        inputs: { plan: 'free' },
      },
    });
  });

  test('may replace its text', async () => {
    vendor.answer(events([says('Bad'), says('Sorry', 'message_replace'), end]));
    const { result } = await ask('Create Chat Message', {});
    expect(result).toMatchObject({ value: { Answer: 'Sorry' } });
  });

  test.each([
    [
      'refuses',
      json({ code: 'unauthorized', message: `Key ${CANARY}` }, 401),
      'it answered 401 (Key ***)',
    ],
    ['is asked too often', json({ message: 'Later' }, 429), 'it answered 429 (Later)'],
    ['speaks in riddles', events([{ event: 7 }]), 'it answered in a form that is not known here'],
  ])('that %s says nothing', async (_how, answer, why) => {
    vendor.answer(answer);
    const { result } = await ask('Create Chat Message', { query: 'Hi' });
    expect(result).toEqual({ ok: false, error: `The service failed: ${why}` });
  });

  test.each([
    [
      'fails in the middle',
      events([says('Half'), { event: 'error', message: 'No quota' }]),
      'No quota',
    ],
    ['ends too early', events([says('Half')]), 'it broke off before the end of its answer'],
  ])('that %s has said what came before', async (_how, answer, why) => {
    vendor.answer(answer);
    const { result } = await ask('Create Chat Message', { query: 'Hi' });
    const warning = `The service failed: ${why}`;
    expect(result).toEqual({ ok: true, value: { Answer: 'Half' }, warning });
  });
});

describe('a knowledge base of Dify', () => {
  test('returns what it found, with its own key', async () => {
    vendor.answer(
      json({ records: [{ segment: { content: 'A' } }, { segment: { content: 'B' } }] }),
    );
    const options = { datasetId: 'd/1', query: 'What?' };
    const { result } = await ask('Query Knowledge Base', options, { knowledgeApiKey: 'k2' });
    expect(result).toEqual({ ok: true, value: { 'Retrieved chunks': ['A', 'B'] } });
    expect(vendor.requests[0]).toMatchObject({
      path: '/v1/datasets/d%2F1/retrieve',
      headers: { authorization: 'Bearer k2' },
      body: { query: 'What?' },
    });
  });

  test('that is not chosen, or answers in another format, fails', async () => {
    vendor.answer(json({ records: 'none' }));
    expect((await ask('Query Knowledge Base', {})).result).toEqual({
      ok: false,
      error: 'No knowledge base is chosen',
    });
    expect((await ask('Query Knowledge Base', { datasetId: 'd' })).result).toEqual({
      ok: false,
      error: 'The service failed: it answered in a form that is not known here',
    });
  });
});
