import { beforeAll, describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql, bodyOf, type Shown } from '../support/transports.js';
import { rowsOf, statementsOf } from '../support/rows.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';

const app = useApp({ PUBLIC_URL: 'https://parley.example.com/' });
const rest = restOf(app);

const ask = async (
  query: string,
  variables: object = {},
  token?: string | null,
): Promise<Shown> => {
  const calling = token === undefined ? {} : { token };
  const { data, errors } = await queryGraphql(app().url, { query, variables }, calling);
  if (errors) throw new Error(JSON.stringify(errors));
  return data ?? {};
};

describe('a caller', () => {
  test('sees who they are, or null without a token', async () => {
    const token = await saveUser(app().databaseUrl);
    const { viewer } = await ask('{ viewer { user { id name } } }', {}, token);
    expect(viewer).toEqual({ user: { id: expect.stringMatching(/^usr_/), name: null } });
    expect(await ask('{ viewer { user { id } } }', {}, null)).toEqual({ viewer: null });
  });

  test('sees only the workspaces they are in', async () => {
    const mine = await makeWorkspace(rest);
    await makeWorkspace(rest);
    const token = await saveUser(app().databaseUrl, { workspaceId: mine, role: 'MEMBER' });
    const query = '{ viewer { workspaces { nodes { id } pageInfo { hasNextPage } } } }';
    expect(await ask(query, {}, token)).toEqual({
      viewer: { workspaces: { nodes: [{ id: mine }], pageInfo: { hasNextPage: false } } },
    });
  });
});

describe('a record by its id', () => {
  const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
  let ids: string[];

  beforeAll(async () => {
    const { botId, publicId, workspaceId } = await makePublished(rest, botOf(interview));
    const { resultId } = await bodyOf(rest.startChat({ publicId }));
    const { folder } = await bodyOf(rest.createFolder({ workspaceId }));
    const { customDomain } = await bodyOf(
      rest.addDomain({ workspaceId, name: 'node.example.com' }),
    );
    const look = { workspaceId, themeTemplateId: 'my-look', name: 'Night', theme: {} };
    await bodyOf(rest.saveThemeTemplate(look));
    const { publishedBot } = await bodyOf(rest.readPublished({ botId }));
    ids = [workspaceId, botId, publishedBot?.id ?? '', resultId, folder.id, customDomain.id];
    ids.push('my-look');
  });

  test('is found whatever its type, in the requested order', async () => {
    const types = ['Workspace', 'Bot', 'BotVersion', 'Result', 'Folder', 'CustomDomain'];
    expect(await ask(NODES, { ids })).toEqual({
      nodes: [...types, 'ThemeTemplate'].map((__typename, at) => ({ __typename, id: ids[at] })),
    });
    const { viewer } = await ask('{ viewer { user { id } } }');
    const { id } = recordAt(viewer, 'user');
    expect(await ask('query ($id: ID!) { node(id: $id) { __typename } }', { id })).toEqual({
      node: { __typename: 'User' },
    });
  });

  test('is null for a stranger, and without a token, like one that is missing', async () => {
    const missing = [
      'constructor_x',
      'bot_none',
      'ver_none',
      'res_none',
      'wks_none',
      'fld_none',
      'x',
      '',
      'usr_x',
    ];
    const stranger = await saveUser(app().databaseUrl);
    const nulls = { nodes: [...ids, ...missing].map(() => null) };
    expect(await ask(NODES, { ids: [...ids, ...missing] }, stranger)).toEqual(nulls);
    expect(await ask(NODES, { ids: [...ids, ...missing] }, null)).toEqual(nulls);
    expect(await ask(NODES, { ids: missing })).toEqual({ nodes: missing.map(() => null) });
  });

  test('can be requested with at most 99 others', async () => {
    const many = Array.from({ length: 101 }, () => 'bot_none');
    const { errors } = await queryGraphql(app().url, { query: NODES, variables: { ids: many } });
    expect(errors?.[0]?.extensions).toMatchObject({ reason: 'VALIDATION' });
  });
});

