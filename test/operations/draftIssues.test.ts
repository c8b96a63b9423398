import { expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql, bodyOf, type Shown } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { partAt, recordsAt, textAt } from '../support/parts.js';

const app = useApp();
const rest = restOf(app);

const ask = async (query: string, variables: object, token?: string): Promise<Shown> => {
  const calling = token === undefined ? {} : { token };
  const { data, errors } = await queryGraphql(app().url, { query, variables }, calling);
  if (errors) throw new Error(JSON.stringify(errors));
  return data ?? {};
};

test('a bot lists what is wrong with its draft, and where', async () => {
  const at = { graphCoordinates: { x: 0, y: 0 } };
  const link = { id: 'link', type: 'Bot link', options: { botId: 'bot_none' } };
  const asking = { id: 'ask', type: 'text input', options: { variableId: 'vNone' } };
  const jump = { id: 'jump', type: 'Jump', options: { groupId: 'gNone' } };
  const item = { id: 'i', content: 'Yes', outgoingEdgeId: 'eLost' };
  const choice = { id: 'c', type: 'choice input', items: [item] };
  const again = { id: 'again', type: 'Jump', options: { groupId: 'g3' } };
  const bot = {
    events: [{ id: 'start', type: 'start', ...at }],
    groups: [
      { id: 'g1', title: 'One', ...at, blocks: [asking, link, jump, choice] },
      { id: 'g2', title: 'Two', ...at, blocks: [{ id: 'ask', type: 'choice input', items: [] }] },
      { id: 'g3', title: 'Three', ...at, blocks: [again] },
    ],
    edges: [
      { id: 'e1', from: { blockId: 'c', itemId: 'iNone' }, to: { groupId: 'g1' } },
      { id: 'e2', from: { blockId: 'ask' }, to: { groupId: 'gNone' } },
    ],
  };
  const workspaceId = await makeWorkspace(rest);
  const { id: botId } = (await bodyOf(rest.createBot({ workspaceId, bot }))).bot;
  await rowsOf(
    app().databaseUrl,
    `update bot set messenger_credentials_id = 'crd_none' where id = $1`,
    [botId],
  );
  const query =
    'query ($botId: ID!) { bot(id: $botId) { issues { level code groupId blockId edgeId } } }';
  const nowhere = { groupId: null, blockId: null, edgeId: null };
  const issue = (level: string, code: string, where: object = {}) => ({
    ...{ level, code, ...nowhere },
    ...where,
  });
  const inOne = { groupId: 'g1' };
  expect(await ask(query, { botId })).toEqual({
    bot: {
      issues: [
        issue('ERROR', 'START_LEADS_NOWHERE'),
        issue('WARNING', 'GROUP_UNREACHABLE', inOne),
        issue('WARNING', 'VARIABLE_NOT_FOUND', { ...inOne, blockId: 'ask' }),
        issue('ERROR', 'LINKED_BOT_NOT_FOUND', { ...inOne, blockId: 'link' }),
        issue('ERROR', 'JUMP_LEADS_NOWHERE', { ...inOne, blockId: 'jump' }),
        issue('ERROR', 'EDGE_NOT_FOUND', { ...inOne, blockId: 'c', edgeId: 'eLost' }),
        issue('WARNING', 'GROUP_UNREACHABLE', { groupId: 'g2' }),
        issue('ERROR', 'CHOICES_MISSING', { groupId: 'g2', blockId: 'ask' }),
        issue('WARNING', 'GROUP_UNREACHABLE', { groupId: 'g3' }),
        issue('WARNING', 'EDGE_BEGINS_NOWHERE', { edgeId: 'e1' }),
        issue('WARNING', 'EDGE_NOT_NAMED', { ...inOne, blockId: 'ask', edgeId: 'e2' }),
        issue('ERROR', 'EDGE_LEADS_NOWHERE', { ...inOne, blockId: 'ask', edgeId: 'e2' }),
        issue('ERROR', 'LOOP_WITHOUT_INPUT', { groupId: 'g3', blockId: 'again' }),
        issue('WARNING', 'ID_NOT_UNIQUE', { blockId: 'ask' }),
        issue('ERROR', 'CREDENTIALS_NOT_FOUND'),
      ],
    },
  });
  const { botId: sound } = await makePublished(rest, botOf(interview));
  expect(await ask(query, { botId: sound })).toEqual({ bot: { issues: [] } });
});

