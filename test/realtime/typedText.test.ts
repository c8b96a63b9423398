import { mock } from 'node:test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { openTyping } from '../../src/realtime/typing.js';
import { createWakeUps } from '../../src/realtime/wakeUps.js';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { partAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { beginChat, useTwoServers, type ChatBegun } from '../support/twoServers.js';
import { saveUser } from '../support/users.js';
import { openWatcher } from '../support/watcher.js';

const servers = useTwoServers();
const shown = botOf(parrot, { settings: { general: { isTypedTextShown: true } } });
let chat: ChatBegun;
beforeAll(async () => {
  chat = await beginChat(servers.here, shown);
});

const sockets: Client[] = [];
afterAll(() => {
  for (const socket of sockets) void socket.dispose();
});

/** Follows what the visitor of a chat types, at the second server; returns a function that reads the next event. */
function follow({ sessionId }: ChatBegun, token: string | undefined = TOKEN) {
  const socket = openWatcher(
    servers.second().url,
    token === '' ? {} : { authorization: `Bearer ${token}` },
  );
  sockets.push(socket);
  const query = `subscription ($sessionId: ID!) { chatTyping(sessionId: $sessionId) { isVisitorTyping visitorText } }`;
  const stream = socket.iterate({ query, variables: { sessionId } });
  return async () => {
    const next: unknown = await stream.next();
    expect(partAt(next, 'value.errors')).toBeUndefined();
    return partAt(next, 'value.data.chatTyping');
  };
}

/** Types as the visitor, at the first server. */
async function type({ sessionId }: ChatBegun, text: string, more: object = {}) {
  const query = `mutation ($input: ShowTypingInput!) { showTyping(input: $input) { userErrors { reason } } }`;
  const variables = { input: { sessionId, text, ...more } };
  const sent = await queryGraphql(
    servers.first().url,
    { query, variables },
    { token: 'isAgent' in more ? TOKEN : null },
  );
  return (
    partAt(sent, 'data.showTyping.userErrors.0.reason') ??
    partAt(sent, 'errors.0.extensions.reason')
  );
}

const SILENCE = { isVisitorTyping: false, visitorText: null };
const SIGN = { isVisitorTyping: true, visitorText: null };
const typed = (visitorText: string) => ({ isVisitorTyping: true, visitorText });

test('an agent who has the chat sees what its visitor types, on another server, until it is sent', async () => {
  await bodyOf(servers.here.claimChat(chat));
  const next = follow(chat);
  expect(await next()).toEqual(SILENCE);
  const text = 'I wonder | whether, “größer” 🙂';
  expect(await type(chat, text)).toBeUndefined();
  let now = await next();
  while (partAt(now, 'visitorText') === null) now = await next();
  expect(now).toEqual(typed(text));
  await type(chat, '');
  while (partAt(now, 'visitorText') !== null) now = await next();
  while (partAt(now, 'isVisitorTyping') === true) now = await next();
  expect(now).toEqual(SILENCE);
});

test('an agent who opens the chat while its visitor pauses sees at once what they have typed, on another server, too', async () => {
  const paused = await beginChat(servers.here, shown);
  await bodyOf(servers.here.claimChat(paused));
  await type(paused, 'I wonder');
  const next = follow(paused);
  let now = await next();
  // The answer of the other server comes with the first event, or right after it.
  while (partAt(now, 'visitorText') === null) now = await next();
  expect(partAt(now, 'visitorText')).toBe('I wonder');
  const visitor = follow(paused, '');
  expect(partAt(await visitor(), 'visitorText')).toBeNull();
});

test('an agent who opens the chat after its visitor has sent something, or after it was given back, does not see what they typed before', async () => {
  const [answered, released] = [
    await beginChat(servers.here, shown),
    await beginChat(servers.here, shown),
  ];
  for (const one of [answered, released]) {
    await bodyOf(servers.here.claimChat(one));
    await type(one, 'I wonder');
  }
  await bodyOf(servers.here.continueChat({ ...answered, message: 'I wonder' }));
  await bodyOf(servers.here.releaseChat(released));
  for (const one of [answered, released]) {
    const next = follow(one);
    expect(await next()).toEqual(SILENCE);
    // What was typed before would come in place of the sign.
    expect(await type(one, '')).toBeUndefined();
    await bodyOf(servers.here.claimChat(one));
    expect(await type(one, 'I know')).toBeUndefined();
    expect(await next()).toEqual(typed('I know'));
  }
});

test('nobody else sees it: not the visitor in another tab, and nobody who may not answer in the chat', async () => {
  const other = await beginChat(servers.here, shown);
  await bodyOf(servers.here.claimChat(other));
  const stranger = await saveUser(servers.first().databaseUrl);
  const [agent, tab, outsider] = [follow(other), follow(other, ''), follow(other, stranger)];
  for (const next of [agent, tab, outsider]) expect(await next()).toEqual(SILENCE);
  await type(other, 'a secret');
  let now = await agent();
  while (partAt(now, 'visitorText') === null) now = await agent();
  expect(now).toEqual(typed('a secret'));
  expect(await tab()).toEqual(SIGN);
  expect(await outsider()).toEqual(SIGN);
});

test('it stays a sign where the bot does not show it, while nobody has the chat, and once it was given back', async () => {
  const quiet = await beginChat(servers.here, botOf(parrot));
  await bodyOf(servers.here.claimChat(quiet));
  const waiting = await beginChat(servers.here, shown);
  await bodyOf(servers.here.setStatus({ ...waiting, status: 'PAUSED' }));
  const released = await beginChat(servers.here, shown);
  await bodyOf(servers.here.claimChat(released));
  await bodyOf(servers.here.releaseChat(released));
  for (const one of [quiet, waiting, released]) {
    const next = follow(one);
    expect(await next()).toEqual(SILENCE);
    expect(await type(one, 'I wonder')).toBeUndefined();
    expect(await next()).toEqual(SIGN);
  }
});

test('a text of more than 500 characters is refused, and so is one of an agent', async () => {
  expect(await type(chat, 'x'.repeat(500))).toBeUndefined();
  expect(await type(chat, 'x'.repeat(501))).toBe('VALIDATION');
  expect(await type(chat, 'x', { isAgent: true })).toBe('VALIDATION');
});

describe('what a visitor types', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  function open() {
    const sent: string[] = [];
    const wakeUps = createWakeUps({ pollEvery: 1_000, spread: (topic) => void sent.push(topic) });
    const typing = openTyping(wakeUps);
    const watch = (sessionId: string, isVisitor = false) => {
      const seen = typing.watch(sessionId, { clientAddress: '127.0.0.1', isVisitor });
      seen.ask();
      return seen;
    };
    return { typing, sent, wakeUps, watch };
  }

  test('is sent twice a second, the newest of it, in notes that a bus can carry', () => {
    const { typing, sent, watch } = open();
    const seen = watch('ses_1');
    sent.splice(0);
    for (const text of ['a', 'a ', 'a |']) typing.showText('ses_1', text);
    expect(seen.now().visitorText).toBe('a');
    mock.timers.tick(500);
    expect(seen.now().visitorText).toBe('a |');
    mock.timers.tick(500);
    typing.showText('ses_1', '');
    expect(seen.now()).toMatchObject({ isVisitorTyping: false, visitorText: null });
    expect(sent).toHaveLength(3);
    for (const one of sent) expect(one).toMatch(/^isVisitorTyping:ses_1\|[\w-]*$/);
    seen.close();
  });

  test('is part of the first answer for those who begin to watch later, and stays no longer for them', async () => {
    const { typing, watch } = open();
    typing.showText('ses_1', 'I wonder');
    mock.timers.tick(30_000);
    const [late, visitor] = [watch('ses_1'), watch('ses_1', true)];
    expect([late.now().visitorText, visitor.now().visitorText]).toEqual(['I wonder', null]);
    mock.timers.tick(29_999);
    expect(late.now().visitorText).toBe('I wonder');
    mock.timers.tick(1);
    expect(late.now().visitorText).toBeNull();
    for (const seen of [late, visitor]) seen.close();
  });

  test('is not shown to those who begin to watch after it was sent, or replaced at another server, or after news of the chat', () => {
    const { typing, wakeUps, watch } = open();
    const look = (sessionId: string) => {
      const seen = watch(sessionId);
      const { visitorText } = seen.now();
      seen.close();
      return visitorText;
    };
    typing.showText('ses_1', 'I wonder');
    mock.timers.tick(500);
    typing.showText('ses_1', '');
    expect(look('ses_1')).toBeNull();
    typing.showText('ses_2', 'I wonder');
    expect(look('ses_2')).toBe('I wonder');
    wakeUps.wake(`isVisitorTyping:ses_2|${Buffer.from('I wonder why').toString('base64url')}`);
    expect(look('ses_2')).toBeNull();
    typing.showText('ses_3', 'I wonder');
    wakeUps.announce('ses_3');
    expect(look('ses_3')).toBeNull();
  });

  test('is shown for a minute, although they stopped after six seconds', () => {
    const { typing, watch } = open();
    const seen = watch('ses_1');
    typing.showText('ses_1', 'I wonder');
    mock.timers.tick(6_000);
    expect(seen.now()).toMatchObject({ isVisitorTyping: false, visitorText: 'I wonder' });
    mock.timers.tick(54_000);
    expect(seen.now().visitorText).toBeNull();
    seen.close();
  });
});
