import { expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { askGraphql, bodyOf, type Shown } from '../support/doors.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const app = useApp();
const rest = restOf(app);

const ask = async (query: string, variables: object, token?: string): Promise<Shown> => {
  const calling = token === undefined ? {} : { token };
  const { data, errors } = await askGraphql(app().url, { query, variables }, calling);
  if (errors) throw new Error(JSON.stringify(errors));
  return data ?? {};
};

test('a bot tells what is wrong with its draft, and where', async () => {
  const at = { graphCoordinates: { x: 0, y: 0 } };
  const link = { id: 'link', type: 'Bot link', options: { botId: 'bot_none' } };
  const asking = { id: 'ask', type: 'text input', options: { variableId: 'vNone' } };
  const jump = { id: 'jump', type: 'Jump', options: { groupId: 'gNone' } };
  const choice = { id: 'c', type: 'choice input', items: [{ id: 'i', outgoingEdgeId: 'eLost' }] };
  const bot = {
    events: [{ id: 'start', type: 'start', ...at }],
    groups: [
      { id: 'g1', title: 'One', ...at, blocks: [asking, link, jump, choice] },
      { id: 'g2', title: 'Two', ...at, blocks: [{ id: 'ask', type: 'text input' }] },
    ],
    edges: [
      { id: 'e1', from: { blockId: 'c', itemId: 'iNone' }, to: { groupId: 'g1' } },
      { id: 'e2', from: { blockId: 'ask' }, to: { groupId: 'gNone' } },
    ],
  };
  const workspaceId = await makeWorkspace(rest);
  const { id: botId } = (await bodyOf(rest.createBot({ workspaceId, bot }))).bot;
  await bodyOf(rest.updateBot({ botId, bot: { messengerCredentialsId: 'crd_none' } }));
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
        issue('WARNING', 'VARIABLE_NOT_FOUND', { ...inOne, blockId: 'ask' }),
        issue('ERROR', 'LINKED_BOT_NOT_FOUND', { ...inOne, blockId: 'link' }),
        issue('ERROR', 'JUMP_LEADS_NOWHERE', { ...inOne, blockId: 'jump' }),
        issue('ERROR', 'EDGE_NOT_FOUND', { ...inOne, blockId: 'c', edgeId: 'eLost' }),
        issue('WARNING', 'GROUP_UNREACHABLE', { groupId: 'g2' }),
        issue('WARNING', 'EDGE_BEGINS_NOWHERE', { edgeId: 'e1' }),
        issue('ERROR', 'EDGE_LEADS_NOWHERE', { blockId: 'ask', edgeId: 'e2' }),
        issue('WARNING', 'ID_NOT_UNIQUE', { blockId: 'ask' }),
        issue('ERROR', 'CREDENTIALS_NOT_FOUND'),
      ],
    },
  });
  const { botId: sound } = await makePublished(rest, botOf(interview));
  expect(await ask(query, { botId: sound })).toEqual({ bot: { issues: [] } });
});

test('a guest of a shared bot learns what they may do with it, and nothing of where it lies', async () => {
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
    [botId, Object(viewer).user.id],
  );
  const query = `query ($botId: ID!) { bot(id: $botId) {
    currentUserMode folder { name } workspace { folders { name } } } }`;
  const { data } = await askGraphql(app().url, { query, variables: { botId } }, { token });
  expect(data).toEqual({
    bot: { currentUserMode: 'read', folder: null, workspace: { folders: null } },
  });
  expect(await bodyOf(rest.readBot({ botId }, { token }))).toMatchObject({
    currentUserMode: 'read',
  });
  expect(await bodyOf(rest.readBot({ botId }))).toMatchObject({ currentUserMode: 'write' });
});
