import { beforeAll, describe, expect, test } from '@jest/globals';
import { GraphQLObjectType, isInputObjectType, getNamedType } from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import type { Route } from '../../src/rest/route.js';
import { routes } from '../../src/rest/routes/index.js';
import { newToken } from '../../src/auth/token.js';
import { TOKEN } from '../support/app.js';
import {
  operationOf,
  operationRows,
  type RowName,
  rowNames,
  rows,
} from '../operations/rows/index.js';
import { makeThings } from '../operations/rows/things.js';
import {
  bodyOf,
  openTransport,
  queryGraphql,
  refusalOf,
  type Shown,
  transportNames,
} from '../support/transports.js';
import { rowsOf, sumsOf } from '../support/rows.js';
import { saveUser } from '../support/users.js';
import { restOf, useApp } from '../support/useApp.js';
import { recordAt } from '../support/parts.js';

const app = useApp();
const owner = restOf(app);

/** The inputs of protected endpoints, with ids of the owner's records. */
const theirs = new Map<RowName, Shown>();
let botId: string;
let resultId: string;
let stranger: string;
let guest: string;
let before: unknown;

/** The rule of an endpoint, which is that of its operation. */
const ruleOf = (name: RowName) => operationRows[operationOf(rows[name].graphql)]?.rule;
/** Endpoints for records of a workspace. The others are open to all, or about the caller. */
const protectedRows = rowNames.filter((name) => {
  const rule = ruleOf(name);
  return typeof rule === 'string' && rule !== 'account';
});

beforeAll(async () => {
  const fill = await makeThings(owner, app().databaseUrl);
  for (const name of protectedRows) theirs.set(name, await fill(rows[name].sent));
  const ids = await fill({ bot: '$botId', result: '$resultId', workspace: '$workspaceId' });
  [botId, resultId] = [String(ids['bot']), String(ids['result'])];
  stranger = await saveUser(app().databaseUrl);
  const place = { workspaceId: String(ids['workspace']), role: 'GUEST' };
  guest = await saveUser(app().databaseUrl, place);
  before = await everything();
});

const everything = () =>
  sumsOf(app().databaseUrl, [
    ...['bot', 'bot_version', 'folder', 'theme_template', 'custom_domain', 'credentials'],
    ...['collaborator', 'invitation', 'chat_session', 'result', 'canned_reply', 'bot_test'],
  ]);

/** The same inputs with ids that do not exist. */
const nobodys = (sent: Shown): Shown =>
  recordAt(JSON.parse(JSON.stringify(sent).replaceAll(/"([a-z]{3})_\w+"/g, '"$1_none"')));

/** A text in the form of a token's stored hash, which must not be accepted as a token. */
const hashLike = 'a'.repeat(64);

/** Operations without an endpoint, with their further inputs. */
const graphqlOnly: Readonly<Record<string, object>> = {
  duplicateBot: { botId: '' },
  moveBots: { botIds: [''] },
};
describe('every endpoint', () => {
  test('has a row, and every row belongs to an endpoint', () => {
    const known = rowNames.map((name) => rows[name].rest.replace('/api', ''));
    const addressOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
    // The endpoint that streams is tested in test/realtime/eventStream.test.ts, and version 2 of another is the same.
    const bare = routes.filter(
      (route) => !route.lines && !known.includes(addressOf(route).replace('/v2/', '/v1/')),
    );
    const gone = known.filter((address) => !routes.some((route) => addressOf(route) === address));
    expect([
      ...bare.map((route) => `${addressOf(route)}: add its row to test/operations/rows/`),
      ...gone.map((address) => `${address}: take its row out of test/operations/rows/`),
    ]).toEqual([]);
  });

  test('has a rule, in its row or in that of the operation of which it reads a part', () => {
    const bare = rowNames.filter((name) => ruleOf(name) === undefined);
    expect(bare.map((name) => `${name}: add the rule to its row`)).toEqual([]);
  });
});

