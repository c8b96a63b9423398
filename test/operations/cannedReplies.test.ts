import { beforeAll, expect, test } from '@jest/globals';
import { chatsViews } from '../../src/storage/savedViews.js';
import { openStorage } from '../../src/storage/orm.js';
import { botOf, interview } from '../support/botOf.js';
import { partAt, recordAt, recordsAt, textAt } from '../support/parts.js';
import { rowsOf, useLock } from '../support/rows.js';
import { bodyOf, queryGraphql, refusalOf } from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const app = useApp();
const rest = restOf(app);

let place: { botId: string; workspaceId: string; publicId: string };

beforeAll(async () => {
  place = await makePublished(rest, botOf(interview));
});

async function save(shortcut: string, text: string): Promise<string> {
  const { workspaceId } = place;
  return (await bodyOf(rest.createCannedReply({ workspaceId, shortcut, text }))).cannedReply.id;
}

/** A chat of a visitor with this name. */
async function begin(name: string): Promise<string> {
  const { sessionId } = await bodyOf(rest.startChat({ publicId: place.publicId }));
  await bodyOf(rest.continueChat({ sessionId, message: name }));
  return sessionId;
}

async function send(sessionId: string, cannedReplyId: string) {
  const { message } = await bodyOf(rest.postAgentMessage({ sessionId, cannedReplyId }));
  return message.content['plainText'];
}

test('an agent sends a canned reply, which names the visitor of each chat', async () => {
  const id = await save('hello', 'Hello {{Name}}!\nYou are {{Age}}{{Unknown}}.{{= 1 + 1 =}}');
  expect(await send(await begin('Ada'), id)).toBe('Hello Ada!\nYou are .');
  const bob = await begin('Bob {{Age}}');
  expect(await send(bob, id)).toBe('Hello Bob {{Age}}!\nYou are .');
  await bodyOf(rest.continueChat({ sessionId: bob, message: '42' }));
});

test('a value that looks like a secret is masked in a canned reply, and the text of the agent is not', async () => {
  const id = await save('secret', 'token=abcdef123456 and {{Name}}');
  const sessionId = await begin('password: hunter2hunter2');
  expect(await send(sessionId, id)).toBe('token=abcdef123456 and password: ***');
});

test('a shortcut belongs to one canned reply of a workspace', async () => {
  const { workspaceId } = place;
  const id = await save('once', 'Hello');
  const again = { workspaceId, shortcut: 'once', text: 'Hi' };
  const refusal = { reason: 'VALIDATION', issues: [{ path: ['shortcut'] }] };
  expect(await refusalOf(rest.createCannedReply(again))).toMatchObject(refusal);
  const other = await save('twice', 'Hello');
  const renamed = { workspaceId, cannedReplyId: other, shortcut: 'once' };
  expect(await refusalOf(rest.updateCannedReply(renamed))).toMatchObject(refusal);
  const kept = { workspaceId, cannedReplyId: id, shortcut: 'once', text: 'Good day' };
  const { cannedReply } = await bodyOf(rest.updateCannedReply(kept));
  expect(cannedReply).toMatchObject({ id, shortcut: 'once', text: 'Good day' });
  const elsewhere = { workspaceId: await makeWorkspace(rest), shortcut: 'once', text: 'Hi' };
  await bodyOf(rest.createCannedReply(elsewhere));
});

test('canned replies are listed by their shortcuts until they are deleted', async () => {
  const workspaceId = await makeWorkspace(rest);
  const ids = [];
  for (const shortcut of ['b', 'a', 'ä']) {
    const { cannedReply } = await bodyOf(
      rest.createCannedReply({ workspaceId, shortcut, text: 'Hi' }),
    );
    ids.push(cannedReply.id);
  }
  const listed = async () =>
    (await bodyOf(rest.listCannedReplies({ workspaceId }))).cannedReplies.map(
      (one) => one.shortcut,
    );
  expect(await listed()).toEqual(['a', 'b', 'ä']);
  await bodyOf(rest.deleteCannedReply({ workspaceId, cannedReplyId: ids[0] }));
  expect(await listed()).toEqual(['a', 'ä']);
});

