import { beforeAll, describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, refusalOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const app = useApp();
const rest = restOf(app);

let place: { botId: string; workspaceId: string; publicId: string };
let ada: Agent;
let bob: Agent;

/** A member who answers in chats. */
interface Agent {
  readonly token: string;
  readonly id: string;
}

async function makeAgent(name: string): Promise<Agent> {
  const token = await saveUser(app().databaseUrl, {
    workspaceId: place.workspaceId,
    role: 'MEMBER',
  });
  const { user } = await bodyOf(rest.readMe({}, { token }));
  await rowsOf(app().databaseUrl, 'update app_user set name = $2 where id = $1', [user.id, name]);
  return { token, id: user.id };
}

beforeAll(async () => {
  place = await makePublished(rest, botOf(interview));
  [ada, bob] = [await makeAgent('Ada'), await makeAgent('Bob')];
});

const begin = async () => bodyOf(rest.startChat({ publicId: place.publicId }));

const read = async (sessionId: string) => (await bodyOf(rest.readChat({ sessionId }))).chat;

/** Lets the lease of a chat end now. */
const endLease = (sessionId: string) =>
  rowsOf(app().databaseUrl, 'update chat_desk set lease_until = now() where id = $1', [sessionId]);

describe('a chat that an agent claims', () => {
  test('is taken over from its bot, and only that agent writes in it', async () => {
    const { sessionId, resultId } = await begin();
    const { chat } = await bodyOf(rest.claimChat({ sessionId }, ada));
    expect(chat).toMatchObject({ status: 'PAUSED', claim: 1, assignee: { id: ada.id } });
    const held = { code: 'CONFLICT', reason: 'CHAT_HELD' };
    expect(await refusalOf(rest.claimChat({ sessionId }, bob))).toMatchObject(held);
    const text = 'Hello';
    expect(await refusalOf(rest.postAgentMessage({ sessionId, text }, bob))).toMatchObject(held);
    expect(await refusalOf(rest.closeChat({ sessionId }, bob))).toMatchObject(held);
    await bodyOf(rest.postAgentMessage({ sessionId, text, claim: 1 }, ada));
    const last = { text, role: 'AGENT', agent: { userId: ada.id, name: 'Ada' } };
    expect(await read(sessionId)).toMatchObject({ last, claim: 1 });
    const query = `query ($botId: ID!, $resultId: ID!) { bot(id: $botId) { result(id: $resultId) {
      transcript { text agent { userId name } } } } }`;
    const { data } = await queryGraphql(app().url, {
      query,
      variables: { botId: place.botId, resultId },
    });
    expect(recordsAt(data, 'bot.result.transcript').at(-1)).toEqual({
      ...{ text, agent: { userId: ada.id, name: 'Ada' } },
    });
    const { events } = await bodyOf(rest.readEvents({ sessionId }));
    const said = events.find((event) => event['isFromAgent'] === true);
    expect(said).toMatchObject({ agentName: 'Ada' });
    expect(JSON.stringify(events)).not.toContain(ada.id);
  });

  test('is taken over by another who names the claim, whose writer is then refused', async () => {
    const { sessionId } = await begin();
    await bodyOf(rest.claimChat({ sessionId }, ada));
    const query = `mutation ($sessionId: ID!) { claimChat(input: { sessionId: $sessionId, takeOver: 1 }) {
      takenFrom { id name } chat { claim } userErrors { reason } } }`;
    const { data } = await queryGraphql(app().url, { query, variables: { sessionId } }, bob);
    const takenFrom = { id: ada.id, name: 'Ada' };
    expect(data).toEqual({ claimChat: { takenFrom, chat: { claim: 2 }, userErrors: [] } });
    for (const claim of [undefined, 1]) {
      const late = rest.postAgentMessage({ sessionId, text: 'Me again', claim }, ada);
      expect(await refusalOf(late)).toMatchObject({ reason: 'CHAT_HELD' });
    }
  });

  test('is free for others once the lease is over, which writing extends', async () => {
    const { sessionId } = await begin();
    await bodyOf(rest.claimChat({ sessionId }, ada));
    await endLease(sessionId);
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'Here', claim: 1 }, ada));
    expect(await refusalOf(rest.claimChat({ sessionId }, bob))).toMatchObject({
      reason: 'CHAT_HELD',
    });
    await endLease(sessionId);
    const { chat } = await bodyOf(rest.claimChat({ sessionId }, bob));
    expect(chat).toMatchObject({ claim: 2, assignee: { id: bob.id } });
  });

  test('has one agent, however many claim it at the same moment', async () => {
    const { sessionId } = await begin();
    await bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));
    const all = [ada, bob, ada, bob].map(async (agent) => {
      const claimed = bodyOf(rest.claimChat({ sessionId }, agent));
      return claimed.then(
        () => agent.id,
        () => undefined,
      );
    });
    const winners = new Set((await Promise.all(all)).filter((id) => id !== undefined));
    expect(winners.size).toBe(1);
    expect(await read(sessionId)).toMatchObject({ claim: 1, assignee: { id: [...winners][0] } });
  });

  test('is assigned to somebody else, who alone may answer for the bot', async () => {
    const { sessionId } = await begin();
    await bodyOf(rest.claimChat({ sessionId }, ada));
    const { chat } = await bodyOf(rest.assignChat({ sessionId, assigneeId: bob.id }, ada));
    expect(chat).toMatchObject({ assignee: { id: bob.id }, claim: 2, leaseUntil: null });
    const stranger = rest.assignChat({ sessionId, assigneeId: 'usr_none' }, ada);
    expect(await refusalOf(stranger)).toMatchObject({ reason: 'VALIDATION' });
  });

  test('goes back to its bot at a group, and on from there', async () => {
    const { sessionId } = await begin();
    await bodyOf(rest.claimChat({ sessionId }, ada));
    const nowhere = rest.releaseChat({ sessionId, groupId: 'none' }, ada);
    expect(await refusalOf(nowhere)).toMatchObject({ reason: 'START_NOT_FOUND' });
    const { chat } = await bodyOf(rest.releaseChat({ sessionId, groupId: 'Start', claim: 1 }, ada));
    expect(chat).toMatchObject({ status: 'OPEN', assignee: null, claim: 2, waitingSince: null });
    const { events } = await bodyOf(rest.readEvents({ sessionId }));
    expect(events.map(({ kind }) => kind).slice(-4)).toEqual(
      expect.arrayContaining(['status', 'message', 'input', 'turnEnd']),
    );
  });

  test('is taken from its bot, whoever it was assigned to before', async () => {
    const { sessionId } = await begin();
    await bodyOf(rest.assignChat({ sessionId, assigneeId: ada.id }, bob));
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'I am here, too' }, ada));
    expect(await read(sessionId)).toMatchObject({ status: 'OPEN', leaseUntil: null });
    const { chat } = await bodyOf(rest.claimChat({ sessionId }, ada));
    expect(chat).toMatchObject({ status: 'PAUSED', assignee: { id: ada.id } });
    const { messages } = await bodyOf(rest.continueChat({ sessionId, message: 'Hello?' }));
    expect(messages).toEqual([]);
  });

  test('stays with its bot and nobody, or with the agent who claims it as another gives it back', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { sessionId } = await begin();
      await bodyOf(rest.claimChat({ sessionId }, ada));
      const released = rest.releaseChat({ sessionId }, ada);
      const claims = [0, 1, 2, 3].map(() => rest.claimChat({ sessionId }, bob));
      await Promise.all([released, ...claims]);
      const { status, assignee } = await read(sessionId);
      expect([status, assignee?.id]).toEqual(
        status === 'OPEN' ? ['OPEN', undefined] : ['PAUSED', bob.id],
      );
      await bodyOf(rest.claimChat({ sessionId }, bob));
      expect(await read(sessionId)).toMatchObject({ status: 'PAUSED', assignee: { id: bob.id } });
    }
  });

  test('loses an agent to whom it was only assigned when it is given back', async () => {
    const { sessionId } = await begin();
    await bodyOf(rest.assignChat({ sessionId, assigneeId: ada.id }, bob));
    const { chat } = await bodyOf(rest.releaseChat({ sessionId }, ada));
    expect(chat).toMatchObject({ status: 'OPEN', assignee: null });
  });

  test('is none if it is a preview, which stays as it is', async () => {
    const { sessionId } = await bodyOf(rest.startPreview({ botId: place.botId }));
    const before = await bodyOf(rest.readEvents({ sessionId }));
    const refusal = {
      reason: 'VALIDATION',
      issues: [{ path: ['sessionId'], message: 'Is a preview, which is not in the inbox' }],
    };
    for (const refused of [
      rest.claimChat({ sessionId }),
      rest.assignChat({ sessionId, assigneeId: null }),
      rest.updateChat({ sessionId, tags: ['a'] }),
      rest.addChatNote({ sessionId, text: 'Note' }),
    ]) {
      expect(await refusalOf(refused)).toMatchObject(refusal);
    }
    expect(await bodyOf(rest.readEvents({ sessionId }))).toEqual(before);
  });

  test('has notes that are read by pages, of which long ones hold few, and five hundred at most', async () => {
    const { sessionId } = await begin();
    const add = (text: string) => rest.addChatNote({ sessionId, text }, ada);
    expect(await refusalOf(add('x'.repeat(10_001)))).toMatchObject({ reason: 'VALIDATION' });
    await bodyOf(add('x'.repeat(10_000)));
    await rowsOf(
      app().databaseUrl,
      `insert into chat_note (shard_key, id, chat_id, text, created_at)
        select shard_key, 'not_0' || n || 'x', chat_id, repeat('x', 10000), now() from chat_note, generate_series(101, 598) n
        where chat_id = $1`,
      [sessionId],
    );
    await bodyOf(add('Short'));
    const message = 'Has 500 notes, the most of a chat';
    expect(await refusalOf(add('One more'))).toMatchObject({ issues: [{ message }] });
    const ask = async (variables: object) => {
      const query = `query ($id: ID!, $limit: PageLimit, $beforeId: ID) { chat(sessionId: $id) { notes(limit: $limit, beforeId: $beforeId) { noteId text createdAt } } }`;
      const { data } = await queryGraphql(app().url, {
        query,
        variables: { id: sessionId, ...variables },
      });
      return recordsAt(data, 'chat.notes').map(({ noteId }) => String(noteId));
    };
    const newest = await ask({});
    expect(newest).toHaveLength(4);
    expect(newest[0]).toBe('not_0597x');
    expect(await ask({ limit: 1 })).toEqual(newest.slice(-1));
    const earlier = await ask({ beforeId: newest[0] });
    expect(earlier).toEqual(['not_0594x', 'not_0595x', 'not_0596x']);
    expect(await ask({ beforeId: 'not_0101x' })).toEqual([]);
  });

  test('is closed and opened again, tagged, read and noted about', async () => {
    const { sessionId } = await begin();
    await bodyOf(rest.claimChat({ sessionId }, ada));
    await bodyOf(rest.continueChat({ sessionId, message: 'Hello?' }));
    await bodyOf(rest.addChatNote({ sessionId, text: 'Prefers to be called' }, ada));
    const { chat } = await bodyOf(
      rest.updateChat({ sessionId, tags: ['a', 'b', 'a'], isRead: true }, ada),
    );
    expect(chat).toMatchObject({ tags: ['a', 'b'], unread: 0, waitingSince: expect.any(String) });
    await bodyOf(rest.closeChat({ sessionId, claim: 1 }, ada));
    expect(await read(sessionId)).toMatchObject({ status: 'CLOSED', assignee: null });
    expect(await refusalOf(rest.claimChat({ sessionId }, ada))).toMatchObject({
      reason: 'SESSION_ENDED',
    });
    await bodyOf(rest.reopenChat({ sessionId }, ada));
    expect(await read(sessionId)).toMatchObject({ status: 'PAUSED' });
    await bodyOf(rest.continueChat({ sessionId, message: 'Good' }));
    const query = `query ($id: ID!) { node(id: $id) { ... on Chat { notes { text author { name } } } } }`;
    const { data } = await queryGraphql(app().url, { query, variables: { id: sessionId } }, ada);
    const notes = [{ text: 'Prefers to be called', author: { name: 'Ada' } }];
    expect(data).toEqual({ node: { notes } });
    const { events } = await bodyOf(rest.readEvents({ sessionId }));
    expect(JSON.stringify(events)).not.toContain('Prefers');
  });
});