test('an import and publishing return everything that cannot work', async () => {
  const at = { graphCoordinates: { x: 0, y: 0 } };
  const start = { id: 'start', type: 'start', ...at, outgoingEdgeId: 'e0' };
  const blocks = [
    { id: 'sheet', type: 'Google Sheets', options: { credentialsId: 'crd_theirs' } },
    { id: 'ai', type: 'openai', options: { credentialsId: 'crd_theirs', action: 'Ask Model' } },
    { id: 'gpt', type: 'openai', options: { action: 'Create chat completion' } },
    { id: 'idle', type: 'openai', options: {} },
    { id: 'mail', type: 'Email', options: { credentialsId: 'crd_theirs', subject: '{{Nobody}}' } },
    { id: 'link', type: 'Bot link' },
    { id: 'http', type: 'Webhook', options: { webhook: { method: 'POST', body: '{{state}}' } } },
    { id: 'list', type: 'Set variable', options: { type: 'Pop', saveItemInVariableId: 'vNone' } },
    { id: 'code', type: 'Code', options: { content: '{{= {{Known}} + {{Unknown}} =}}' } },
    { id: 'pay', type: 'payment input', options: { amount: '5' } },
    { id: 'new', type: 'hologram' },
    { id: 'jump', type: 'Jump', options: { groupId: 'g2', blockId: 'none' } },
  ];
  const bot = {
    version: '6',
    events: [start],
    groups: [
      { id: 'g1', title: 'One', ...at, blocks },
      { id: 'g2', title: 'Two', ...at, blocks: [] },
      {
        id: 'g3',
        title: 'Three',
        ...at,
        blocks: [{ id: 't', type: 'text', outgoingEdgeId: 'e4' }],
      },
      { id: 'g4', title: 'Four', ...at, blocks: [] },
    ],
    edges: [
      { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'g1' } },
      { id: 'e1', from: { blockId: 'new' }, to: { groupId: 'g3' } },
      { id: 'e4', from: { blockId: 't' }, to: { groupId: 'g4' } },
    ],
    variables: [{ id: 'v', name: 'Known' }],
  };
  const workspaceId = await makeWorkspace(rest);
  const mutation = `mutation ($input: ImportBotInput!) { importBot(input: $input) {
    bot { id } issues { code message groupId blockId edgeId } } }`;
  const { importBot } = await ask(mutation, { input: { workspaceId, bot } });
  const issues = recordsAt(importBot, 'issues');
  const botId = textAt(importBot, 'bot.id');
  expect(
    issues.map(({ blockId, groupId, edgeId, code }) => [edgeId ?? blockId ?? groupId, code]),
  ).toEqual([
    ['sheet', 'CREDENTIALS_MISSING'],
    ['ai', 'CREDENTIALS_MISSING'],
    ['gpt', 'CREDENTIALS_MISSING'],
    ['idle', 'CREDENTIALS_MISSING'],
    ['idle', 'ACTION_MISSING'],
    ['mail', 'MAIL_ACCOUNT_DEFAULT'],
    ['mail', 'NAME_NOT_FOUND'],
    ['link', 'LINKED_BOT_MISSING'],
    ['http', 'REQUEST_URL_MISSING'],
    ['list', 'SET_WITHOUT_VARIABLE'],
    ['list', 'VARIABLE_NOT_FOUND'],
    ['code', 'CODE_DOES_NOT_COMPILE'],
    ['code', 'NAME_NOT_FOUND'],
    ['pay', 'CREDENTIALS_MISSING'],
    ['new', 'BLOCK_UNKNOWN'],
    ['jump', 'TARGET_BLOCK_NOT_FOUND'],
    ['g3', 'GROUP_UNREACHABLE'],
    ['t', 'BUBBLE_EMPTY'],
    ['g4', 'GROUP_UNREACHABLE'],
    ['e1', 'EDGE_NOT_NAMED'],
    ['code', 'VARIABLE_NEVER_SET'],
  ]);
  expect(issues[6]?.['message']).toMatch(/^Group "One", block 5 \(Email\): .*\({{Nobody}}\)\. /);
  expect(issues[0]?.['message']).toMatch(/^Group "One", block 1 \(Google Sheets\): /);
  const published = await bodyOf(rest.publishBot({ botId }));
  expect(published).toMatchObject({
    issues: expect.arrayContaining([expect.objectContaining({ code: 'CREDENTIALS_MISSING' })]),
  });
});

