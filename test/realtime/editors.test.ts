import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { partAt, recordAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { useTwoServers } from '../support/twoServers.js';
import { makeWorkspace } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { openWatcher } from '../support/watcher.js';

const servers = useTwoServers();
let workspaceId: string;
let colleague: string;
beforeAll(async () => {
  workspaceId = await makeWorkspace(servers.here);
  colleague = await saveUser(servers.first().databaseUrl, { workspaceId, role: 'MEMBER' });
});

const sockets: Client[] = [];
afterAll(() => {
  for (const socket of sockets) void socket.dispose();
});

async function newBot(): Promise<string> {
  const { bot } = await bodyOf(servers.here.importBot({ workspaceId, bot: botOf(parrot) }));
  return bot.id;
}

/** Watches the editors of a bot on a new socket; `until` reads lists until one is as expected. */
function watchEditors(url: string, variables: Shown, token = TOKEN) {
  const socket = openWatcher(url, { authorization: `Bearer ${token}` });
  sockets.push(socket);
  const query = `subscription ($botId: ID!, $clientId: ID) {
    editorsOf(botId: $botId, clientId: $clientId) { clientId groupId blockId user { id } } }`;
  const stream = socket.iterate({ query, variables: { ...variables } });
  const next = async (): Promise<unknown> => {
    const sent: unknown = await stream.next();
    return partAt(sent, 'value.data.editorsOf') ?? partAt(sent, 'value.errors.0.extensions.reason');
  };
  const until = async (expected: readonly Shown[]): Promise<void> => {
    let seen = await next();
    while (JSON.stringify(seen) !== JSON.stringify(expected)) seen = await next();
  };
  return { next, until, hangUp: () => void socket.terminate() };
}

async function show(url: string, input: Shown, token = TOKEN): Promise<Shown> {
  const query = `mutation ($input: ShowPresenceInput!) { showPresence(input: $input) {
    editors { clientId groupId blockId user { id } } userErrors { message path } } }`;
  const { data, errors } = await queryGraphql(url, { query, variables: { input } }, { token });
  if (errors) throw new Error(JSON.stringify(errors));
  return recordAt(data, 'showPresence');
}

/** Editors stay for long, however slow the machine. */
async function holdAll(botId: string): Promise<void> {
  const hold = "update bot_editor set lease_until = now() + interval '1 hour' where bot_id = $1";
  await rowsOf(servers.first().databaseUrl, hold, [botId]);
}

async function userOf(token: string): Promise<Shown> {
  const query = '{ viewer { user { id } } }';
  const { data } = await queryGraphql(servers.first().url, { query }, { token });
  return recordAt(data, 'viewer.user');
}

const seen = (clientId: string, user: Shown, groupId: string | null = null) => ({
  ...{ clientId, groupId, blockId: null },
  user,
});

const COLUMNS = [
  ...['block_id', 'bot_id', 'client_id', 'field', 'group_id', 'lease_until', 'since', 'user_id'],
];

describe('who has a bot open', () => {
  test('people on two servers see where the other points, and nothing of that is stored', async () => {
    const botId = await newBot();
    const socket = openWatcher(servers.second().url, { authorization: `Bearer ${TOKEN}` });
    sockets.push(socket);
    const query = `subscription ($botId: ID!) { editorsOf(botId: $botId) { clientId pointer { x y } } }`;
    const stream = socket.iterate({ query, variables: { botId } });
    const until = async (expected: unknown): Promise<void> => {
      let now: unknown;
      while (JSON.stringify(now) !== JSON.stringify(expected))
        now = partAt(await stream.next(), 'value.data.editorsOf');
    };
    await until([]);
    const point = async (pointer?: object | null) =>
      show(servers.first().url, { botId, clientId: 'theirs', groupId: 'g', pointer }, colleague);
    await point({ x: -20.4, y: 1e300 });
    await until([{ clientId: 'theirs', pointer: { x: -20, y: 1e300 } }]);
    await point();
    await point({ x: 1, y: 2 });
    await until([{ clientId: 'theirs', pointer: { x: 1, y: 2 } }]);
    const stored = await rowsOf(
      servers.first().databaseUrl,
      'select to_jsonb(bot_editor) as row from bot_editor where bot_id = $1',
      [botId],
    );
    expect(Object.keys(recordAt({ stored }, 'stored.0.row')).sort()).toEqual(COLUMNS);
    await point(null);
    await until([{ clientId: 'theirs', pointer: null }]);
  });

  test('people on two servers see each other come, look at a group, and leave when their socket ends', async () => {
    const botId = await newBot();
    const [me, other] = await Promise.all([userOf(TOKEN), userOf(colleague)]);
    const mine = watchEditors(servers.first().url, { botId, clientId: 'mine' });
    await mine.until([seen('mine', me)]);
    const theirs = watchEditors(servers.second().url, { botId, clientId: 'theirs' }, colleague);
    await theirs.until([seen('mine', me), seen('theirs', other)]);
    await mine.until([seen('mine', me), seen('theirs', other)]);
    await show(servers.second().url, { botId, clientId: 'theirs', groupId: 'g1' }, colleague);
    await mine.until([seen('mine', me), seen('theirs', other, 'g1')]);
    theirs.hangUp();
    await mine.until([seen('mine', me)]);
  });

  test('the others see in which field somebody types, and when they leave it', async () => {
    const botId = await newBot();
    const { url } = servers.first();
    const socket = openWatcher(url, { authorization: `Bearer ${TOKEN}` });
    sockets.push(socket);
    const query = 'subscription ($botId: ID!) { editorsOf(botId: $botId) { blockId field } }';
    const stream = socket.iterate({ query, variables: { botId } });
    const next = async () => partAt(await stream.next(), 'value.data.editorsOf');
    expect(await next()).toEqual([]);
    const place = { botId, clientId: 'tab', groupId: 'g1', blockId: 'b1' };
    await show(url, { ...place, field: 'options.url' });
    expect(await next()).toEqual([{ blockId: 'b1', field: 'options.url' }]);
    await show(url, place);
    expect(await next()).toEqual([{ blockId: 'b1', field: null }]);
  });

  test('an editor without further signs is removed, even if nothing reported that it left', async () => {
    const botId = await newBot();
    const me = await userOf(TOKEN);
    const watching = watchEditors(servers.second().url, { botId });
    expect(await watching.next()).toEqual([]);
    const shown = await show(servers.first().url, { botId, clientId: 'tab', groupId: 'g1' });
    expect(shown).toEqual({ userErrors: [], editors: [seen('tab', me, 'g1')] });
    await watching.until([seen('tab', me, 'g1')]);
    await rowsOf(
      servers.first().databaseUrl,
      'update bot_editor set lease_until = now() where bot_id = $1',
      [botId],
    );
    await watching.until([]);
  });

  test('strangers see no editors and cannot be one, and a colleague who is removed sees nothing more', async () => {
    const botId = await newBot();
    const { databaseUrl, url } = servers.first();
    const stranger = await saveUser(databaseUrl);
    const hidden = [{ extensions: { reason: 'BOT_NOT_FOUND' } }];
    await expect(watchEditors(url, { botId }, stranger).next()).rejects.toMatchObject(hidden);
    const refused = await show(url, { botId, clientId: 'tab' }, stranger);
    expect(refused).toMatchObject({ editors: null, userErrors: [{ message: 'Bot not found' }] });
    const former = await saveUser(databaseUrl, { workspaceId, role: 'MEMBER' });
    const watching = watchEditors(url, { botId }, former);
    expect(await watching.next()).toEqual([]);
    const { id } = await userOf(former);
    await rowsOf(databaseUrl, 'delete from member where user_id = $1', [id]);
    await show(url, { botId, clientId: 'tab' });
    await expect(watching.next()).rejects.toMatchObject(hidden);
  });

  test('watchers receive one list when a window shows another group, and none when it stays', async () => {
    const botId = await newBot();
    const me = await userOf(TOKEN);
    const watching = watchEditors(servers.first().url, { botId });
    expect(await watching.next()).toEqual([]);
    const place = { botId, clientId: 'tab', groupId: 'g1' };
    await show(servers.first().url, place);
    await show(servers.first().url, place);
    expect(await watching.next()).toEqual([seen('tab', me, 'g1')]);
    await show(servers.first().url, { ...place, groupId: null });
    expect(await watching.next()).toEqual([seen('tab', me)]);
  });

  test.each<[what: string, more: Shown, path: string]>([
    ['a window without a name', { clientId: '' }, 'clientId'],
    ['a window with a long name', { clientId: 'x'.repeat(65) }, 'clientId'],
    ['a group with a long id', { groupId: 'x'.repeat(201) }, 'groupId'],
    ['a block with an id that cannot be stored', { blockId: 'a\0b' }, 'blockId'],
  ])('%s is refused', async (_what, more, path) => {
    const botId = await newBot();
    const shown = await show(servers.first().url, { botId, clientId: 'tab', ...more });
    expect(shown).toMatchObject({ editors: null, userErrors: [{ path: [path] }] });
  });

  test('one person has at most twenty windows', async () => {
    const botId = await newBot();
    const { url } = servers.first();
    for (let count = 0; count < 20; count += 1) {
      await show(url, { botId, clientId: `tab-${count}` });
      await holdAll(botId);
    }
    expect(await show(url, { botId, clientId: 'tab-20' })).toMatchObject({
      userErrors: [{ path: ['clientId'] }],
    });
    expect((await show(url, { botId, clientId: 'tab-7', groupId: 'g' }))['userErrors']).toEqual([]);
    expect(partAt(await show(url, { botId, clientId: 'x' }, colleague), 'editors.length')).toBe(21);
  });
});
