import { beforeAll, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { rowsOf, useLock } from '../support/rows.js';
import { bodyOf, refusalOf } from '../support/transports.js';
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
  const guest = {
    token: await saveUser(app().databaseUrl, { workspaceId, role: 'GUEST' }),
  };
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