test('webhooks receive events of a chat that waits, is assigned and is closed', async () => {
  const eventTypes = ['CHAT_WAITING', 'CHAT_ASSIGNED', 'CHAT_CLOSED'];
  const making = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } userErrors { message } } }`;
  const input = { workspaceId: place.workspaceId, url: 'https://example.com/hook', eventTypes };
  await queryGraphql(app().url, { query: making, variables: { input } });
  const { sessionId } = await begin();
  await bodyOf(rest.claimChat({ sessionId }, ada));
  await bodyOf(rest.continueChat({ sessionId, message: 'Hello?' }));
  await bodyOf(rest.continueChat({ sessionId, message: 'Anybody?' }));
  await bodyOf(rest.closeChat({ sessionId }, ada));
  const sent = await rowsOf<{ type: string; session: string }>(
    app().databaseUrl,
    `select event_type as type, data ->> 'sessionId' as session from webhook_delivery where queue = $1 order by position`,
    [sessionId],
  );
  expect(sent).toEqual(
    ['CHAT_ASSIGNED', 'CHAT_WAITING', 'CHAT_CLOSED'].map((type) => ({ type, session: sessionId })),
  );
});

test('a token that may only answer in chats lists the inbox, without bots and results', async () => {
  const { token } = await bodyOf(rest.createToken({ name: 'Inbox', scopes: ['CHAT'] }));
  const { sessionId } = await begin();
  await bodyOf(rest.claimChat({ sessionId }, ada));
  const query = `query ($id: ID!) { workspace(id: $id) { chats(first: 1) { nodes {
    id workspace { id } bot { id } version { id } result { id } } } } }`;
  const variables = { id: place.workspaceId };
  const { data, errors } = await queryGraphql(app().url, { query, variables }, { token });
  expect(errors).toBeUndefined();
  const unseen = { bot: null, version: null, result: null };
  expect(recordsAt(data, 'workspace.chats.nodes')).toEqual([
    { id: sessionId, workspace: { id: place.workspaceId }, ...unseen },
  ]);
  const { chats } = await bodyOf(rest.listChats({ workspaceId: place.workspaceId }, { token }));
  expect(chats[0]).toMatchObject({ id: sessionId });
  const { errors: refused } = await queryGraphql(
    app().url,
    { query: 'query ($id: ID!) { workspace(id: $id) { bots { nodes { id } } } }', variables },
    { token },
  );
  expect(refused?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN' });
});
