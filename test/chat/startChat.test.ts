import { describe, expect, test } from '@jest/globals';
import { startChat, type StartRequest } from '../../src/chat/startChat.js';
import type { ChatReply } from '../../src/schema/chatReply.js';
import { openFakeStore, type FakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';
import { partAt } from '../support/parts.js';

const published = {
  publicId: 'hello',
  botId: 'bot',
  flowId: 'flow',
  isClosed: false,
  traceShare: 0,
  split: null,
  replayShare: 0,
  loggedStarts: null,
  isSuspended: false,
  workspaceId: 'wks_abc',
  spread: 1,
  earlierKeys: [],
};

/** A store with a published bot that has these settings. */
function storeOf(settings: object = {}, row: object = {}): FakeStore {
  const groups = { Start: [say('Hello {{Name}}'), ask('text input', 'Name')] };
  const store = openFakeStore(flowOf({ variables: { Name: null }, groups, settings }));
  store.found['published_by_public_id'] = [{ ...published, ...row }];
  return store;
}

const start = async (store: FakeStore, more: Partial<StartRequest> = {}): Promise<ChatReply> => {
  const options = { isStreamEnabled: false, isOnlyRegistering: false };
  return startChat(store.ports, { publicId: 'hello', ...options, ...more });
};

const textsIn = ({ messages }: ChatReply) =>
  messages.map(({ content }) => partAt(content, 'plainText'));

describe('a published bot', () => {
  test('starts a chat with a result of its own, and shows the bot', async () => {
    const store = storeOf();
    const reply = await start(store, { timeZone: 'Europe/Berlin' });
    expect(reply).toMatchObject({
      sessionId: expect.stringMatching(/^ses_/),
      resultId: expect.stringMatching(/^res_/),
      turn: 1,
      bot: { id: 'bot' },
    });
    expect(store.ran).toEqual(['published_by_public_id', 'start_commit']);
    expect(store.chat.row).toMatchObject({
      resultId: reply['resultId'],
      isPreview: false,
      state: { phase: 'running', settings: { timeZone: 'Europe/Berlin' } },
    });
  });

  test('is not found under another public id', async () => {
    const store = openFakeStore(flowOf({ groups: {} }));
    await expect(start(store)).rejects.toMatchObject({ reason: 'BOT_NOT_FOUND' });
    expect(store.ran).toEqual(['published_by_public_id']);
  });

  test('is only registered where the caller says so: nothing runs', async () => {
    const store = storeOf();
    const reply = await start(store, { isOnlyRegistering: true });
    expect([reply.turn, textsIn(reply)]).toEqual([0, []]);
    expect(store.chat.row.state).toMatchObject({ phase: 'registered' });
  });

  test('begins with the values that the page sent', async () => {
    const prefilledVariables = { Name: 'Ada' };
    expect(textsIn(await start(storeOf(), { prefilledVariables }))).toEqual(['Hello Ada']);
  });

  test.each([
    ['what its settings say', { general: { systemMessages: { botClosed: 'Gone' } } }, 'Gone'],
    ['that it is closed where they say nothing', {}, 'This bot is now closed'],
    ['the same without own texts', { general: {} }, 'This bot is now closed'],
    [
      'the same where the text is empty',
      { general: { systemMessages: { botClosed: '' } } },
      'This bot is now closed',
    ],
  ])('that is closed says %s', async (_what, settings, message) => {
    const closed = start(storeOf(settings, { isClosed: true }));
    await expect(closed).rejects.toMatchObject({ reason: 'BOT_CLOSED', message });
  });

  test('of a workspace that is suspended starts no chat', async () => {
    const suspended = start(storeOf({}, { isSuspended: true }));
    await expect(suspended).rejects.toMatchObject({ reason: 'WORKSPACE_SUSPENDED' });
  });

  test('starts on allowed pages, and their origins are stored with the chat', async () => {
    const settings = { security: { allowedOrigins: ['https://a'] } };
    const store = storeOf(settings);
    const elsewhere = start(store, { origin: 'https://b' });
    await expect(elsewhere).rejects.toMatchObject({ reason: 'ORIGIN_NOT_ALLOWED' });
    await start(store, { origin: 'https://a' });
    expect(store.chat.row.allowedOrigins).toEqual(['https://a']);
    await start(storeOf(), { origin: 'https://b' });
    await start(storeOf({ security: {} }), { origin: 'https://b' });
  });
});

describe('a visitor with an earlier result', () => {
  const earlier = {
    variables: JSON.stringify([{ id: 'vName', name: 'Name', value: 'Ada' }]),
    answers: '[]',
  };

  const startAgain = async (general?: object) => {
    const store = storeOf(general === undefined ? {} : { general });
    store.found['result_remembered'] = [earlier];
    const reply = await start(store, { resultId: 'res_earlier' });
    expect(reply['resultId']).toBe('res_earlier');
    return [...textsIn(reply), partAt(store.chat.row.state, 'settings.replacesAnswers')];
  };

  test.each([
    ['the bot remembers visitors', { rememberUser: { isEnabled: true } }],
    [
      'an old bot keeps a result when its page is loaded again',
      { isNewResultOnRefreshEnabled: false },
    ],
  ])('is known where %s', async (_when, general) => {
    expect(await startAgain(general)).toEqual(['Hello Ada', undefined]);
  });

  test.each([
    ['the bot says nothing of it', undefined],
    ['its settings say nothing of it', {}],
    [
      'the bot does not',
      { rememberUser: { isEnabled: false }, isNewResultOnRefreshEnabled: false },
    ],
    ['an old bot makes a result each time', { isNewResultOnRefreshEnabled: true }],
  ])('is not where %s: the answers are replaced', async (_when, general) => {
    expect(await startAgain(general)).toEqual(['Hello ', true]);
  });

  test('gets a new result if the earlier one does not exist', async () => {
    const store = storeOf({ general: { rememberUser: { isEnabled: true } } });
    const reply = await start(store, { resultId: 'res_gone' });
    expect(reply['resultId']).toMatch(/^res_(?!gone)/);
    expect(partAt(store.chat.row.state, 'settings')).not.toHaveProperty('replacesAnswers');
    const forgetful = storeOf();
    await start(forgetful, { resultId: 'res_gone' });
    expect(partAt(forgetful.chat.row.state, 'settings')).not.toHaveProperty('replacesAnswers');
  });
});

describe('a start that calls a service', () => {
  const call = { type: 'Webhook', options: { webhook: { url: 'https://example.com' } } };
  const flow = flowOf({ groups: { Start: [call, say('Done')] } });

  function storeOfCaller() {
    const keys: (string | undefined)[] = [];
    const store = openFakeStore(flow, {
      async handleEffect(_effect, _id, origin) {
        keys.push(origin?.callKey);
        return { ok: true, value: '' };
      },
    });
    store.found['published_by_public_id'] = [published];
    return { store, keys };
  }

  test('sends the same key when it is repeated with its idempotency key, so that the service can act once', async () => {
    const { store, keys } = storeOfCaller();
    const once = { key: 'k', requestHash: 'h' };
    store.before = (name) => {
      if (name === 'start_commit_keyed') throw new Error('connection lost');
    };
    await expect(start(store, { once })).rejects.toThrow('connection lost');
    store.before = (name, [, scope, key]) => {
      if (name === 'reply_find') expect([scope, key]).toEqual([['start/hello'], ['k']]);
    };
    expect(textsIn(await start(store, { once }))).toEqual(['Done']);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('sends another key in each chat without one, and takes no lease', async () => {
    const { store, keys } = storeOfCaller();
    await start(store);
    await start(store);
    expect(new Set(keys).size).toBe(2);
    expect(store.ran).not.toContain('lease_take');
  });
});
