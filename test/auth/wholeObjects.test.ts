import { beforeAll, describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { rowsOf, statementsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { partAt, textAt } from '../support/parts.js';

const app = useApp();
const rest = restOf(app);
const ids: Record<string, string> = {};
let member: string;
let guest: string;
let stranger: string;

const ask = async (query: string, token: string) => {
  const { data, errors } = await queryGraphql(app().url, { query }, { token });
  return { data, errors };
};

beforeAll(async () => {
  const workspaceId = await makeWorkspace(rest);
  const url = app().databaseUrl;
  member = await saveUser(url, { workspaceId, role: 'MEMBER' });
  guest = await saveUser(url, { workspaceId, role: 'GUEST' });
  stranger = await saveUser(url);
  const saved = { type: 'openai', name: 'Line', data: { apiKey: 'secret' } };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials: saved }));
  const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: botOf(interview) }));
  const botId = bot.id;
  await bodyOf(rest.updateBot({ botId, bot: { messengerCredentialsId: credentialsId } }));
  const { publicId, version } = await bodyOf(rest.publishBot({ botId }));
  const { resultId } = await bodyOf(rest.startChat({ publicId }));
  const { customDomain } = await bodyOf(rest.addDomain({ workspaceId, name: 'w.example.com' }));
  const look = { workspaceId, themeTemplateId: 'whole', name: 'Night', theme: {} };
  await bodyOf(rest.saveThemeTemplate(look));
  const email = 'new@example.com';
  const share = await bodyOf(rest.inviteCollaborator({ botId, email, type: 'READ' }));
  const { data } = await ask(
    `mutation { startResultsExport(input: { botId: "${botId}" }) { job { id } } }`,
    member,
  );
  await rowsOf(
    url,
    `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
      select $1, user_id, 'READ', now(), now() from member where workspace_id = $2 and role = 'GUEST'`,
    [botId, workspaceId],
  );
  Object.assign(ids, { botId, workspaceId, credentialsId, resultId, versionId: version.id });
  Object.assign(ids, { themeTemplateId: 'whole', invitationId: share.invitation?.id });
  Object.assign(ids, { customDomainId: customDomain.id });
  ids['jobId'] = textAt(data, 'startResultsExport.job.id');
});

/** The places where a record refers to another: its type, the field, and the name of the other's id. */
const places: readonly (readonly [type: string, field: string, named: string])[] = [
  ['Result', 'bot', 'botId'],
  ['ExportJob', 'bot', 'botId'],
  ['Invitation', 'bot', 'botId'],
  ['Invitation', 'workspace', 'workspaceId'],
  ['Credentials', 'workspace', 'workspaceId'],
  ['CustomDomain', 'workspace', 'workspaceId'],
  ['ThemeTemplate', 'workspace', 'workspaceId'],
  ['BotVersion', 'bot', 'botId'],
  ['Bot', 'workspace', 'workspaceId'],
  ['Bot', 'publishedVersion', 'versionId'],
  ['Bot', 'messengerCredentials', 'credentialsId'],
];

describe.each(places)('%s.%s', (type, field, named) => {
  const key = type === 'ExportJob' ? 'jobId' : `${type.charAt(0).toLowerCase()}${type.slice(1)}Id`;
  const idOf = () => ids[type === 'BotVersion' ? 'versionId' : key] ?? '';
  const read = (token: string) =>
    ask(`{ node(id: "${idOf()}") { ... on ${type} { ${field} { id } } } }`, token);

  test('is, for a member, the object that its id names', async () => {
    const { data, errors } = await read(member);
    expect(errors).toBeUndefined();
    expect(partAt(data, `node.${field}.id`)).toBe(ids[named]);
  });

  test('is null for a stranger, who cannot see the object that names it', async () => {
    const { data, errors } = await read(stranger);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ node: null });
  });
});

test('a list of members and of shares names workspace and bot', async () => {
  const { data } = await ask(
    `{ workspace(id: "${ids['workspaceId']}") { members { workspace { id } } }
      bot(id: "${ids['botId']}") { collaborators { bot { id } } } }`,
    member,
  );
  expect(partAt(data, 'workspace.members.0.workspace.id')).toBe(ids['workspaceId']);
  expect(partAt(data, 'bot.collaborators.0.bot.id')).toBe(ids['botId']);
});

describe('an object that the caller may not read is null in what names it', () => {
  test('the credentials of a bot, for a guest it is shared with', async () => {
    const { data, errors } = await ask(
      `{ bot(id: "${ids['botId']}") { messengerCredentialsId messengerCredentials { name }
        publishedVersion { bot { id } } workspace { id } } }`,
      guest,
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      bot: {
        messengerCredentialsId: ids['credentialsId'],
        messengerCredentials: null,
        publishedVersion: { bot: { id: ids['botId'] } },
        workspace: { id: ids['workspaceId'] },
      },
    });
  });

  test('the workspace of a token, for somebody who has left it', async () => {
    const workspaceId = await makeWorkspace(rest);
    const token = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
    const sent = { name: 'Narrow', workspaceId };
    const { apiToken } = await bodyOf(rest.createToken(sent, { token }));
    const query = `{ node(id: "${apiToken.id}") { ... on ApiToken { workspaceId workspace { id } } } }`;
    const shown = async () => partAt((await ask(query, token)).data, 'node');
    expect(await shown()).toEqual({ workspaceId, workspace: { id: workspaceId } });
    const leave = "delete from member where workspace_id = $1 and role = 'MEMBER'";
    await rowsOf(app().databaseUrl, leave, [workspaceId]);
    expect(await shown()).toEqual({ workspaceId, workspace: null });
  });

  test('the bot of an invitation, once it is archived', async () => {
    const { workspaceId } = ids;
    const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: {} }));
    const sharing = { botId: bot.id, email: 'late@example.com', type: 'READ' };
    const { invitation } = await bodyOf(rest.inviteCollaborator(sharing));
    const query = `{ node(id: "${invitation?.id ?? ''}") { ... on Invitation { botId bot { id } } } }`;
    expect((await ask(query, member)).data).toEqual({
      node: { botId: bot.id, bot: { id: bot.id } },
    });
    await bodyOf(rest.deleteBot({ botId: bot.id }));
    expect((await ask(query, member)).data).toEqual({ node: { botId: bot.id, bot: null } });
  });

  test('the bot of an invitation, for a token that is for workspaces alone, with the reason', async () => {
    const scopes = ['WORKSPACE_READ'];
    const { token } = await bodyOf(rest.createToken({ name: 'Narrow', scopes }));
    const query = `{ node(id: "${ids['invitationId']}") { ... on Invitation { email bot { id } } } }`;
    const { data, errors } = await ask(query, token);
    expect(data).toEqual({ node: { email: 'new@example.com', bot: null } });
    expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN']);
  });
});

test('the bots of ten results are read with as many statements as that of one', async () => {
  const { botId, workspaceId } = ids;
  const { publicId } = await bodyOf(rest.publishBot({ botId }));
  for (let n = 0; n < 10; n += 1) await bodyOf(rest.startChat({ publicId }));
  const count = (first: number) =>
    statementsOf(() =>
      ask(
        `{ bot(id: "${botId}") { results(first: ${first}, hasStarted: null) { nodes { bot { name } } } }
          workspace(id: "${workspaceId}") { members { workspace { name } } } }`,
        member,
      ),
    );
  await count(1);
  expect((await count(10)).length).toBe((await count(1)).length);
});
