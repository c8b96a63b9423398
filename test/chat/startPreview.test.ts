import { describe, expect, test } from '@jest/globals';
import { createPreviewGate } from '../../src/chat/previewGate.js';
import { type PreviewRequest, startPreview } from '../../src/chat/startPreview.js';
import { shardKeyOf } from '../../src/storage/shardKeys.js';
import { type FakeStore, flowsOf, openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf, say } from '../support/flowOf.js';

const flow = flowOf({
  groups: { Start: [say('Hi'), ask('text input')], Aside: [say('Aside')] },
  events: [{ type: 'reply', to: 'Aside' }],
});
const [, replyEvent] = flow.definition.events;

const start = async (store: FakeStore, more: Partial<PreviewRequest> = {}) =>
  startPreview(store.ports, {
    botId: 'bot',
    definition: flow.definition,
    isStreamEnabled: false,
    isOnlyRegistering: false,
    clientAddress: '192.0.2.1',
    ...more,
  });

const restricted = ['shard_keys', 'preview_claim', 'preview_grown', '', 'start_commit_claimed'];

describe('a preview', () => {
  test('has no result, and shows the bot that it previews', async () => {
    const store = openFakeStore(flow, {
      previewGate: createPreviewGate({ perAddress: 0, inAll: 0 }),
    });
    const reply = await start(store);
    expect(reply).toMatchObject({ turn: 1, bot: { id: 'bot' } });
    expect(reply).not.toHaveProperty('resultId');
    expect(store.ran).toEqual(['shard_keys', 'start_commit']);
    expect(store.chat.row).toMatchObject({ botId: 'bot', isPreview: true, resultId: null });
    expect(store.chat.row.state).not.toMatchObject({ settings: { reach: expect.anything() } });
  });

  test('of a flow from the request is shown under the id of that flow', async () => {
    const reply = await start(openFakeStore(flow), { shownBotId: 'mine' });
    expect(reply).toMatchObject({ bot: { id: 'mine' } });
  });

  test.each([
    ['a group', { type: 'group', groupId: 'Aside' }],
    ['an event', { type: 'event', eventId: replyEvent?.id ?? '' }],
    ['a block', { type: 'block', blockId: 'Aside.1' }],
  ] as const)('begins at %s', async (_where, startFrom) => {
    const { messages } = await start(openFakeStore(flow), { startFrom });
    expect(messages).toMatchObject([{ content: { plainText: 'Aside' } }]);
  });

  test.each([
    ['a group', { type: 'group', groupId: 'gone' }],
    ['an event', { type: 'event', eventId: 'gone' }],
    ['a block', { type: 'block', blockId: 'gone' }],
  ] as const)(
    'does not begin at %s that the flow has not, nor is it claimed',
    async (_where, startFrom) => {
      for (const reach of [undefined, 'nothing'] as const) {
        const store = openFakeStore(flow);
        const started = start(store, { startFrom, reach });
        await expect(started).rejects.toMatchObject({ reason: 'START_NOT_FOUND' });
        expect(store.ran).toEqual(['shard_keys']);
      }
    },
  );

  test('is done once for a key, which counts only for callers with the same rights', async () => {
    const scopes: unknown[] = [];
    const store = openFakeStore(flow);
    store.before = (name, [, scope]) => {
      if (name === 'reply_find') scopes.push(...[scope].flat());
    };
    const once = { key: 'k', requestHash: 'h' };
    const first = await start(store, { once });
    expect(await start(store, { once })).toEqual(first);
    store.chat.replies.clear();
    await start(store, { once, reach: 'bots' });
    expect(scopes).toEqual([
      expect.stringMatching(/^preview\/all\/[\da-f]{40}$/),
      scopes[0],
      expect.stringMatching(/^preview\/bots\/[\da-f]{40}$/),
    ]);
  });
});

describe('a restricted preview', () => {
  const claimsOf = (store: FakeStore) => {
    const claims: (readonly unknown[])[] = [];
    store.before = (name, values) => {
      if (name === 'preview_claim') claims.push(values);
    };
    return claims;
  };

  test('is claimed under its id before it is written, with the flow of the request', async () => {
    const alone = flowOf({ groups: { Start: [say('Hi')] } }, 'alone');
    const makeOwn = () => ({ flow: alone, text: 'definition' });
    const store = openFakeStore(flow, { flows: { ...flowsOf(flow, alone), makeOwn } });
    const claims = claimsOf(store);
    const { sessionId } = await start(store, { reach: 'nothing' });
    expect(store.ran).toEqual(restricted);
    expect(claims).toEqual([
      [
        sessionId,
        '192.0.2.1',
        'alone',
        'definition',
        undefined,
        undefined,
        expect.stringMatching(/^[a-z0-9]{3}$/),
      ],
    ]);
    expect(store.chat.row.state).toMatchObject({
      settings: { reach: 'nothing' },
      stack: [{ flowId: 'alone' }],
    });
  });

  test('of a stored draft is claimed without a flow, and with a key also with its reply', async () => {
    const store = openFakeStore(flow);
    const claims = claimsOf(store);
    const once = { key: 'k', requestHash: 'h' };
    const { sessionId } = await start(store, { reach: 'bots', once });
    expect(store.ran).toEqual([
      'shard_keys',
      'reply_find',
      ...restricted.slice(1, 4),
      'start_commit_claimed_keyed',
    ]);
    const scope = expect.stringMatching(/^preview\/bots\//);
    expect(claims).toEqual([
      [sessionId, '192.0.2.1', undefined, undefined, scope, 'k', shardKeyOf(sessionId)],
    ]);
  });

  test('passes the gate for its client address before its flow is loaded', async () => {
    const previewGate = createPreviewGate({ perAddress: 0, inAll: 1 });
    const store = openFakeStore(flow, { previewGate });
    const busy = start(store, { reach: 'bots' });
    await expect(busy).rejects.toMatchObject({ reason: 'PREVIEWS_BUSY' });
    expect(store.ran).toEqual(['shard_keys']);
  });
});

/** Work that ends when `end` is called. */
function held() {
  let end = (): void => undefined;
  const done = new Promise<void>((resolve) => (end = resolve));
  return { work: () => done, end };
}

test('few restricted previews run at a time, for one address and in all, and the next runs when one ends', async () => {
  const gate = createPreviewGate({ perAddress: 2, inAll: 3 });
  const [one, two, three, four] = [held(), held(), held(), held()];
  const first = gate('a', one.work);
  const second = gate('a', two.work);
  const busy = { reason: 'PREVIEWS_BUSY', retryAfter: 1 };
  await expect(gate('a', async () => 'never')).rejects.toMatchObject(busy);
  const third = gate('b', three.work);
  await expect(gate('c', async () => 'never')).rejects.toMatchObject(busy);
  one.end();
  await first;
  const fourth = gate('c', four.work);
  for (const { end } of [two, three, four]) end();
  await Promise.all([second, third, fourth]);
  await expect(gate('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await Promise.all([1, 2].map((n) => gate('a', async () => n)))).toEqual([1, 2]);
});