describe('the bots of a workspace', () => {
  const BOTS = `query ($workspaceId: ID!, $first: PageLimit, $after: String, $last: PageLimit,
    $before: String, $search: ShortText, $isArchived: Boolean! = false) {
    workspace(id: $workspaceId) { bots(first: $first, after: $after, last: $last, before: $before,
      search: $search, isArchived: $isArchived) {
      totalCount nodes { name } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
  let workspaceId: string;
  const titles = ['Lead form', 'FAQ', '100% sure', 'lead_2', 'Quiz'];

  beforeAll(async () => {
    workspaceId = await makeWorkspace(rest);
    for (const title of titles) {
      await bodyOf(rest.createBot({ workspaceId, bot: { name: title } }));
    }
    const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: { name: 'Put away' } }));
    await bodyOf(rest.deleteBot({ botId: bot.id }));
  });
  const bots = async (args: object) => {
    const { workspace } = await ask(BOTS, { workspaceId, ...args });
    const names = recordsAt(workspace, 'bots.nodes').map(({ name }) => name);
    const { totalCount, pageInfo } = recordAt(workspace, 'bots');
    const { startCursor, endCursor, ...page } = recordAt(pageInfo);
    return { names, startCursor, endCursor, ...page, totalCount };
  };

  test('are paged forward and back', async () => {
    const all = [...titles].reverse();
    expect((await bots({})).names).toEqual(all);
    const first = await bots({ first: 2 });
    expect(first).toMatchObject({ names: all.slice(0, 2), hasNextPage: true });
    const next = await bots({ first: 2, after: first.endCursor });
    expect(next).toMatchObject({ names: all.slice(2, 4), hasPreviousPage: true });
    const back = await bots({ last: 1, before: next.startCursor });
    expect(back).toMatchObject({ names: all.slice(1, 2), hasPreviousPage: true });
    const end = await bots({ last: 3 });
    expect(end).toMatchObject({ names: all.slice(2), hasNextPage: false });
  });

  test('are counted over all pages on request', async () => {
    expect(await bots({ first: 1 })).toMatchObject({ totalCount: 5 });
    expect(await bots({ search: 'lead' })).toMatchObject({ totalCount: 2 });
    expect(await bots({ isArchived: true })).toMatchObject({ totalCount: 1 });
    const { bot } = await bodyOf(
      rest.createBot({ workspaceId: await makeWorkspace(rest), bot: {} }),
    );
    const guest = await saveUser(app().databaseUrl, { workspaceId, role: 'GUEST' });
    const { workspace } = await ask(BOTS, { workspaceId }, guest);
    expect([bot.id, partAt(workspace, 'bots')]).toMatchObject([
      bot.id,
      { totalCount: 0, nodes: [] },
    ]);
  });

  test('are found by a part of their name, in upper or lower case, special characters included', async () => {
    expect((await bots({ search: 'LEAD' })).names).toEqual(['lead_2', 'Lead form']);
    expect((await bots({ search: '_' })).names).toEqual(['lead_2']);
    expect((await bots({ search: '%' })).names).toEqual(['100% sure']);
    expect((await bots({ search: '\\' })).names).toEqual([]);
  });

  test('that were archived are listed separately', async () => {
    expect((await bots({ isArchived: true })).names).toEqual(['Put away']);
  });

  test('cannot be listed with both first and last, or from an invalid cursor', async () => {
    for (const args of [{ first: 1, last: 1 }, { after: '!' }, { first: 0 }, { last: 101 }]) {
      const variables = { workspaceId, ...args };
      const { errors } = await queryGraphql(app().url, { query: BOTS, variables });
      expect(errors?.[0]?.extensions).toMatchObject({ reason: 'VALIDATION' });
    }
  });
});

test('a bot has the address that starts its chats while it is published', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  const query = 'query ($botId: ID!) { bot(id: $botId) { startChatUrl } }';
  expect(await ask(query, { botId })).toEqual({
    bot: { startChatUrl: `https://parley.example.com/api/v1/bots/${publicId}/startChat` },
  });
  await bodyOf(rest.unpublishBot({ botId }));
  expect(await ask(query, { botId })).toEqual({ bot: { startChatUrl: null } });
});

