import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { recordAt, recordsAt, textAt } from '../support/parts.js';
import { openRawSocket } from '../support/rawSocket.js';
import { rowsOf } from '../support/rows.js';
import {
  bodyOf,
  type Calling,
  openTransport,
  queryGraphql,
  transportNames,
} from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveSignIn, saveUser } from '../support/users.js';
import { openWatcher, watch } from '../support/watcher.js';
import { tokenScopesOf } from './rights.js';

/** One request a minute with each token. */
const app = useApp({ RATE_LIMITS: 'on', RATE_LIMIT_RULES: 'token=1/min' });

/** A short time for which tokens are cached. */
const free = useApp({}, { timeouts: { tokensKnownFor: 200 } });
const owner = restOf(free);

/** Headers for a proxy in front of the server, which may pass them on. */
const BASIC = { authorization: `Basic ${Buffer.from('acme:secret').toString('base64')}` };
let publicId: string;
let botId: string;
beforeAll(async () => {
  ({ publicId, botId } = await makePublished(owner, botOf(interview)));
});

/** The status of a REST call. */
async function post(path: string, body: object, authorization: string, url = free().url) {
  const headers = { 'content-type': 'application/json', authorization };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}/v1/${path}`, sent);
  return { status: response.status, body: recordAt(await response.json()) };
}

describe('an Authorization header of another scheme than Bearer', () => {
  test('does not count as a token: a visitor can chat over REST and over GraphQL', async () => {
    const { authorization } = BASIC;
    const { status, body } = await post(`bots/${publicId}/startChat`, {}, authorization);
    expect([status, body.message]).toEqual([200, undefined]);
    const path = `sessions/${body.sessionId}/continueChat`;
    expect((await post(path, { message: 'Ada' }, authorization)).status).toBe(200);
    const preview = await post(`bots/${botId}/preview/startChat`, {}, authorization);
    expect(preview.status).toBe(200);

    const query = `{ chatEvents(sessionId: "${body.sessionId}") { seq } }`;
    const sent = { method: 'POST', body: JSON.stringify({ query }) };
    const headers = { ...BASIC, 'content-type': 'application/json' };
    const answer = await fetch(`${free().url}/graphql`, { ...sent, headers });
    expect(await answer.json()).toHaveProperty('data.chatEvents.0.seq', 1);
  });

  test('does not count as a token on a socket either', async () => {
    const { sessionId } = await bodyOf(owner.startChat({ publicId }, { token: null }));
    for (const client of [openWatcher(free().url, BASIC), openWatcher(free().url, {}, BASIC)]) {
      const watching = watch(client, sessionId);
      await Promise.race([watching.until(1), watching.done]);
      await client.dispose();
    }
  });

  test('does not replace a token where one is needed', async () => {
    const { status, body } = await post('workspaces', { name: 'Acme' }, BASIC.authorization);
    expect([status, body.reason]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('is not counted by the rate limit of tokens, which all users of one proxy would share', async () => {
    for (const n of [1, 2, 3]) {
      const { status } = await post('bots/none/startChat', {}, BASIC.authorization, app().url);
      expect([n, status]).toEqual([n, 404]);
    }
  });
});

test.each(['Bearer', 'Bearer a b', 'parley_of-nobody', 'Bearer parley_of-nobody'])(
  'a header that was to be a token and is none, "%s", does not pass for none',
  async (authorization) => {
    const { status, body } = await post(`bots/${publicId}/startChat`, {}, authorization);
    expect([status, body.reason]).toEqual([401, 'UNAUTHENTICATED']);
  },
);

test('the answer to a token without its scheme says how to send it, in chats, elsewhere and on sockets', async () => {
  const said = 'Send your token as Authorization: Bearer <token>';
  for (const path of [`bots/${publicId}/startChat`, 'workspaces']) {
    expect((await post(path, { name: 'Acme' }, TOKEN)).body.message).toBe(said);
  }
  const socket = await openRawSocket(free().url);
  socket.send({ type: 'connection_init', payload: { authorization: TOKEN } });
  await socket.until(({ type }) => type === 'connection_ack');
  const query = '{ viewer { user { id } } }';
  socket.send({ type: 'subscribe', id: '1', payload: { query } });
  const { payload } = await socket.until(({ id }) => id === '1');
  expect(JSON.stringify(payload)).toContain(said);
  socket.close();
});

describe.each(transportNames)('a token that is revoked', (name) => {
  const transport = openTransport(name, () => free().url);

  test(`is refused at once where it is needed, and within seconds in chats, over ${name}`, async () => {
    const { apiToken, token } = await bodyOf(owner.createToken({ name: 'Messenger' }));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }, { token }));
    await bodyOf(transport.readBot({ botId }, { token }));
    await bodyOf(owner.revokeToken({ tokenId: apiToken.id }));
    const refused = { ok: false, reason: 'UNAUTHENTICATED' };
    expect(await transport.readBot({ botId }, { token })).toMatchObject(refused);
    const stop = async () => transport.stopReply({ sessionId }, { token });
    let outcome = await stop();
    while (outcome.ok) outcome = await stop();
    expect(outcome).toMatchObject(refused);
  });
});

test('a token that is sent in a chat counts as used', async () => {
  const { apiToken, token } = await bodyOf(owner.createToken({ name: 'Messenger' }));
  await bodyOf(owner.startChat({ publicId }, { token }));
  const find = async () => {
    const query = '{ viewer { apiTokens { id lastUsedAt } } }';
    const { data } = await queryGraphql(free().url, { query });
    const tokens = recordsAt(data, 'viewer.apiTokens');
    return tokens.find(({ id }) => id === apiToken.id)?.['lastUsedAt'];
  };
  while (!(await find()));
});

describe('of a narrow token:', () => {
  const app = useApp();
  const transport = restOf(app);
  const scopes = tokenScopesOf(buildGatewaySchema());
  const narrow: Record<string, string> = {};
  let own: Record<string, string>;
  let foreign: Record<string, string>;
  beforeAll(async () => {
    for (const scope of scopes) {
      narrow[scope] = (await bodyOf(transport.createToken({ name: scope, scopes: [scope] }))).token;
    }
    own = await makeThings({});
    foreign = await makeThings({ token: await saveUser(app().databaseUrl) });
  });

  /** Makes a record of every type with an id as the caller; returns the ids by their prefixes. */
  async function makeThings(calling: Calling): Promise<Record<string, string>> {
    const { workspace } = await bodyOf(transport.createWorkspace({ name: 'Acme' }, calling));
    const workspaceId = workspace.id;
    const { bot } = await bodyOf(
      transport.createBot({ workspaceId, bot: botOf(interview) }, calling),
    );
    const botId = bot.id;
    const { publicId, version } = await bodyOf(transport.publishBot({ botId }, calling));
    const { resultId } = await bodyOf(transport.startChat({ publicId }));
    const { folder } = await bodyOf(transport.createFolder({ workspaceId }, calling));
    const name = `${workspaceId.replace('_', '-')}.example.com`;
    const { customDomain } = await bodyOf(transport.addDomain({ workspaceId, name }, calling));
    const secret = { type: 'openai', name: 'Ours', data: { apiKey: 'sk-x' } };
    const sent = { workspaceId, credentials: secret };
    const { credentialsId } = await bodyOf(transport.saveCredentials(sent, calling));
    const look = { workspaceId, name: 'Night', theme: {}, themeTemplateId: `look-${workspaceId}` };
    const { themeTemplate } = await bodyOf(transport.saveThemeTemplate(look, calling));
    const email = 'new@example.com';
    const member = await bodyOf(
      transport.inviteMember({ workspaceId, email, role: 'GUEST' }, calling),
    );
    const sharing = { botId, email, type: 'READ' };
    const collaborator = await bodyOf(transport.inviteCollaborator(sharing, calling));
    const { apiToken } = await bodyOf(transport.createToken({ name: 'Spare' }, calling));
    const { user } = await bodyOf(transport.readMe({}, calling));
    const exporting = `mutation { startResultsExport(input: { botId: "${botId}" }) { job { id } } }`;
    const { data } = await queryGraphql(app().url, { query: exporting, variables: {} }, calling);
    return {
      ...{ wks: workspaceId, bot: botId, ver: version.id, res: resultId, fld: folder.id },
      ...{ dom: String(customDomain['id']), crd: credentialsId, thm: themeTemplate.id },
      ...{ inv: member.invitation?.id ?? '', invBot: collaborator.invitation?.id ?? '' },
      sgn: await saveSignIn(app().databaseUrl, user.id),
      ...{ tok: apiToken.id, usr: user.id, job: textAt(data, 'startResultsExport.job.id') },
    };
  }

  /** The outcome of a query, without random parts. */
  async function ask(query: string, id: string, token: string): Promise<unknown> {
    const { data, errors } = await queryGraphql(app().url, { query, variables: { id } }, { token });
    const shown = errors?.map(({ message, extensions: { requestId, ...rest } }) => [message, rest]);
    return JSON.parse(JSON.stringify({ data, shown }).replaceAll(id, 'ID'));
  }

  const doing = (name: string, input: string) =>
    `mutation ($id: ID!) { ${name}(input: { ${input} }) { userErrors { reason } } }`;

  /** Queries by an id, and the types whose ids they get. */
  const queries: readonly (readonly [name: string, query: string, prefixes: string])[] = [
    [
      'node',
      'query ($id: ID!) { node(id: $id) { id } }',
      'bot ver res job wks fld dom tok sgn inv invBot crd thm usr',
    ],
    ['nodes', 'query ($id: ID!) { nodes(ids: [$id]) { id } }', 'ver fld thm'],
    ['folder', 'query ($id: ID!) { folder(id: $id) { id } }', 'fld'],
    ['cancelExport', doing('cancelExport', 'jobId: $id'), 'job'],
    ['duplicateBot', doing('duplicateBot', 'botId: $id'), 'bot'],
    ['moveBots', doing('moveBots', 'botIds: [$id]'), 'bot'],
    ['revokeInvitation', doing('revokeInvitation', 'invitationId: $id'), 'inv invBot'],
  ];

  describe('a token', () => {
    test.each(queries)(
      'without the scope for %s gets the same answer for things of its owner, of others and for missing ones',
      async (_name, query, prefixes) => {
        for (const prefix of prefixes.split(' ')) {
          for (const scope of scopes) {
            const come = (id: string) => ask(query, id, narrow[scope] ?? '');
            const missing = await come(`${prefix.slice(0, 3)}_none`);
            const which = [prefix, scope];
            expect([which, await come(foreign[prefix] ?? '')]).toEqual([which, missing]);
            const mine = await come(own[prefix] ?? '');
            const isRefused = JSON.stringify(mine).includes('FORBIDDEN');
            if (isRefused) expect([which, mine]).toEqual([which, missing]);
          }
        }
      },
    );

    test('without a scope for bots cannot read bots or their parts through the workspace', async () => {
      const lists = {
        draft: 'bots(first: 1) { nodes { id draft versions(first: 1) { nodes { definition } } } }',
        usedByBots: 'credentials { usedByBots { id } }',
      };
      for (const scope of scopes) {
        for (const [shows, list] of Object.entries(lists)) {
          const query = `query ($id: ID!) { workspace(id: $id) { ${list} } }`;
          const told = JSON.stringify(await ask(query, own['wks'] ?? '', narrow[scope] ?? ''));
          const expected = scope.startsWith('BOTS_') ? `"${shows}":` : 'FORBIDDEN';
          expect([scope, told]).toEqual([scope, expect.stringContaining(expected)]);
        }
      }
    });

    test('cannot leave a workspace or a share for its owner without the scope for it', async () => {
      const workspaceId = await makeWorkspace(transport);
      const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
      const { user } = await bodyOf(transport.readMe({}));
      const sharing = `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
      values ($1, $2, 'READ', now(), now())`;
      await rowsOf(app().databaseUrl, sharing, [bot.id, user.id]);
      const calling = { token: narrow['BOTS_READ'] ?? '' };
      for (const refused of [
        transport.removeCollaborator({ botId: bot.id, userId: user.id }, calling),
        transport.removeCollaborator({ botId: 'bot_none', userId: user.id }, calling),
        transport.removeMember({ workspaceId, userId: user.id }, calling),
        transport.removeMember({ workspaceId: 'wks_none', userId: user.id }, calling),
      ]) {
        expect(await refused).toMatchObject({ ok: false, code: 'FORBIDDEN' });
      }
    });
  });
});
