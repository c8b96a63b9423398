import { afterAll, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { TOKEN } from '../support/app.js';
import { queryGraphql, bodyOf, type Shown } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { openWatcher } from '../support/watcher.js';
import { partAt, recordAt } from '../support/parts.js';

const app = useApp();
const rest = restOf(app);
const sockets: Client[] = [];
afterAll(() => {
  for (const socket of sockets) void socket.dispose();
});

const QUERY = `subscription ($botId: ID!, $afterRevision: Int) {
  botChanged(botId: $botId, afterRevision: $afterRevision) {
    botId revision kind edits inverse clientMutationId undoes author { id } createdAt
    bot { name revision } } }`;

/** Watches a bot over a new socket: each call of `next` gives the next event or failure. */
function watchBot(variables: object, token: string | null = TOKEN) {
  const params = token === null ? {} : { authorization: `Bearer ${token}` };
  const socket = openWatcher(app().url, params);
  sockets.push(socket);
  const stream = socket.iterate<{ botChanged: Shown }>({
    query: QUERY,
    variables: { ...variables },
  });
  const next = async (): Promise<Shown> => read().catch(refusal);
  const read = async (): Promise<Shown> => {
    const sent = await stream.next();
    if (sent.done) return { isOver: true };
    const { errors = [], data } = sent.value;
    const [error] = errors;
    return error ? { reason: error.extensions?.['reason'] } : recordAt(data, 'botChanged');
  };
  return { next, stop: () => void stream.return?.() };
}

/** A subscription that fails is closed with its errors. */
function refusal(closed: unknown): Shown {
  return Array.isArray(closed) ? { reason: partAt(closed, '0.extensions.reason') } : { closed };
}

const makeBot = async (bot: object = {}) => {
  const workspaceId = await makeWorkspace(rest);
  const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
  return { botId: made.id, workspaceId };
};
const rename = (botId: string, name: string, token = TOKEN) =>
  bodyOf(rest.updateBot({ botId, bot: { name } }, { token }));

test('every change of a bot is reported when it happens, with its author', async () => {
  const { botId, workspaceId } = await makeBot();
  const watching = watchBot({ botId, afterRevision: 0 });
  expect(await watching.next()).toMatchObject({ botId, revision: 1, kind: 'CREATED' });
  const token = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
  await rename(botId, 'Renamed', token);
  const change = await watching.next();
  const { data } = await queryGraphql(
    app().url,
    { query: '{ viewer { user { id } } }' },
    { token },
  );
  expect(change).toEqual({
    botId,
    revision: 2,
    kind: 'UPDATED',
    // A name is not part of the draft.
    edits: [],
    inverse: [],
    clientMutationId: null,
    undoes: null,
    author: partAt(data?.['viewer'], 'user'),
    createdAt: expect.stringMatching(/Z$/),
    bot: { name: 'Renamed', revision: 2 },
  });
  await bodyOf(rest.publishBot({ botId }));
  await bodyOf(rest.unpublishBot({ botId }));
  await bodyOf(rest.deleteBot({ botId }));
  await bodyOf(rest.restoreBot({ botId }));
  const kinds = [];
  for (let count = 0; count < 4; count += 1) kinds.push((await watching.next())['kind']);
  expect(kinds).toEqual(['PUBLISHED', 'UNPUBLISHED', 'ARCHIVED', 'RESTORED']);
  await bodyOf(rest.deleteBot({ botId }));
  expect(await watching.next()).toMatchObject({ kind: 'ARCHIVED', bot: null });
  watching.stop();
});

test('a watcher that comes back receives each missed change once', async () => {
  const { botId } = await makeBot();
  await rename(botId, 'Two');
  await rename(botId, 'Three');
  const watching = watchBot({ botId, afterRevision: 1 });
  const first = [await watching.next(), await watching.next()];
  expect(first.map(({ revision }) => revision)).toEqual([2, 3]);
  await rename(botId, 'Four');
  expect(await watching.next()).toMatchObject({ revision: 4 });
  watching.stop();
});

test('a refused change is not reported', async () => {
  const { botId } = await makeBot();
  const watching = watchBot({ botId, afterRevision: 1 });
  const update = rest.updateBot({ botId, bot: { folderId: 'fld_none' } });
  expect((await update).ok).toBe(false);
  await rename(botId, 'Two');
  expect(await watching.next()).toMatchObject({ revision: 2, kind: 'UPDATED' });
  watching.stop();
});

test('a stranger may not watch, nor a caller without a token', async () => {
  const { botId } = await makeBot();
  const stranger = await saveUser(app().databaseUrl);
  expect(await watchBot({ botId }, stranger).next()).toEqual({ reason: 'BOT_NOT_FOUND' });
  expect(await watchBot({ botId: 'bot_none' }, stranger).next()).toEqual({
    reason: 'BOT_NOT_FOUND',
  });
  expect(await watchBot({ botId }, null).next()).toEqual({ reason: 'UNAUTHENTICATED' });
});

test.each([
  [
    'whose place in the workspace is taken away',
    'delete from member where user_id = ',
    'BOT_NOT_FOUND',
  ],
  [
    'whose token is revoked',
    'update api_token set revoked_at = now() where user_id = ',
    'UNAUTHENTICATED',
  ],
])('a watcher %s is told nothing more', async (_case, statement, reason) => {
  const { botId, workspaceId } = await makeBot();
  const token = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
  const watching = watchBot({ botId, afterRevision: 1 }, token);
  await rename(botId, 'Two');
  expect(await watching.next()).toMatchObject({ revision: 2 });
  const { data } = await queryGraphql(
    app().url,
    { query: '{ viewer { user { id } } }' },
    { token },
  );
  await rowsOf(app().databaseUrl, `${statement} $1`, [partAt(data?.['viewer'], 'user.id')]);
  await rename(botId, 'Secret');
  const told = await watching.next();
  expect(JSON.stringify(told)).not.toContain('revision');
  expect([{ reason }, { closed: expect.anything() }]).toContainEqual(told);
});

test('only the newest of many changes are kept', async () => {
  const { botId } = await makeBot();
  await rowsOf(app().databaseUrl, 'update bot set revision = 599 where id = $1', [botId]);
  await rename(botId, 'Much later');
  const rows = await rowsOf(
    app().databaseUrl,
    'select revision from bot_change where bot_id = $1',
    [botId],
  );
  expect(rows).toEqual([{ revision: 600 }]);
});