test('a page of 50 bots, with all that a dashboard shows of them, costs as many statements as a page of 5', async () => {
  const workspaceId = await makeWorkspace(rest);
  const folders = [];
  for (let count = 0; count < 5; count += 1) {
    folders.push((await bodyOf(rest.createFolder({ workspaceId }))).folder.id);
  }
  for (let count = 0; count < 50; count += 1) {
    const bot = botOf(interview, { folderId: folders[count % 5], name: `Bot ${count}` });
    const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
    if (count % 2 === 0) await bodyOf(rest.publishBot({ botId: made.id }));
  }
  const query = `query ($workspaceId: ID!, $first: PageLimit!) { workspace(id: $workspaceId) {
    folders { id botsCount children { id } }
    bots(first: $first) { nodes {
      id name draft hasUnpublishedChanges viewerAccess issues { code }
      folder { id name botsCount }
      workspace { id name }
      publishedVersion { id number raw author { id } isLive definition }
    } } } }`;
  const count = async (first: number) => {
    const variables = { workspaceId, first };
    const statements = await statementsOf(async () => {
      const { workspace } = await ask(query, variables);
      expect(partAt(workspace, 'bots.nodes')).toHaveLength(first);
    });
    return statements.filter((statement) => !/^(begin|commit)/i.test(statement)).length;
  };
  await count(5);
  const few = await count(5);
  expect(await count(50)).toBe(few);
  expect(few).toBeGreaterThan(5);
  expect(few).toBeLessThanOrEqual(30);
});

test('no list of bots, folders or versions reads a whole table', async () => {
  const { databaseUrl } = app();
  await rowsOf(
    databaseUrl,
    `insert into workspace (id, name, plan, is_suspended, is_past_due, created_at, updated_at)
      select 'wks_' || i, 'W', 'FREE', false, false, now(), now() from generate_series(1, 300) i`,
  );
  await rowsOf(
    databaseUrl,
    `insert into folder (id, workspace_id, name, created_at, updated_at)
      select 'fld_' || i, 'wks_' || 1 + i % 300, 'F', now(), now() from generate_series(1, 3000) i`,
  );
  await rowsOf(
    databaseUrl,
    `insert into bot (id, workspace_id, folder_id, name, is_archived, is_closed, revision, draft,
        created_at, updated_at)
      select 'bot_' || i, 'wks_' || 1 + i % 300, case when i % 3 = 0 then 'fld_' || 1 + i % 300 end,
        'B', i % 10 = 0, false, 1, '{}', now(), now() from generate_series(1, 30000) i`,
  );
  await rowsOf(
    databaseUrl,
    `insert into flow (id, definition, created_at) values ('flw_x', '{}', now())`,
  );
  await rowsOf(
    databaseUrl,
    `insert into bot_version (id, bot_id, number, flow_id, created_at)
      select 'ver_' || i, 'bot_' || 1 + i % 3000, 1 + i / 3000, 'flw_x', now()
      from generate_series(1, 15000) i`,
  );
  await rowsOf(
    databaseUrl,
    `insert into bot_change (bot_id, revision, kind, created_at)
      select 'bot_' || 1 + i % 3000, 1 + i / 3000, 'UPDATED', now() from generate_series(1, 15000) i`,
  );
  await rowsOf(databaseUrl, 'analyze');
  const lists = [
    "bot where workspace_id = 'wks_7' and not is_archived order by id desc limit 51",
    "bot where workspace_id = 'wks_7' and not is_archived and id < 'bot_5' order by id desc limit 51",
    "bot where workspace_id = 'wks_7' and not is_archived and folder_id is null order by id desc limit 51",
    "bot where workspace_id = 'wks_7' and not is_archived and folder_id = 'fld_7' order by id desc limit 51",
    "folder where workspace_id = 'wks_7' and parent_folder_id is null order by id",
    "folder where parent_folder_id in ('fld_7', 'fld_8') order by id",
    "bot_version where bot_id = 'bot_7' and number < 4 order by number desc limit 51",
    "bot_change where bot_id = 'bot_7' and revision > 2 order by revision",
    "bot where public_id = 'x'",
  ];
  for (const list of lists) {
    const plan = await rowsOf(databaseUrl, `explain select * from ${list}`);
    expect([list, JSON.stringify(plan)]).toEqual([list, expect.not.stringContaining('Seq Scan')]);
  }
});

test('the database and the server compute the same id for a draft', async () => {
  const text = 'Ünï — 你好 🤖 ? ?? :x $1 \' " \\ \u2028';
  const { botId } = await makePublished(rest, {
    name: text,
    theme: { customCss: text, 7: 1, a: -0 },
  });
  const rows = await rowsOf(
    app().databaseUrl,
    `select bot.draft_flow_id = version.flow_id as same from bot
      join bot_version version on version.id = bot.live_version_id where bot.id = $1`,
    [botId],
  );
  expect(rows).toEqual([{ same: true }]);
  const { publishedBot } = await bodyOf(rest.readPublished({ botId }));
  expect(publishedBot?.['theme']).toMatchObject({ customCss: text });
});
