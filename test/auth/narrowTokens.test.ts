import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql, bodyOf, type Calling } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveSignIn, saveUser } from '../support/users.js';
import { textAt } from '../support/parts.js';
import { tokenScopesOf } from './rights.js';

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
