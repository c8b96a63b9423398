import { mock } from 'node:test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { openTyping } from '../../src/realtime/typing.js';
import { answerForVisitors } from '../../src/realtime/visitorPresence.js';
import { createWakeUps } from '../../src/realtime/wakeUps.js';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { beginChat, useTwoServers } from '../support/twoServers.js';
import { makePublished } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { openWatcher } from '../support/watcher.js';

const servers = useTwoServers();
const { here } = servers;
let sessionId: string;
let workspaceId: string;
beforeAll(async () => {
  const made = await makePublished(here, botOf(parrot));
  ({ workspaceId } = made);
  ({ sessionId } = await bodyOf(here.startChat({ publicId: made.publicId })));
});

const sockets: Client[] = [];
afterAll(() => {
  for (const socket of sockets) void socket.dispose();
});

/** Watches who types, as a visitor on the second server. */
function watch(id: string) {
  const socket = openWatcher(servers.second().url);
  sockets.push(socket);
  const query = `subscription ($sessionId: ID!) { chatTyping(sessionId: $sessionId) { isVisitorTyping isAgentTyping } }`;
  const stream = socket.iterate({ query, variables: { sessionId: id } });
  return async () => {
    const typists = recordAt((await stream.next()).value, 'data.chatTyping');
    return Object.keys(typists).filter((side) => typists[side] === true);
  };
}

async function show(input: object, token: string | null = null) {
  const query = `mutation ($input: ShowTypingInput!) { showTyping(input: $input) { userErrors { reason } } }`;
  const { url } = servers.first();
  const sent = await queryGraphql(url, { query, variables: { input } }, { token });
  return (
    partAt(sent, 'data.showTyping.userErrors.0.reason') ??
    partAt(sent, 'errors.0.extensions.reason')
  );
}

test('visitor and agent see each other type, on other servers too, and nothing of it is stored', async () => {
  const [{ before } = {}] = await rowsOf(
    servers.first().databaseUrl,
    'select updated_at as before from chat_session where id = $1',
    [sessionId],
  );
  const next = watch(sessionId);
  expect(await next()).toEqual([]);
  expect(await show({ sessionId })).toBeUndefined();
  expect(await next()).toEqual(['isVisitorTyping']);
  expect(await show({ sessionId, isAgent: true }, TOKEN)).toBeUndefined();
  let typists = await next();
  while (!typists.includes('isAgentTyping')) typists = await next();
  // Each sign is over after six seconds.
  while (typists.length > 0) typists = await next();
  const after = await rowsOf(
    servers.first().databaseUrl,
    'select updated_at as before from chat_session where id = $1',
    [sessionId],
  );
  expect(after).toEqual([{ before }]);
});

test('an agent sees that the visitor has the chat open at another server', async () => {
  const { sessionId: id } = await beginChat(servers.here, botOf(parrot));
  const agent = openWatcher(servers.first().url, { authorization: `Bearer ${TOKEN}` });
  const visitor = openWatcher(servers.second().url);
  sockets.push(agent, visitor);
  const variables = { sessionId: id };
  const events = `subscription ($sessionId: ID!) { chatEvents(sessionId: $sessionId) { seq } }`;
  const typing = `subscription ($sessionId: ID!) { chatTyping(sessionId: $sessionId) { isVisitorHere } }`;
  const seen = agent.iterate({ query: typing, variables });
  const next = async () => partAt((await seen.next()).value, 'data.chatTyping.isVisitorHere');
  expect(await next()).toBe(false);
  // An agent who watches the events is no visitor.
  await agent.iterate({ query: events, variables }).next();
  await visitor.iterate({ query: events, variables }).next();
  expect(await next()).toBe(true);
});

test('only those who may answer type as agents, and nobody types in a chat that does not exist', async () => {
  const stranger = await saveUser(servers.first().databaseUrl);
  expect(await show({ sessionId, isAgent: true }, stranger)).toBe('SESSION_NOT_FOUND');
  expect(await show({ sessionId, isAgent: true })).toBe('UNAUTHENTICATED');
  expect(await show({ sessionId: 'ses_none * x' })).toBe('SESSION_NOT_FOUND');
  await expect(watch('ses_none')()).rejects.toMatchObject([
    { extensions: { reason: 'SESSION_NOT_FOUND' } },
  ]);
});

test('an id that no chat has, however long it is, does not keep other servers from seeing who types', async () => {
  const { sessionId: id } = await beginChat(servers.here, botOf(parrot));
  const agent = openWatcher(servers.first().url, { authorization: `Bearer ${TOKEN}` });
  sockets.push(agent);
  for (const wrong of ['字'.repeat(2_000), `x isAgentTyping:${id}`]) {
    const query = 'subscription ($id: ID!) { chatTyping(sessionId: $id) { isVisitorHere } }';
    const stream = agent.iterate({ query, variables: { id: wrong } });
    await expect(stream.next()).rejects.toMatchObject([
      { extensions: { reason: 'SESSION_NOT_FOUND' } },
    ]);
  }
  const next = watch(id);
  expect(await next()).toEqual([]);
  expect(await show({ sessionId: id })).toBeUndefined();
  expect(await next()).toEqual(['isVisitorTyping']);
});

const VISITOR = { clientAddress: '127.0.0.1', isVisitor: true };

