import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { applyEdits } from '../../src/engine/edits/applyEdits.js';
import type { FlowEdit } from '../../src/engine/edits/flowEdit.js';
import type { FlowDefinition } from '../../src/engine/flow/flow.js';
import { TOKEN } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { openWatcher } from '../support/watcher.js';

const app = useApp();
const rest = restOf(app);
const sketch = {
  variables: { Name: null },
  groups: { Start: [say('Hello'), ask('Name')], End: [say('Bye')] },
};

let workspaceId: string;
let colleague: string;
beforeAll(async () => {
  workspaceId = await makeWorkspace(rest);
  colleague = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
});

const sockets: Client[] = [];
afterAll(() => {
  for (const socket of sockets) void socket.dispose();
});

async function newBot(): Promise<string> {
  const { bot } = await bodyOf(rest.importBot({ workspaceId, bot: botOf(sketch) }));
  return bot.id;
}

async function run(query: string, variables: Shown, token = TOKEN): Promise<Shown> {
  const { data, errors } = await queryGraphql(app().url, { query, variables }, { token });
  if (errors) throw new Error(JSON.stringify(errors));
  return recordAt({ data }, 'data');
}

async function edit(input: Shown, token = TOKEN): Promise<Shown> {
  const query = `mutation ($input: EditFlowInput!) { editFlow(input: $input) {
    bot { revision } edits inverse userErrors { reason message path } } }`;
  return recordAt(await run(query, { input }, token), 'editFlow');
}

async function draftOf(botId: string): Promise<FlowDefinition> {
  const shown = await run('query ($botId: ID!) { bot(id: $botId) { draft } }', { botId });
  // The draft of a bot is a flow.
  return partAt(shown, 'bot.draft') as FlowDefinition;
}

async function idOfMe(token = TOKEN): Promise<unknown> {
  return partAt(await run('{ viewer { user { id } } }', {}, token), 'viewer.user.id');
}

/** Watches a bot from a revision on; each call gives the next change. */
function follow(botId: string, afterRevision: number): () => Promise<Shown> {
  const socket = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
  sockets.push(socket);
  const query = `subscription ($botId: ID!, $afterRevision: Int) {
    botChanged(botId: $botId, afterRevision: $afterRevision) {
      revision kind edits inverse clientMutationId undoes author { id } } }`;
  const stream = socket.iterate({ query, variables: { botId, afterRevision } });
  return async () => {
    const sent: unknown = await stream.next();
    return recordAt(sent, 'value.data.botChanged');
  };
}

const rename = (groupId: unknown, title: string) => [{ renameGroup: { groupId, title } }];

