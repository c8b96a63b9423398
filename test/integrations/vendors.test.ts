import { describe, expect, test } from '@jest/globals';
import { askVendor, CANARY } from '../support/vendorCall.js';
import { events, json, useVendor } from '../support/vendorServer.js';

const vendor = useVendor();
const askBlink = async (action: string, options: object = {}) => {
  const asked = { type: 'blink', action, options: { ...options } };
  return (await askVendor({ ...asked, data: { baseUrl: vendor.url() } })).result;
};
const page = (...users: object[]) => json({ data: users });

describe('the users of Blink', () => {
  test('are a list for each of their fields', async () => {
    vendor.answer(
      page({ id: 'u1', name: 'Ada' }, { id: 'u2' }),
      page({ id: 'u3', name: 'Bo' }),
      page(),
    );
    const value = { id: ['u1', 'u2', 'u3'], name: ['Ada', null, 'Bo'] };
    expect(await askBlink('Get Users')).toEqual({ ok: true, value });
    const paths = vendor.requests.map(({ path }) => path);
    expect(paths).toEqual([1, 2, 3].map((one) => `/v2/user?page=${one}`));
    expect(vendor.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${CANARY}` });
  });

  test('are not requested endlessly if the same page is returned again', async () => {
    vendor.answer(page({ id: 'u1' }), page({ id: 'u1' }), page({ id: 'u2' }));
    expect(await askBlink('Get Users')).toEqual({ ok: true, value: { id: ['u1'] } });
  });
});

describe('an event for the feeds of Blink', () => {
  const action = 'Send Feed Event';
  const event = { category: 'news', userIds: 'u1, u2', title: 'Hello', text: 'All is well' };

  test('is a card for users and teams, and has a key with which it can be repeated', async () => {
    vendor.answer(json({ data: { event_id: 'e1' } }, 201));
    expect(await askBlink(action, event)).toEqual({ ok: true, value: { 'Event ID': 'e1' } });
    const sections = [
      { type: 'header', title: 'Hello' },
      { type: 'text', value: 'All is well' },
    ];
    expect(vendor.requests[0]).toMatchObject({ method: 'POST', path: '/v2/feed/events' });
    const same = { category: 'news', external_id: 'key' };
    expect(vendor.requests[0]?.body).toEqual({
      ...same,
      user_ids: ['u1', 'u2'],
      body: { sections },
    });
    const card = { sections: [], ribbon_color: '#fff' };
    await askBlink(action, {
      ...{ category: 'news', groupIds: 'g1', card: JSON.stringify(card), allowComments: true },
      ...{ allowReactions: false, notificationTitle: 'Look', notificationText: 'News' },
    });
    expect(vendor.requests[1]?.body).toEqual({
      ...{ ...same, group_ids: ['g1'], body: card, allow_comments: true, allow_reactions: false },
      ...{ notification_title: 'Look', notification_text: 'News' },
    });
  });

  test.each([
    ['a category', { category: undefined }, 'The category is missing'],
    ['readers', { userIds: ' , ' }, 'It is not said who receives it'],
    ['a text', { title: undefined, text: undefined }, 'There is nothing to post'],
    ['a card that can be read', { card: '{"sections":' }, 'The card is no JSON object'],
  ])('is not sent without %s', async (_what, change, error) => {
    vendor.answer(page());
    expect(await askBlink(action, { ...event, ...change })).toEqual({ ok: false, error });
    expect(vendor.requests).toEqual([]);
  });
});

const askChatNode = (options: object) =>
  askVendor({
    ...{ type: 'chat-node', action: 'Send Message', options: { ...options } },
    data: { baseUrl: vendor.url() },
  });

test('a bot of ChatNode answers in its thread', async () => {
  vendor.answer(json({ message: 'Hello', chat_session_id: 's1', urls: [] }));
  const { result } = await askChatNode({ botId: 'b 1', threadId: 's0', message: 'Hi' });
  expect(result).toEqual({ ok: true, value: { Message: 'Hello', 'Thread ID': 's1' } });
  expect(vendor.requests[0]).toMatchObject({
    path: '/b%201',
    headers: { authorization: `Bearer ${CANARY}` },
    body: { message: 'Hi', chat_session_id: 's0', streaming: false },
  });
});

test.each([
  ['refuses', json({ message: `Not ${CANARY}` }, 403), 'it answered 403 (Not ***)'],
  ['is asked too often', json({ message: 'Later' }, 429), 'it answered 429 (Later)'],
  ['speaks in riddles', json({ reply: 1 }), 'it answered in a form that is not known here'],
])('a bot of ChatNode that %s says nothing', async (_how, answer, why) => {
  vendor.answer(answer);
  expect((await askChatNode({ botId: 'b' })).result).toEqual({
    ok: false,
    error: `The service failed: ${why}`,
  });
});

test('without a chosen bot of ChatNode nothing is requested', async () => {
  expect((await askChatNode({})).result).toEqual({
    ok: false,
    error: 'No bot of ChatNode is chosen',
  });
});

const askDify = (action: string, options: object, data: object = {}) =>
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
      const { result, shown, tokens } = await askDify('Create Chat Message', {
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
    const { result } = await askDify('Create Chat Message', {});
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
    const { result } = await askDify('Create Chat Message', { query: 'Hi' });
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
    const { result } = await askDify('Create Chat Message', { query: 'Hi' });
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
    const { result } = await askDify('Query Knowledge Base', options, { knowledgeApiKey: 'k2' });
    expect(result).toEqual({ ok: true, value: { 'Retrieved chunks': ['A', 'B'] } });
    expect(vendor.requests[0]).toMatchObject({
      path: '/v1/datasets/d%2F1/retrieve',
      headers: { authorization: 'Bearer k2' },
      body: { query: 'What?' },
    });
  });

  test('that is not chosen, or answers in another format, fails', async () => {
    vendor.answer(json({ records: 'none' }));
    expect((await askDify('Query Knowledge Base', {})).result).toEqual({
      ok: false,
      error: 'No knowledge base is chosen',
    });
    expect((await askDify('Query Knowledge Base', { datasetId: 'd' })).result).toEqual({
      ok: false,
      error: 'The service failed: it answered in a form that is not known here',
    });
  });
});