describe('signs in a chat:', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  /** The signs of one process, and the topics that it sends to others. */
  function open() {
    const sent: string[] = [];
    const wakeUps = createWakeUps({ pollEvery: 1_000, spread: (topic) => void sent.push(topic) });
    return { typing: openTyping(wakeUps), sent, wakeUps };
  }

  test('those of typing are sent once in three seconds, and count for six after the last', async () => {
    const { typing, sent } = open();
    const seen = typing.watch('ses_1', VISITOR);
    const see = () => seen.now().isVisitorTyping;
    for (let second = 0; second < 6; second += 1) {
      typing.show('ses_1', 'isVisitorTyping');
      mock.timers.tick(1_000);
    }
    expect(sent).toEqual(['isVisitorTyping:ses_1', 'isVisitorTyping:ses_1']);
    expect(see()).toBe(true);
    mock.timers.tick(2_999);
    expect(see()).toBe(true);
    mock.timers.tick(1);
    expect(see()).toBe(false);
    seen.close();
  });

  test('those of typing do not appear when notifications were missed, or after the watch is closed', async () => {
    const { typing, wakeUps } = open();
    const seen = typing.watch('ses_1', VISITOR);
    wakeUps.wakeAll();
    mock.timers.tick(10_000);
    expect(seen.now()).toEqual({
      isVisitorTyping: false,
      isAgentTyping: false,
      isVisitorHere: true,
      visitorText: null,
    });
    for (const id of ['ses_2', 'ses_1']) wakeUps.wake(`isAgentTyping:${id}`);
    await seen.next();
    expect(seen.now()).toEqual({
      isVisitorTyping: false,
      isAgentTyping: true,
      isVisitorHere: true,
      visitorText: null,
    });
    const last = seen.next();
    seen.close();
    await last;
  });

  test('a visitor counts as present for 12 seconds after they left', async () => {
    const { typing, wakeUps } = open();
    let isOpen = true;
    answerForVisitors(wakeUps, { hasVisitor: () => isOpen });
    const seen = typing.watch('ses_1', { ...VISITOR, isVisitor: false });
    seen.ask();
    expect(seen.now().isVisitorHere).toBe(true);
    isOpen = false;
    mock.timers.tick(11_999);
    expect(seen.now().isVisitorHere).toBe(true);
    const left = seen.next();
    mock.timers.tick(1);
    await left;
    expect(seen.now().isVisitorHere).toBe(false);
    seen.close();
  });

  test('one process asks once for all agents who look at a chat, and nothing once they left', () => {
    const { typing, sent } = open();
    const agents = [1, 2, 3].map(() => typing.watch('ses_1', { ...VISITOR, isVisitor: false }));
    for (const agent of agents) agent.ask();
    for (let times = 0; times < 2; times += 1) mock.timers.tick(5_000);
    const asked = sent.filter((topic) => topic.startsWith('visitorSought'));
    expect(asked).toEqual(Array(3).fill('visitorSought|ses_1'));
    for (const agent of agents) agent.close();
    sent.splice(0);
    mock.timers.tick(60_000);
    expect(sent).toEqual([]);
  });
});

/** Has the chat open in a window, or only watches; `until` reads lists until one has these windows. */
function look(url: string, clientId?: string, token = TOKEN) {
  const socket = openWatcher(url, { authorization: `Bearer ${token}` });
  sockets.push(socket);
  const query = `subscription ($sessionId: ID!, $clientId: ID) {
    chatViewers(sessionId: $sessionId, clientId: $clientId) { clientId since user { id } } }`;
  const stream = socket.iterate({ query, variables: { sessionId, clientId } });
  const next = async () => {
    const sent: unknown = (await stream.next()).value;
    if (partAt(sent, 'errors')) throw partAt(sent, 'errors');
    return recordsAt(sent, 'data.chatViewers').map(({ clientId: window }) => window);
  };
  const until = async (windows: readonly string[]): Promise<void> => {
    while ((await next()).join() !== windows.join());
  };
  return { next, until, hangUp: () => void socket.terminate() };
}

test('agents on two servers see who else has a chat open, until that window is closed or gives no sign', async () => {
  const token = await saveUser(servers.first().databaseUrl, { workspaceId, role: 'MEMBER' });
  const mine = look(servers.first().url, 'mine');
  await mine.until(['mine']);
  const theirs = look(servers.second().url, 'theirs', token);
  await theirs.until(['mine', 'theirs']);
  await mine.until(['mine', 'theirs']);
  const watching = look(servers.second().url);
  expect(await watching.next()).toEqual(['mine', 'theirs']);
  theirs.hangUp();
  await mine.until(['mine']);
  await watching.until(['mine']);
  const lapse = `insert into chat_viewer (chat_id, user_id, client_id, since, lease_until)
    values ($1, 'usr_lost', 'lost', now(), now())`;
  await rowsOf(servers.first().databaseUrl, lapse, [sessionId]);
  mine.hangUp();
  await watching.until([]);
});

test('nobody else sees who has a chat open, and a window needs a name that can be stored', async () => {
  const { databaseUrl, url } = servers.first();
  const hidden = [{ extensions: { reason: 'SESSION_NOT_FOUND' } }];
  const stranger = await saveUser(databaseUrl);
  await expect(look(url, 'tab', stranger).next()).rejects.toMatchObject(hidden);
  await expect(look(url, 'a b').next()).rejects.toMatchObject([
    { extensions: { reason: 'VALIDATION' } },
  ]);
});

test('one person has a chat open in at most twenty windows', async () => {
  const fill = `insert into chat_viewer (chat_id, user_id, client_id, since, lease_until)
    select $1, user_id, 'w' || n, now(), now() + interval '1 hour' from generate_series(1, 20) n, api_token where name = $2`;
  const token = await saveUser(servers.first().databaseUrl, { workspaceId, role: 'MEMBER' });
  const { user } = await bodyOf(here.readMe({}, { token }));
  await rowsOf(servers.first().databaseUrl, fill, [sessionId, user.id]);
  await expect(look(servers.first().url, 'w21', token).next()).rejects.toMatchObject([
    { extensions: { reason: 'VALIDATION' } },
  ]);
});
