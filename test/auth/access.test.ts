import { beforeAll, describe, expect, test } from '@jest/globals';
import { GraphQLObjectType, isInputObjectType, getNamedType } from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { routes } from '../../src/rest/routes/index.js';
import { newToken } from '../../src/auth/token.js';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import {
  queryGraphql,
  bodyOf,
  transportNames,
  openTransport,
  operations,
} from '../support/transports.js';
import { refusalOf, type OperationName } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { saveUser } from '../support/users.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const owner = restOf(app);

/** What the owner has, and ids like them that nobody has. */
let theirs: Record<string, string>;
const nobodys = {
  workspaceId: 'wks_none',
  botId: 'bot_none',
  resultId: 'res_none',
  folderId: 'fld_none',
  themeTemplateId: 'thm_none',
  versionId: 'ver_none',
  sessionId: 'ses_none',
};
let stranger: string;
let guest: string;

beforeAll(async () => {
  const made = await makePublished(owner, botOf(interview));
  const { resultId, sessionId } = await bodyOf(owner.startChat({ publicId: made.publicId }));
  const { workspaceId, botId } = made;
  const { folder } = await bodyOf(owner.createFolder({ workspaceId }));
  const look = { workspaceId, name: 'Night', theme: {} };
  const saved = { ...look, themeTemplateId: 'night' };
  const { themeTemplate } = await bodyOf(owner.saveThemeTemplate(saved));
  await bodyOf(owner.addDomain({ workspaceId, name: 'a.example.com' }));
  const { publishedBot } = await bodyOf(owner.readPublished({ botId }));
  theirs = {
    ...made,
    resultId,
    sessionId,
    folderId: folder.id,
    themeTemplateId: themeTemplate.id,
    versionId: publishedBot?.id ?? '',
  };
  stranger = await saveUser(app().databaseUrl);
  guest = await saveUser(app().databaseUrl, { workspaceId: made.workspaceId, role: 'GUEST' });
});

/** What each operation that needs a token is sent besides the ids. */
const protectedOperations: Partial<Record<OperationName, object>> = {
  createBot: { bot: {} },
  importBot: { bot: { version: '6', groups: [] } },
  readBot: {},
  listMembers: {},
  updateMember: { userId: 'usr_none', role: 'GUEST' },
  removeMember: { userId: 'usr_none' },
  listInvitations: {},
  inviteMember: { email: 'new@example.com', role: 'MEMBER' },
  revokeInvitation: { invitationId: 'inv_none' },
  listCollaborators: {},
  inviteCollaborator: { email: 'new@example.com', type: 'READ' },
  updateCollaborator: { userId: 'usr_none', type: 'READ' },
  removeCollaborator: { userId: 'usr_none' },
  listCredentials: {},
  saveCredentials: { credentials: { type: 'openai', name: 'Mine', data: { apiKey: 'x' } } },
  deleteCredentials: { credentialsId: 'crd_none' },
  updateBot: { bot: { name: 'Mine now' } },
  publishBot: {},
  readPublished: {},
  listResults: {},
  getResult: {},
  readStats: {},
  deleteResults: { resultIds: ['res_none'] },
  readLogs: {},
  readTranscript: {},
  countAnswers: {},
  countEdges: {},
  countInDepth: {},
  listVersions: {},
  readVersion: {},
  diffVersion: {},
  restoreVersion: {},
  rollbackBot: {},
  listBots: {},
  deleteBot: {},
  restoreBot: {},
  unpublishBot: {},
  linkedBots: {},
  listFolders: {},
  createFolder: { folderName: 'Mine now' },
  readFolder: {},
  updateFolder: { folder: { name: 'Mine now' } },
  deleteFolder: {},
  readWorkspace: {},
  updateWorkspace: { name: 'Mine now' },
  deleteWorkspace: {},
  listThemeTemplates: {},
  saveThemeTemplate: { name: 'Mine now', theme: {} },
  deleteThemeTemplate: {},
  listDomains: {},
  addDomain: { name: 'b.example.com' },
  checkDomain: { name: 'a.example.com' },
  verifyDomain: { name: 'a.example.com' },
  removeDomain: { name: 'a.example.com' },
  setStatus: { status: 'PAUSED' },
  postAgentMessage: { text: 'Hello' },
};

/** Operations that no endpoint runs, with what else they are sent. */
const graphqlOnly: Readonly<Record<string, object>> = {
  duplicateBot: { botId: '' },
  moveBots: { botIds: [''] },
};
const open: readonly OperationName[] = [
  'startChat',
  'startPreview',
  'continueChat',
  'stopReply',
  'readEvents',
];
const ownThings: readonly OperationName[] = [
  'createWorkspace',
  'listWorkspaces',
  'acceptInvitation',
  'readMe',
  'updateMe',
  'listTokens',
  'createToken',
  'revokeToken',
];