test('a bot without groups is reported, and unknown members with the name that was probably meant', async () => {
  const workspaceId = await makeWorkspace(rest);
  const bot = { grups: [], fromTheFuture: 1, themeVersion: '6.1' };
  const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
  const { issues } = await bodyOf(rest.publishBot({ botId: made.id }));
  expect(issues).toMatchObject(
    [
      { code: 'START_LEADS_NOWHERE' },
      { level: 'WARNING', code: 'UNKNOWN_MEMBER', message: /\(grups: did you mean groups\?\)\. / },
      { level: 'WARNING', code: 'UNKNOWN_MEMBER', message: /\(fromTheFuture\)\. Correct its name/ },
    ].map(({ message, ...rest }) => ({
      ...rest,
      ...(message && { message: expect.stringMatching(message) }),
    })),
  );
});

test('a guest of a shared bot sees what they may do with it, but not its folder', async () => {
  const workspaceId = await makeWorkspace(rest);
  const { folder } = await bodyOf(rest.createFolder({ workspaceId, folderName: 'Secret plans' }));
  const made = await bodyOf(rest.createBot({ workspaceId, bot: { folderId: folder.id } }));
  const botId = made.bot.id;
  const token = await saveUser(app().databaseUrl, { workspaceId, role: 'GUEST' });
  const { viewer } = await ask('{ viewer { user { id } } }', {}, token);
  await rowsOf(
    app().databaseUrl,
    `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
      values ($1, $2, 'READ', now(), now())`,
    [botId, partAt(viewer, 'user.id')],
  );
  const query = `query ($botId: ID!) { bot(id: $botId) {
    viewerAccess folder { name } workspace { folders { name } } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId } }, { token });
  expect(data).toEqual({
    bot: { viewerAccess: 'READ', folder: null, workspace: { folders: null } },
  });
  expect(await bodyOf(rest.readBot({ botId }, { token }))).toMatchObject({
    currentUserMode: 'read',
  });
  expect(await bodyOf(rest.readBot({ botId }))).toMatchObject({ currentUserMode: 'write' });
});

test('what you may do with a bot is what your token may do with it', async () => {
  const workspaceId = await makeWorkspace(rest);
  const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: {} }));
  const accessWith = async (...scopes: string[]) => {
    const { token } = await bodyOf(rest.createToken({ name: 'Narrow', scopes }));
    const query = 'query ($id: ID!) { bot(id: $id) { viewerAccess } }';
    const { data } = await queryGraphql(app().url, { query, variables: { id: bot.id } }, { token });
    return partAt(data, 'bot.viewerAccess');
  };
  expect(await accessWith('BOTS_READ')).toBe('READ');
  expect(await accessWith('RESULTS_WRITE')).toBe('READ');
  expect(await accessWith('BOTS_WRITE')).toBe('FULL_ACCESS');
});
