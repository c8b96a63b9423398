import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
} from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { STATEMENT, statedCostOf } from '../../src/schema/queryCost.js';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql, bodyOf } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { statementsOf } from '../support/statements.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { partAt } from '../support/parts.js';

const app = useApp();
const rest = restOf(app);
const schema = buildGatewaySchema();

/** Where one comes to several things of a type. */
const roads: Readonly<Record<string, string>> = {
  Workspace: 'viewer { workspaces { nodes { FIELD } } }',
  BotConnection: 'viewer { workspaces { nodes { bots { FIELD } } } }',
  Folder: 'workspace(id: WORKSPACE) { folders { FIELD } }',
  WorkspaceMember: 'workspace(id: WORKSPACE) { members { FIELD } }',
  User: 'workspace(id: WORKSPACE) { members { user { FIELD } } }',
  Credentials: 'workspace(id: WORKSPACE) { credentials { FIELD } }',
  Bot: 'workspace(id: WORKSPACE) { bots { nodes { FIELD } } }',
  PublishedBot: 'workspace(id: WORKSPACE) { bots { nodes { published { FIELD } } } }',
  BotStats: 'workspace(id: WORKSPACE) { bots { nodes { stats { FIELD } } } }',
  BlockStats: 'workspace(id: WORKSPACE) { bots { nodes { blockStats { FIELD } } } }',
  ResultConnection: 'workspace(id: WORKSPACE) { bots { nodes { results { FIELD } } } }',
  BotVersion: 'bot(id: BOT) { versions { nodes { FIELD } } }',
  Result: 'bot(id: BOT) { results { nodes { FIELD } } }',
  Collaborator: 'bot(id: BOT) { collaborators { FIELD } }',
};

test('every list states how many entries it holds, or is requested with a number', () => {
  const unbounded = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || type.name.startsWith('__')) return [];
    const lists = Object.values(type.getFields()).filter(
      (field) => isListType(getNullableType(field.type)) && statedCostOf(field).holds === undefined,
    );
    return lists
      .filter(({ args }) => !args.some(({ name }) => name === 'limit'))
      .map(({ name }) => `${type.name}.${name}`);
  });
  expect(unbounded).toEqual([]);
});

describe('folders that name their workspace, which names its folders', () => {
  let workspaceId: string;
  beforeAll(async () => {
    workspaceId = await makeWorkspace(rest);
    await makeFolders(60);
  });

  const nested = (levels: number): string =>
    levels === 0 ? 'id' : `folders { workspace { ${nested(levels - 1)} } }`;
  const ask = (levels: number) =>
    queryGraphql(app().url, {
      query: `query ($id: ID!) { workspace(id: $id) { ${nested(levels)} } }`,
      variables: { id: workspaceId },
    });

  test('are refused at three levels, before anything is read', async () => {
    const statements = await statementsOf(async () => {
      const { status, errors, data } = await ask(3);
      expect({ status, data: data ?? null }).toEqual({ status: 400, data: null });
      expect(errors?.[0]?.extensions).toMatchObject({ reason: 'QUERY_TOO_LARGE' });
      expect(errors?.[0]?.message).toMatch(/may hold \d{7} fields; 100000 are allowed; ask for/);
    });
    expect(statements.length).toBeLessThanOrEqual(1);
  });

  test('are read at two levels with as many statements as for one folder', async () => {
    const one = await makeWorkspace(rest);
    await bodyOf(rest.createFolder({ workspaceId: one }));
    const query = `query ($id: ID!) { workspace(id: $id) { ${nested(2)} } }`;
    const count = (id: string) =>
      statementsOf(async () => {
        const { data } = await queryGraphql(app().url, { query, variables: { id } });
        expect(data).toHaveProperty('workspace.folders.0.workspace.folders.0.workspace.id', id);
      });
    await ask(1); // Whose token it is is known from here on.
    const few = await count(one);
    expect((await count(workspaceId)).length).toBe(few.length);
  });

  async function makeFolders(count: number): Promise<void> {
    await rowsOf(
      app().databaseUrl,
      `insert into folder (id, workspace_id, name, created_at, updated_at)
        select 'fld_' || $1 || n, $1, 'Folder ' || n, now(), now() from generate_series(1, $2::int) n`,
      [workspaceId, count],
    );
  }
});

test('a list that is longer than usual is returned whole, as long as all lists together are not too large', async () => {
  const workspaceId = await makeWorkspace(rest);
  await rowsOf(
    app().databaseUrl,
    `insert into folder (id, workspace_id, name, created_at, updated_at)
      select 'fld_m' || n, $1, 'Folder ' || n, now(), now() from generate_series(1, 3000) n`,
    [workspaceId],
  );
  const read = async (fields: string) => {
    const query = `query ($id: ID!) { workspace(id: $id) { folders { ${fields} } } }`;
    return queryGraphql(app().url, { query, variables: { id: workspaceId } });
  };
  const { data } = await read('id');
  expect(partAt(data?.['workspace'], 'folders')).toHaveLength(3000);
  const { errors } = await read('id children { id name createdAt }');
  expect(errors?.[0]?.extensions).toMatchObject({ reason: 'QUERY_TOO_LARGE' });
});