test('a canned reply that is deleted while it is saved stays deleted', async () => {
  const { workspaceId } = place;
  const cannedReplyId = await save('leaving', 'Hello');
  const saves = "select pg_advisory_xact_lock(hashtextextended('canned replies ' || $1, 0))";
  const lock = await useLock(app().databaseUrl, workspaceId, saves);
  const late = refusalOf(rest.updateCannedReply({ workspaceId, cannedReplyId, text: 'Hi' }));
  await lock.untilWaiting(1);
  await bodyOf(rest.deleteCannedReply({ workspaceId, cannedReplyId }));
  await lock.release();
  expect(await late).toMatchObject({ reason: 'CANNED_REPLY_NOT_FOUND' });
  const { cannedReplies } = await bodyOf(rest.listCannedReplies({ workspaceId }));
  expect(cannedReplies.map(({ id }) => id)).not.toContain(cannedReplyId);
});

test('two changes of a canned reply at once both stay', async () => {
  const { workspaceId } = place;
  const cannedReplyId = await save('early', 'Hello');
  const saves = "select pg_advisory_xact_lock(hashtextextended('canned replies ' || $1, 0))";
  const lock = await useLock(app().databaseUrl, workspaceId, saves);
  const change = (sent: object) =>
    bodyOf(rest.updateCannedReply({ workspaceId, cannedReplyId, ...sent }));
  const both = [change({ shortcut: 'late' }), change({ text: 'Bye' })];
  await lock.untilWaiting(2);
  await lock.release();
  await Promise.all(both);
  const { cannedReplies } = await bodyOf(rest.listCannedReplies({ workspaceId }));
  expect(cannedReplies).toContainEqual(
    expect.objectContaining({ id: cannedReplyId, shortcut: 'late', text: 'Bye' }),
  );
});

test('a workspace has five hundred canned replies at most', async () => {
  const workspaceId = await makeWorkspace(rest);
  await rowsOf(
    app().databaseUrl,
    `insert into canned_reply select 'cnr_m' || n, $1, 'm' || n, 'Hi', now(), now() from generate_series(1, 499) n`,
    [workspaceId],
  );
  await bodyOf(rest.createCannedReply({ workspaceId, shortcut: 'last', text: 'Hi' }));
  const refused = rest.createCannedReply({ workspaceId, shortcut: 'more', text: 'Hi' });
  expect(await refusalOf(refused)).toMatchObject({ reason: 'VALIDATION' });
  const { cannedReplies } = await bodyOf(rest.listCannedReplies({ workspaceId }));
  const last = cannedReplies.find(({ shortcut }) => shortcut === 'last');
  const change = { workspaceId, cannedReplyId: last?.id, text: 'Good day' };
  await bodyOf(rest.updateCannedReply(change));
});

test('an agent sends either a text or a canned reply, and only one of the workspace', async () => {
  const sessionId = await begin('Ada');
  const cannedReplyId = await save('either', 'Hello');
  const both = rest.postAgentMessage({ sessionId, cannedReplyId, text: 'Hi' });
  const neither = rest.postAgentMessage({ sessionId });
  for (const refused of [both, neither]) {
    expect(await refusalOf(refused)).toMatchObject({
      ...{ reason: 'VALIDATION', issues: [{ path: ['text'] }] },
    });
  }
  const elsewhere = { workspaceId: await makeWorkspace(rest), shortcut: 'x', text: 'Theirs' };
  const { cannedReply } = await bodyOf(rest.createCannedReply(elsewhere));
  for (const id of [cannedReply.id, 'cnr_none']) {
    expect(await refusalOf(rest.postAgentMessage({ sessionId, cannedReplyId: id }))).toMatchObject({
      reason: 'CANNED_REPLY_NOT_FOUND',
    });
  }
  const { workspaceId, botId } = place;
  const guest = { token: await saveUser(app().databaseUrl, { workspaceId, role: 'GUEST' }) };
  const { user } = await bodyOf(rest.readMe({}, guest));
  await rowsOf(
    app().databaseUrl,
    `insert into collaborator (bot_id, user_id, type, created_at, updated_at) values ($1, $2, 'WRITE', now(), now())`,
    [botId, user.id],
  );
  await bodyOf(rest.postAgentMessage({ sessionId, text: 'I may answer' }, guest));
  const canned = rest.postAgentMessage({ sessionId, cannedReplyId }, guest);
  expect(await refusalOf(canned)).toMatchObject({ reason: 'CANNED_REPLY_NOT_FOUND' });
});

/** The data of a query for the owner, or for the person of this token. */
const ask = async (query: string, variables: object, token?: string) =>
  queryGraphql(app().url, { query, variables }, token === undefined ? {} : { token });