describe('following what others do to a flow', () => {
  test('an editor applies the edits of others to its flow, and recognises its own by their mark', async () => {
    const botId = await newBot();
    const mine = await draftOf(botId);
    const next = follow(botId, 1);
    const groupId = mine.groups[0]?.id;
    const made = await edit(
      { botId, edits: rename(groupId, 'Theirs'), clientMutationId: 'tab-1:7' },
      colleague,
    );
    const change = await next();
    expect(change).toEqual({
      revision: 2,
      kind: 'UPDATED',
      edits: made['edits'],
      inverse: made['inverse'],
      clientMutationId: 'tab-1:7',
      undoes: null,
      author: { id: await idOfMe(colleague) },
    });
    const { flow } = applyEdits(mine, change['edits'] as FlowEdit[]);
    expect(JSON.stringify(flow)).toBe(JSON.stringify(await draftOf(botId)));
  });

  test('an editor that comes back has each change it missed, in order', async () => {
    const botId = await newBot();
    const before = await draftOf(botId);
    const groupId = before.groups[0]?.id;
    const titles = Array.from({ length: 60 }, (_, index) => `Title ${index}`);
    for (const title of titles) await edit({ botId, edits: rename(groupId, title) });
    const next = follow(botId, 11);
    let flow = applyEdits(before, rename(groupId, 'Title 9') as FlowEdit[]).flow;
    for (const revision of titles.slice(10).map((_, index) => index + 12)) {
      const change = await next();
      expect(change['revision']).toBe(revision);
      flow = applyEdits(flow, change['edits'] as FlowEdit[]).flow;
    }
    expect(flow).toEqual(await draftOf(botId));
  });

  test('an editor recognises its own changes by their mark, and loads the draft after a version was restored', async () => {
    const botId = await newBot();
    const { groups } = await draftOf(botId);
    const next = follow(botId, 1);
    const make = async (mutation: string, type: string, input: Shown = {}): Promise<Shown> => {
      const shown = type === 'PublishBotInput' ? 'version { id }' : 'clientMutationId';
      const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${shown} } }`;
      return run(query, { input: { botId, clientMutationId: mutation, ...input } });
    };
    const published = await make('publishBot', 'PublishBotInput');
    const versionId = partAt(published, 'publishBot.version.id');
    await edit({ botId, edits: rename(groups[0]?.id, 'New'), clientMutationId: 'editFlow' });
    await make('restoreVersion', 'RestoreVersionInput', { versionId });
    await make('rollbackBot', 'VersionInput', { versionId });
    await make('moveBots', 'MoveBotsInput', { botId: undefined, botIds: [botId] });
    for (const mutation of ['unpublishBot', 'deleteBot', 'restoreBot'])
      await make(mutation, 'BotInput');
    const changes = [];
    for (let count = 0; count < 8; count += 1) changes.push(await next());
    expect(changes.map(({ clientMutationId, edits }) => [clientMutationId, edits])).toEqual([
      ['publishBot', []],
      ['editFlow', rename(groups[0]?.id, 'New')],
      ['restoreVersion', null],
      ['rollbackBot', []],
      ['moveBots', []],
      ['unpublishBot', []],
      ['deleteBot', []],
      ['restoreBot', []],
    ]);
  });

  test('a change without edits, or after deleted changes, tells the editor to load the draft again', async () => {
    const botId = await newBot();
    const { groups } = await draftOf(botId);
    const next = follow(botId, 1);
    await bodyOf(rest.updateBot({ botId, bot: { groups: groups.slice(0, 1) } }));
    expect(await next()).toMatchObject({ revision: 2, edits: null, inverse: null });
    await bodyOf(rest.updateBot({ botId, bot: { name: 'Renamed' } }));
    expect(await next()).toMatchObject({ revision: 3, edits: [], inverse: [] });
    await edit({ botId, edits: rename(groups[0]?.id, 'Later') });
    await rowsOf(app().databaseUrl, 'delete from bot_change where bot_id = $1 and revision = 3', [
      botId,
    ]);
    expect(await follow(botId, 2)()).toMatchObject({ revision: 4, edits: null, inverse: null });
  });

  test('edits that are too long to store are applied, and reported as a change without edits', async () => {
    const botId = await newBot();
    const next = follow(botId, 1);
    const patch = { customCss: '/**/'.repeat(26_000) };
    const made = await edit({
      botId,
      edits: [{ setTheme: { patch } }],
      clientMutationId: 'x'.repeat(201),
    });
    expect(made).toMatchObject({ userErrors: [], edits: [{ setTheme: { patch } }] });
    expect(await next()).toMatchObject({ revision: 2, edits: null, clientMutationId: null });
  });

  test('of many edits of a bot only the newest few million bytes are kept', async () => {
    const botId = await newBot();
    await edit({ botId, edits: rename((await draftOf(botId)).groups[0]?.id, 'Old') });
    await rowsOf(
      app().databaseUrl,
      `insert into bot_change (bot_id, revision, kind, created_at, edits, inverse)
        select $1, revision, 'UPDATED', now(), '[]',
          (select json_agg(md5(random()::text)) from generate_series(1, 2000))
        from generate_series(3, 199) as revision`,
      [botId],
    );
    await rowsOf(app().databaseUrl, 'update bot set revision = 199 where id = $1', [botId]);
    await edit({ botId, edits: rename((await draftOf(botId)).groups[0]?.id, 'New') });
    const rows = await rowsOf<{ revision: number; edits: unknown }>(
      app().databaseUrl,
      'select revision, edits from bot_change where bot_id = $1 order by revision',
      [botId],
    );
    expect(rows).toHaveLength(200);
    const kept = rows.filter(({ edits }) => edits !== null).map(({ revision }) => revision);
    expect(kept.at(-1)).toBe(200);
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.length).toBeLessThan(150);
    expect(kept[0]).toBe(201 - kept.length);
  });
});

describe('the history of a bot', () => {
  test('a person reads what they did, newest first and page by page, and what it undid', async () => {
    const botId = await newBot();
    const groupId = (await draftOf(botId)).groups[0]?.id;
    const made = await edit({ botId, edits: rename(groupId, 'Mine'), clientMutationId: 'm' });
    await edit({ botId, edits: rename(groupId, 'Theirs') }, colleague);
    await edit({ botId, edits: made['inverse'], undoes: 2 });
    const query = `query ($botId: ID!, $after: String, $mine: Boolean) { bot(id: $botId) {
      changes(first: 2, after: $after, mine: $mine) {
        nodes { revision kind edits inverse clientMutationId undoes author { id } } nextCursor } } }`;
    const first = recordAt(await run(query, { botId, mine: true }), 'bot.changes');
    const author = { id: await idOfMe() };
    expect(first['nodes']).toEqual([
      expect.objectContaining({ revision: 4, edits: made['inverse'], undoes: 2, author }),
      expect.objectContaining({ ...changeShown(made), revision: 2, clientMutationId: 'm', author }),
    ]);
    const after = first['nextCursor'];
    const rest = recordAt(await run(query, { botId, mine: true, after }), 'bot.changes');
    expect(rest).toMatchObject({ nodes: [{ revision: 1, kind: 'CREATED' }], nextCursor: null });
    const all = await run(query, { botId });
    expect(recordsAt(all, 'bot.changes.nodes').map(({ revision }) => revision)).toEqual([4, 3]);
  });
});

const changeShown = ({ edits, inverse }: Shown) => ({ edits, inverse });
