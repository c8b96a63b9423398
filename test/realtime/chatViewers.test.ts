import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { partAt, recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { useTwoServers } from '../support/twoServers.js';
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