describe('every operation', () => {
  test('of REST has a case in this file', () => {
    const known = Object.values(operations).map(({ rest }) => rest.replace('/api', ''));
    expect(routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(
      known.sort(),
    );
    const needing = routes.filter(({ needsToken }) => needsToken);
    expect(needing).toHaveLength(Object.keys(protectedOperations).length + ownThings.length);
  });

  test('has a case in this file or is open to everybody', () => {
    const told = [...Object.keys(protectedOperations), ...open, ...ownThings];
    expect(told.sort()).toEqual(Object.keys(operations).sort());
  });
});

describe.each(transportNames)('over %s', (name) => {
  const door = openTransport(name, () => app().url);
  const cases = Object.entries(protectedOperations).map(
    ([operation, sent]) => [operation as OperationName, sent] as const, // The keys of the table.
  );
  const sentOf = (ids: object, operation: OperationName, sent: object): object => {
    const rest = operations[operation].rest;
    const named = [...rest.matchAll(/\{(\w+)\}/g)].map(([, id]) => id);
    const isOfWorkspace = !/\/(\{botId\}|invitations\/|sessions\/)/.test(rest);
    const wanted = isOfWorkspace ? [...named, 'workspaceId'] : named;
    const picked = Object.entries(ids).filter(([id]) => wanted.includes(id));
    return { ...Object.fromEntries(picked), ...sent };
  };
  const refuse = async (operation: OperationName, sent: object, token: string | null) => {
    const { requestId, ...refusal } = await refusalOf(door[operation](sent, { token }));
    return refusal;
  };

  test.each(cases)(
    '%s is refused without a token, and with a wrong one',
    async (operation, sent) => {
      for (const token of [null, 'nonsense', TOKEN.slice(1), hashLike]) {
        const refusal = await refuse(operation, sentOf(theirs, operation, sent), token);
        expect(refusal).toMatchObject({ code: 'UNAUTHORIZED', reason: 'UNAUTHENTICATED' });
      }
    },
  );

  test.each(cases)(
    '%s gives a stranger the same answer as for missing things',
    async (operation, sent) => {
      const foreign = await refuse(operation, sentOf(theirs, operation, sent), stranger);
      const missing = await refuse(operation, sentOf(nobodys, operation, sent), stranger);
      expect(foreign).toMatchObject({ code: 'NOT_FOUND' });
      expect(foreign).toEqual(missing);
    },
  );

  test('after all these attempts the records of the owner are unchanged', async () => {
    const { bot } = await bodyOf(door.readBot({ botId: theirs['botId'] }));
    expect(bot['name']).toBe('Sketch');
    const count = 'select count(*)::int as bots from bot';
    expect(await rowsOf(app().databaseUrl, count)).toEqual([{ bots: 1 }]);
  });

  test('a stranger cannot read a result through a bot of their own', async () => {
    const calling = { token: stranger };
    const { workspace } = await bodyOf(door.createWorkspace({ name: 'Mine' }, calling));
    const sent = { workspaceId: workspace.id, bot: {} };
    const { bot } = await bodyOf(door.createBot(sent, calling));
    const asked = { botId: bot.id, resultId: theirs['resultId'] };
    expect(await refuse('getResult', asked, stranger)).toMatchObject({
      reason: 'RESULT_NOT_FOUND',
    });
    await rowsOf(app().databaseUrl, 'delete from bot where id = $1', [bot.id]);
  });

  test('a token that was revoked or has expired counts as a wrong one', async () => {
    for (const end of ['revoked_at = now()', "expires_at = now() - interval '1 second'"]) {
      const token = await saveUser(app().databaseUrl);
      await bodyOf(door.createWorkspace({ name: 'Mine' }, { token }));
      const ending = `update api_token set ${end} where prefix = $1`;
      await rowsOf(app().databaseUrl, ending, [token.slice(0, 12)]);
      expect(await refuse('createWorkspace', { name: 'Mine' }, token)).toMatchObject({
        reason: 'UNAUTHENTICATED',
      });
    }
  });
});

/** The stored form of a token is not one itself. */
const hashLike = 'a'.repeat(64);

test.each(Object.entries(graphqlOnly))(
  '%s gives a stranger the same answer as for missing things, and needs a token',
  async (name, sent) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const inputs: Record<string, string> = { rollbackBot: 'VersionInput' };
    const query = `mutation ($input: ${inputs[name] ?? type}!) {
      ${name}(input: $input) { userErrors { reason } } }`;
    const ask = async (ids: Record<string, string>, token: string | null) => {
      const ofBot = { botId: ids['botId'], botIds: [ids['botId']], versionId: ids['versionId'] };
      const known = Object.entries(ofBot).filter(([key]) => key in sent);
      const variables = { input: Object.fromEntries(known) };
      const { data, errors } = await queryGraphql(app().url, { query, variables }, { token });
      return data?.[name] ?? errors?.map(({ extensions }) => extensions['reason']);
    };
    expect(await ask(theirs, null)).toEqual(['UNAUTHENTICATED']);
    for (const token of [stranger, guest]) {
      const refusal = { userErrors: [{ reason: 'BOT_NOT_FOUND' }] };
      expect(await ask(theirs, token)).toEqual(refusal);
      expect(await ask(nobodys, token)).toEqual(refusal);
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
  const query = `query ($botId: ID!) { bot(id: $botId) { ${fields.map((field) => field.name).join(' ')} } }`;
  const { data } = await queryGraphql(app().url, { query, variables: theirs }, { token: stranger });
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
