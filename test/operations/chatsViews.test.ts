import { expect, test } from '@jest/globals';
import { openStorage } from '../../src/storage/orm.js';
import { deleteChatsView, findChatsView, saveChatsView } from '../../src/storage/chatsViews.js';
import { partAt, recordAt, recordsAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const app = useApp();
const rest = restOf(app);

/** The data of a query for the owner, or for the person of this token. */
const ask = async (query: string, variables: object, token?: string) =>
  queryGraphql(app().url, { query, variables }, token === undefined ? {} : { token });

const VIEW = 'id name filter orderBy isShared isOwn';

/** Saves a view of the inbox; returns the payload. */
async function save(input: object, token?: string) {
  const query = `mutation ($input: SaveChatsViewInput!) { saveChatsView(input: $input) {
    chatsView { ${VIEW} } workspace { chatsViews { id } } userErrors { reason path } } }`;
  return recordAt((await ask(query, { input }, token)).data, 'saveChatsView');
}

async function viewsIn(workspaceId: string, token?: string) {
  const query = `query ($workspaceId: ID!) { workspace(id: $workspaceId) { chatsViews { ${VIEW} } } }`;
  return recordsAt((await ask(query, { workspaceId }, token)).data, 'workspace.chatsViews');
}

const missing = { userErrors: [{ reason: 'CHATS_VIEW_NOT_FOUND', path: ['chatsViewId'] }] };

test('an agent saves what they list of the inbox, and lists it by that again', async () => {
  const workspaceId = await makeWorkspace(rest);
  const filter = {
    ...{ statuses: ['PAUSED'], assigneeId: 'usr_x', isAssigned: true, isWaiting: true },
    ...{ botId: 'bot_x', channel: 'WEB', queue: 'sales', tag: 'new', text: 'Ada' },
  };
  const saved = await save({ workspaceId, name: 'Mine', filter, orderBy: 'WAITING' });
  const chatsViewId = textAt(saved, 'chatsView.id');
  expect(saved).toEqual({
    chatsView: {
      id: chatsViewId,
      name: 'Mine',
      filter,
      orderBy: 'WAITING',
      isShared: false,
      isOwn: true,
    },
    workspace: { chatsViews: [{ id: chatsViewId }] },
    userErrors: [],
  });
  const list = `query ($id: ID!, $filter: ChatsFilter) {
    workspace(id: $id) { chats(first: 1, filter: $filter) { nodes { id } } } }`;
  const { data } = await ask(list, { id: workspaceId, filter: partAt(saved, 'chatsView.filter') });
  expect(data).toEqual({ workspace: { chats: { nodes: [] } } });
  await save({ workspaceId, chatsViewId, name: 'Renamed' });
  expect(await viewsIn(workspaceId)).toMatchObject([
    { name: 'Renamed', filter, orderBy: 'WAITING' },
  ]);
});

test('others see, change and delete only the views of an inbox that are shared', async () => {
  const workspaceId = await makeWorkspace(rest);
  const token = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
  const own = textAt(await save({ workspaceId, name: 'Own' }), 'chatsView.id');
  const shared = textAt(await save({ workspaceId, name: 'Ours', isShared: true }), 'chatsView.id');
  const seen = [{ id: shared, name: 'Ours', isOwn: false }];
  expect(await viewsIn(workspaceId, token)).toMatchObject(seen);
  expect(await save({ workspaceId, chatsViewId: own, name: 'Taken' }, token)).toMatchObject(
    missing,
  );
  const { data } = await ask('query ($id: ID!) { node(id: $id) { id } }', { id: own }, token);
  expect(data).toEqual({ node: null });
  const deletion = `mutation ($input: DeleteChatsViewInput!) {
    deleteChatsView(input: $input) { deletedId userErrors { reason path } } }`;
  const remove = async (chatsViewId: string) =>
    (await ask(deletion, { input: { workspaceId, chatsViewId } }, token)).data;
  expect(await remove(own)).toMatchObject({ deleteChatsView: missing });
  await save({ workspaceId, chatsViewId: shared, name: 'Everybody’s' }, token);
  expect(await viewsIn(workspaceId)).toMatchObject([{ id: own }, { name: 'Everybody’s' }]);
  expect(await remove(shared)).toEqual({ deleteChatsView: { deletedId: shared, userErrors: [] } });
  const elsewhere = await makeWorkspace(rest);
  expect(await save({ workspaceId: elsewhere, chatsViewId: own })).toMatchObject(missing);
});

test('a view of an inbox has a name and a filter that the inbox knows, and is one of at most fifty', async () => {
  const workspaceId = await makeWorkspace(rest);
  const nameless = { userErrors: [{ reason: 'VALIDATION', path: ['name'] }] };
  expect(await save({ workspaceId })).toMatchObject(nameless);
  for (const filter of [{ stati: ['OPEN'] }, { statuses: ['LOST'] }, { text: '\0' }]) {
    const { userErrors } = await save({ workspaceId, name: 'Odd', filter });
    expect(userErrors).toMatchObject([{ reason: 'VALIDATION' }]);
  }
  const { id: userId } = (await bodyOf(rest.readMe({}))).user;
  const filling = `insert into chats_view
    select 'chv_' || n || $1, $1, $2, 'Old', '{}', 'LATEST', true, now(), now() from generate_series(1, 49) n`;
  await rowsOf(app().databaseUrl, filling, [workspaceId, userId]);
  const saved = await Promise.all(['A', 'B', 'C'].map((name) => save({ workspaceId, name })));
  const refused = saved.flatMap((one) => recordsAt(one, 'userErrors'));
  const tooMany = { reason: 'VALIDATION', path: ['workspaceId'] };
  expect(refused).toEqual([tooMany, tooMany]);
});

test('a view of an inbox that its person takes back meanwhile is neither changed nor deleted by others', async () => {
  const workspaceId = await makeWorkspace(rest);
  const { id: userId } = (await bodyOf(rest.readMe({}))).user;
  const chatsViewId = textAt(await save({ workspaceId, name: 'Own' }), 'chatsView.id');
  const storage = await openStorage({ url: app().databaseUrl });
  const unit = storage.openUnit();
  const view = await findChatsView(unit, { id: chatsViewId, workspaceId, userId });
  if (!view) throw new Error('The view is not stored');
  const found: unknown[] = [];
  await saveChatsView(unit, { view, userId: 'usr_other' }, (stored) => {
    found.push(stored);
    return view;
  });
  expect(found).toEqual([null]);
  expect(await deleteChatsView(unit, { id: chatsViewId, userId: 'usr_other' })).toBe(false);
  expect(await deleteChatsView(unit, { id: chatsViewId, userId })).toBe(true);
  await storage.close();
});