describe('a field of records in a list', () => {
  let few: Fixture;
  let more: Fixture;
  beforeAll(async () => {
    few = await makeFixture(2);
    more = await makeFixture(4);
  });

  test.each(Object.keys(roads))(
    'of the type %s costs no statement for each record, or states its cost',
    async (name) => {
      const type = schema.getType(name);
      const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
      const usual = await growthOf(name, '__typename');
      const growing: string[] = [];
      for (const field of fields) {
        if (statedCostOf(field).costs >= STATEMENT) continue;
        if ((await growthOf(name, askFor(field))) > usual) growing.push(field.name);
      }
      expect(growing).toEqual([]);
    },
  );

  test('that costs a statement for each record is detected', async () => {
    for (const [type, field] of [
      ['Workspace', 'bots'],
      ['Bot', 'versions'],
      ['BotStats', 'series'],
      ['BotVersion', 'diff'],
    ] as const) {
      const usual = await growthOf(type, '__typename');
      expect([field, (await growthOf(type, `${field} { __typename }`)) > usual]).toEqual([
        field,
        true,
      ]);
    }
  });

  /**
   * How many statements more are sent where there are more of everything. The fewer of two counts: tokens are looked up
   * again every few seconds.
   */
  async function growthOf(type: string, field: string): Promise<number> {
    const countOnce = async ({ token, workspaceId, botId }: Fixture) => {
      const query = (roads[type] ?? '')
        .replace('WORKSPACE', JSON.stringify(workspaceId))
        .replace('BOT', JSON.stringify(botId))
        .replace('FIELD', field);
      const statements = await statementsOf(() =>
        queryGraphql(app().url, { query: `{ __typename ${query} }` }, { token }).then(
          ({ data, errors }) => {
            if (!data) throw new Error(JSON.stringify(errors));
          },
        ),
      );
      return statements.length;
    };
    const count = async (fixture: Fixture) =>
      Math.min(await countOnce(fixture), await countOnce(fixture));
    return (await count(more)) - (await count(few));
  }
});

interface Fixture {
  readonly token: string;
  readonly workspaceId: string;
  readonly botId: string;
}

/** So many of everything, and somebody who may see all of it. */
async function makeFixture(count: number): Promise<Fixture> {
  const url = app().databaseUrl;
  const workspaces: string[] = [];
  for (let n = 0; n < count; n += 1) workspaces.push(await makeWorkspace(rest));
  const [workspaceId = ''] = workspaces;
  const token = await saveUser(url, { workspaceId, role: 'ADMIN' });
  await rowsOf(
    url,
    `insert into member (workspace_id, user_id, role, created_at)
      select other.id, member.user_id, 'ADMIN', now() from workspace other, member
      where member.workspace_id = $1 and other.id = any($2) and member.role = 'ADMIN'
      on conflict do nothing`,
    [workspaceId, workspaces],
  );
  const look = { workspaceId, themeTemplateId: `look-${count}`, name: 'Night', theme: {} };
  await bodyOf(rest.saveThemeTemplate(look));
  const bots: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { folder } = await bodyOf(rest.createFolder({ workspaceId }));
    const draft = botOf(interview, { folderId: folder.id, name: `Bot ${count} ${n}` });
    const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: draft }));
    await bodyOf(rest.publishBot({ botId: bot.id }));
    const credentials = { type: 'openai', name: `Key ${n}`, data: { apiKey: 'secret' } };
    await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
    bots.push(bot.id);
  }
  const [botId = ''] = bots;
  for (let n = 1; n < count; n += 1) {
    await saveUser(url, { workspaceId, role: 'GUEST' });
    await bodyOf(rest.publishBot({ botId, label: `Version ${n}` }));
  }
  await rowsOf(
    url,
    `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
      select $1, user_id, 'READ', now(), now() from member where workspace_id = $2 and role = 'GUEST'`,
    [botId, workspaceId],
  );
  const { publicId } = await bodyOf(rest.publishBot({ botId }));
  for (let n = 0; n < count; n += 1) await bodyOf(rest.startChat({ publicId }));
  return { token, workspaceId, botId };
}

/** A field with as little below it as there can be, and what it must be given. */
function askFor({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const needed = args.filter(isRequiredArgument).map((arg) => `${arg.name}: "none"`);
  const given = needed.length === 0 ? '' : `(${needed.join(', ')})`;
  return `${name}${given}${isCompositeType(getNamedType(type)) ? ' { __typename }' : ''}`;
}