describe('over REST', () => {
  const refuse = async (name: RowName, sent: object, token: string | null) => {
    const { requestId, ...refusal } = await refusalOf(owner[name](sent, { token }));
    return refusal;
  };

  test.each(protectedRows)('%s is refused without a token, and with a wrong one', async (name) => {
    for (const token of [null, hashLike]) {
      const refusal = await refuse(name, theirs.get(name) ?? {}, token);
      expect(refusal).toMatchObject({ code: 'UNAUTHORIZED', reason: 'UNAUTHENTICATED' });
    }
  });

  test.each(protectedRows)(
    '%s gives a stranger the same answer as for missing things',
    async (name) => {
      const sent = theirs.get(name) ?? {};
      const foreign = await refuse(name, sent, stranger);
      const missing = await refuse(name, nobodys(sent), stranger);
      expect(foreign).toMatchObject({ code: 'NOT_FOUND' });
      expect(foreign).toEqual(missing);
    },
  );

  test('after all these attempts the records of the owner are unchanged', async () => {
    expect(await everything()).toEqual(before);
  });

  test('a stranger cannot read a result through a bot of their own', async () => {
    const calling = { token: stranger };
    const { workspace } = await bodyOf(owner.createWorkspace({ name: 'Mine' }, calling));
    const sent = { workspaceId: workspace.id, bot: {} };
    const { bot } = await bodyOf(owner.createBot(sent, calling));
    const asked = { botId: bot.id, resultId };
    expect(await refuse('getResult', asked, stranger)).toMatchObject({
      reason: 'RESULT_NOT_FOUND',
    });
    await rowsOf(app().databaseUrl, 'delete from bot where id = $1', [bot.id]);
  });

  test.each([...transportNames])('a wrong token is refused over %s', async (name) => {
    const { createWorkspace } = openTransport(name, () => app().url);
    for (const token of ['nonsense', TOKEN.slice(1), hashLike]) {
      const refusal = await refusalOf(createWorkspace({ name: 'Mine' }, { token }));
      expect(refusal).toMatchObject({ code: 'UNAUTHORIZED', reason: 'UNAUTHENTICATED' });
    }
  });

  test('a token that was revoked or has expired counts as a wrong one', async () => {
    for (const end of ['revoked_at = now()', "expires_at = now() - interval '1 second'"]) {
      const token = await saveUser(app().databaseUrl);
      await bodyOf(owner.createWorkspace({ name: 'Mine' }, { token }));
      const ending = `update api_token set ${end} where prefix = $1`;
      await rowsOf(app().databaseUrl, ending, [token.slice(0, 12)]);
      expect(await refuse('createWorkspace', { name: 'Mine' }, token)).toMatchObject({
        reason: 'UNAUTHENTICATED',
      });
    }
  });
});

test.each(Object.entries(graphqlOnly))(
  '%s gives a stranger the same answer as for missing things, and needs a token',
  async (name, sent) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) {
      ${name}(input: $input) { userErrors { reason } } }`;
    const ask = async (id: string, token: string | null) => {
      const ofBot = { botId: id, botIds: [id] };
      const known = Object.entries(ofBot).filter(([key]) => key in sent);
      const variables = { input: Object.fromEntries(known) };
      const { data, errors } = await queryGraphql(app().url, { query, variables }, { token });
      return data?.[name] ?? errors?.map(({ extensions }) => extensions['reason']);
    };
    expect(await ask(botId, null)).toEqual(['UNAUTHENTICATED']);
    for (const token of [stranger, guest]) {
      const refusal = { userErrors: [{ reason: 'BOT_NOT_FOUND' }] };
      expect(await ask(botId, token)).toEqual(refusal);
      expect(await ask('bot_none', token)).toEqual(refusal);
    }
  },
);

test('callers who may not read a bot see none of its fields, through whatever field they ask for it', async () => {
  const schema = buildGatewaySchema();
  const bot = schema.getType('Bot');
  if (!(bot instanceof GraphQLObjectType)) throw new Error('There is no type Bot');
  const fields = Object.values(bot.getFields()).filter(
    ({ args, type }) =>
      !args.some((argument) => isInputObjectType(argument.type)) &&
      !(getNamedType(type) instanceof GraphQLObjectType),
  );
  const required = new Map([['translationFile', '(language: "de", format: CSV)']]);
  const asked = fields.map(({ name }) => name + (required.get(name) ?? ''));
  const query = `query ($botId: ID!) { bot(id: $botId) { ${asked.join(' ')} } }`;
  const { data } = await queryGraphql(
    app().url,
    { query, variables: { botId } },
    { token: stranger },
  );
  expect(data).toEqual({ bot: null });
});

test('the database contains no token in plain text', async () => {
  const token = newToken();
  await saveUser(app().databaseUrl, undefined, token);
  await bodyOf(owner.createWorkspace({ name: 'Mine' }, { token }));
  const tables = await rowsOf<{ name: string }>(
    app().databaseUrl,
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const dump = await Promise.all(
    tables.map(({ name }) =>
      rowsOf(app().databaseUrl, `select row_to_json(t)::text as row from "${name}" t`),
    ),
  );
  const text = JSON.stringify(dump);
  expect(text).toContain('ADMIN_TOKEN');
  for (const secret of [TOKEN, token, token.slice(7)]) expect(text).not.toContain(secret);
});