const VIEW = 'id name filter orderBy isShared isOwn';

/** Saves a view of the inbox; returns the payload. */
async function saveView(input: object, token?: string) {
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
  const saved = await saveView({ workspaceId, name: 'Mine', filter, orderBy: 'WAITING' });
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
  await saveView({ workspaceId, chatsViewId, name: 'Renamed' });
  expect(await viewsIn(workspaceId)).toMatchObject([
    { name: 'Renamed', filter, orderBy: 'WAITING' },
  ]);
});

test('others see, change and delete only the views of an inbox that are shared', async () => {
  const workspaceId = await makeWorkspace(rest);
  const token = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
  const own = textAt(await saveView({ workspaceId, name: 'Own' }), 'chatsView.id');
  const shared = textAt(
    await saveView({ workspaceId, name: 'Ours', isShared: true }),
    'chatsView.id',
  );
  const seen = [{ id: shared, name: 'Ours', isOwn: false }];
  expect(await viewsIn(workspaceId, token)).toMatchObject(seen);
  expect(await saveView({ workspaceId, chatsViewId: own, name: 'Taken' }, token)).toMatchObject(
    missing,
  );
  const { data } = await ask('query ($id: ID!) { node(id: $id) { id } }', { id: own }, token);
  expect(data).toEqual({ node: null });
  const deletion = `mutation ($input: DeleteChatsViewInput!) {
    deleteChatsView(input: $input) { deletedId userErrors { reason path } } }`;
  const remove = async (chatsViewId: string) =>
    (await ask(deletion, { input: { workspaceId, chatsViewId } }, token)).data;
  expect(await remove(own)).toMatchObject({ deleteChatsView: missing });
  await saveView({ workspaceId, chatsViewId: shared, name: 'Everybody’s' }, token);
  expect(await viewsIn(workspaceId)).toMatchObject([{ id: own }, { name: 'Everybody’s' }]);
  expect(await remove(shared)).toEqual({ deleteChatsView: { deletedId: shared, userErrors: [] } });
  const elsewhere = await makeWorkspace(rest);
  expect(await saveView({ workspaceId: elsewhere, chatsViewId: own })).toMatchObject(missing);
});

test('a view of an inbox has a name and a filter that the inbox knows, and is one of at most fifty', async () => {
  const workspaceId = await makeWorkspace(rest);
  const nameless = { userErrors: [{ reason: 'VALIDATION', path: ['name'] }] };
  expect(await saveView({ workspaceId })).toMatchObject(nameless);
  for (const filter of [{ stati: ['OPEN'] }, { statuses: ['LOST'] }, { text: '\0' }]) {
    const { userErrors } = await saveView({ workspaceId, name: 'Odd', filter });
    expect(userErrors).toMatchObject([{ reason: 'VALIDATION' }]);
  }
  const { id: userId } = (await bodyOf(rest.readMe({}))).user;
  const filling = `insert into chats_view
    select 'chv_' || n || $1, $1, $2, 'Old', '{}', 'LATEST', true, now(), now() from generate_series(1, 49) n`;
  await rowsOf(app().databaseUrl, filling, [workspaceId, userId]);
  const saved = await Promise.all(['A', 'B', 'C'].map((name) => saveView({ workspaceId, name })));
  const refused = saved.flatMap((one) => recordsAt(one, 'userErrors'));
  const tooMany = { reason: 'VALIDATION', path: ['workspaceId'] };
  expect(refused).toEqual([tooMany, tooMany]);
});

test('a view of an inbox that its person takes back meanwhile is neither changed nor deleted by others', async () => {
  const workspaceId = await makeWorkspace(rest);
  const { id: userId } = (await bodyOf(rest.readMe({}))).user;
  const chatsViewId = textAt(await saveView({ workspaceId, name: 'Own' }), 'chatsView.id');
  const storage = await openStorage({ url: app().databaseUrl });
  const unit = storage.openUnit();
  const view = await chatsViews.find(unit, chatsViewId);
  if (!view) throw new Error('The view is not stored');
  const found: unknown[] = [];
  await chatsViews.save(unit, { view, userId: 'usr_other' }, (stored) => {
    found.push(stored);
    return view;
  });
  expect(found).toEqual([null]);
  expect(await chatsViews.delete(unit, { id: chatsViewId, userId: 'usr_other' })).toBe(false);
  expect(await chatsViews.delete(unit, { id: chatsViewId, userId })).toBe(true);
  await storage.close();
});
