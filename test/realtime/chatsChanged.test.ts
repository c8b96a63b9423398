import { beforeAll, describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { useTwoServers } from '../support/twoServers.js';
import { makePublished, makeWorkspace } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { eventually } from '../support/until.js';
import { watchInbox, type WatchedInbox } from '../support/watchedInbox.js';

const servers = useTwoServers();
const { here } = servers;

let place: { botId: string; publicId: string; workspaceId: string };
beforeAll(async () => {
  place = await makePublished(here, botOf(interview));
});

const begin = async () => (await bodyOf(here.startChat({ publicId: place.publicId }))).sessionId;

/** Watches on the second server what happens on the first; resolves after the first event. */
async function watch(filter: Shown = {}, workspaceId = place.workspaceId): Promise<WatchedInbox> {
  const inbox = watchInbox({ url: servers.second().url, token: TOKEN, workspaceId, filter });
  expect(await inbox.next()).toEqual({ mustReload: true, changed: [], removedIds: [] });
  return inbox;
}

const idsOf = (inbox: WatchedInbox) => inbox.list().map(({ id }) => id);

/** Waits until the list that an agent sees is what a query reads, with these chats. */
const settles = (inbox: WatchedInbox, ids: readonly string[]) =>
  eventually(async () => {
    expect(inbox.list()).toEqual(await inbox.read());
    expect(idsOf(inbox)).toEqual(ids.toSorted());
  });

describe('the inbox, live', () => {
  test('shows a chat while it matches the filter, and removes it when it does not', async () => {
    const inbox = await watch({ isWaiting: true, isAssigned: false });
    const sessionId = await begin();
    await bodyOf(here.setStatus({ sessionId, status: 'PAUSED' }));
    await bodyOf(here.continueChat({ sessionId, message: 'Anybody?' }));
    await settles(inbox, [sessionId]);
    await bodyOf(here.claimChat({ sessionId }));
    await settles(inbox, []);
    await bodyOf(here.assignChat({ sessionId, assigneeId: null }));
    await settles(inbox, [sessionId]);
    await bodyOf(here.closeChat({ sessionId }));
    await settles(inbox, []);
    inbox.leave();
  });

  test('tells nobody of chats that their filter has never selected', async () => {
    const [sessionId, other] = [await begin(), await begin()];
    for (const each of [sessionId, other]) {
      await bodyOf(here.setStatus({ sessionId: each, status: 'PAUSED' }));
    }
    const inbox = await watch({ tag: 'vip' });
    const all = await watch({ statuses: ['PAUSED'] });
    const change = async (id: string, input: Shown, ...seenBy: readonly WatchedInbox[]) => {
      const seen = Promise.all(seenBy.map((each) => each.next()));
      await bodyOf(here.updateChat({ sessionId: id, ...input }));
      return seen;
    };
    // Before the first change that is seen, nobody knows whether it was selected.
    await change(other, { isRead: true }, inbox, all);
    await change(other, { isRead: true }, all);
    const [told] = await change(sessionId, { tags: ['vip'] }, inbox);
    expect(told).toMatchObject({ changed: [{ id: sessionId }], removedIds: [] });
    expect(inbox.events).toHaveLength(3);
    for (const each of [inbox, all]) each.leave();
  });

  test('removes a chat that passed through a list between two events, when the list may have been loaded', async () => {
    const sessionId = await begin();
    await bodyOf(here.setStatus({ sessionId, status: 'PAUSED' }));
    const [inbox, all] = [await watch({ tag: 'passing' }), await watch()];
    const tag = async (...tags: readonly string[]) => bodyOf(here.updateChat({ sessionId, tags }));
    const known = Promise.all([inbox, all].map((each) => each.next()));
    await tag('before');
    await known;
    const told = inbox.events.length;
    await tag('passing');
    await tag('after');
    await eventually(() => {
      const removed = inbox.events.slice(told).flatMap(({ removedIds }) => removedIds);
      expect(removed).toContain(sessionId);
    });
    for (const each of [inbox, all]) each.leave();
  });

  test('shows what happens to closed chats, and removes what is deleted or moved away', async () => {
    const { workspaceId, publicId, botId } = await makePublished(here, botOf(interview));
    const elsewhere = await makeWorkspace(here);
    const inbox = await watch({}, workspaceId);
    const other = await watch({}, elsewhere);
    const [closed, moved] = await Promise.all(
      ['CLOSED', 'PAUSED'].map(async (status) => {
        const { sessionId } = await bodyOf(here.startChat({ publicId }));
        await bodyOf(here.setStatus({ sessionId, status }));
        return sessionId;
      }),
    );
    await settles(inbox, [closed ?? '', moved ?? '']);
    await bodyOf(here.addChatNote({ sessionId: closed ?? '', text: 'Was angry' }));
    await settles(inbox, [closed ?? '', moved ?? '']);
    const deleting = 'select result_id as "resultId" from chat_session where id = $1';
    const [row] = await rowsOf<{ resultId: string }>(servers.first().databaseUrl, deleting, [
      closed,
    ]);
    await bodyOf(here.deleteResults({ botId, resultIds: [row?.resultId] }));
    await settles(inbox, [moved ?? '']);
    const query = `mutation ($botIds: [ID!]!, $to: ID!) { moveBots(input: { botIds: $botIds, toWorkspaceId: $to }) {
      userErrors { reason } } }`;
    const variables = { botIds: [botId], to: elsewhere };
    await queryGraphql(servers.first().url, { query, variables });
    await settles(inbox, []);
    await settles(other, [moved ?? '']);
    for (const each of [inbox, other]) each.leave();
  });

  test('asks for the list again when more than a hundred chats change at once', async () => {
    const { workspaceId, botId, publicId } = await makePublished(here, botOf(interview));
    const inbox = await watch({}, workspaceId);
    const { databaseUrl } = servers.first();
    const add = `insert into chat_desk (id, workspace_id, bot_id, channel, status, created_at, active_at, updated_at)
      select 'ses_many' || n, $1, $2, 'WEB', 'PAUSED', now(), now(), now() from generate_series(1, 101) n`;
    await rowsOf(databaseUrl, add, [workspaceId, botId]);
    const told = inbox.next();
    const { sessionId } = await bodyOf(here.startChat({ publicId }));
    await bodyOf(here.setStatus({ sessionId, status: 'PAUSED' }));
    expect(await told).toEqual({ mustReload: true, changed: [], removedIds: [] });
    await eventually(async () => expect(inbox.list()).toEqual(await inbox.read()));
    expect(inbox.list()).toHaveLength(102);
    inbox.leave();
  });

  test('is not for strangers and guests, and ends for a colleague who is removed or becomes a guest', async () => {
    const { workspaceId } = place;
    const { url } = servers.second();
    const { databaseUrl } = servers.first();
    const guest = await saveUser(databaseUrl, { workspaceId, role: 'GUEST' });
    for (const token of [await saveUser(databaseUrl), guest]) {
      expect(await watchInbox({ url, token, workspaceId }).ended).toBe('WORKSPACE_NOT_FOUND');
    }
    const colleague = async () => {
      const token = await saveUser(databaseUrl, { workspaceId, role: 'MEMBER' });
      const inbox = watchInbox({ url, token, workspaceId });
      await inbox.next();
      const { user } = await bodyOf(here.readMe({}, { token }));
      return { inbox, userId: user.id };
    };
    const [removed, demoted] = [await colleague(), await colleague()];
    await bodyOf(here.removeMember({ workspaceId, userId: removed.userId }));
    await bodyOf(here.updateMember({ workspaceId, userId: demoted.userId, role: 'GUEST' }));
    for (const { inbox } of [removed, demoted]) {
      expect(await inbox.ended).toBe('WORKSPACE_NOT_FOUND');
      expect(inbox.events).toHaveLength(1);
    }
  });
});
