import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { partAt, recordsAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

interface Place {
  readonly botId: string;
  readonly workspaceId: string;
  readonly publicId: string;
}

const makePlace = (): Promise<Place> => makePublished(rest, botOf(interview));

const begin = async ({ publicId }: Place): Promise<string> =>
  (await bodyOf(rest.startChat({ publicId }))).sessionId;

const say = async (sessionId: string, message: string) =>
  bodyOf(rest.continueChat({ sessionId, message }));

const pause = async (sessionId: string) => bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));

/** The ids of a list of chats of the workspace. */
const idsOf = async ({ workspaceId }: Place, query: object = {}) =>
  (await bodyOf(rest.listChats({ workspaceId, ...query }))).chats.map(({ id }) => id);

describe('the inbox', () => {
  test('has no chat in which only the bot spoke, and every one that a person took over', async () => {
    const place = await makePlace();
    const [alone, taken] = [await begin(place), await begin(place)];
    await say(alone, 'Ada');
    await pause(taken);
    expect(await idsOf(place)).toEqual([taken]);
    expect(await rowsOf(app().databaseUrl, 'select from chat_desk where id = $1', [alone])).toEqual(
      [],
    );
    const { chat } = await bodyOf(rest.readChat({ sessionId: alone }));
    expect(chat).toMatchObject({ id: alone, status: 'OPEN', revision: 0, last: null, tags: [] });
  });

  test('says what was last written, who waits and how much is unread', async () => {
    const place = await makePlace();
    const sessionId = await begin(place);
    await pause(sessionId);
    await say(sessionId, 'Hello?');
    await say(sessionId, 'Is anybody there?');
    expect((await bodyOf(rest.readChat({ sessionId }))).chat).toMatchObject({
      status: 'PAUSED',
      unread: 2,
      waitingSince: expect.any(String),
      waiting: { blockId: expect.any(String) },
      last: { text: 'Is anybody there?', role: 'USER', agent: null },
    });
    expect(await idsOf(place, { isWaiting: true, orderBy: 'WAITING' })).toEqual([sessionId]);
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'Yes, I am.' }));
    expect((await bodyOf(rest.readChat({ sessionId }))).chat).toMatchObject({
      unread: 0,
      waitingSince: null,
      last: { text: 'Yes, I am.', role: 'AGENT' },
    });
    expect(await idsOf(place, { isWaiting: true })).toEqual([]);
    await bodyOf(rest.setStatus({ sessionId, status: 'CLOSED' }));
    expect((await bodyOf(rest.readChat({ sessionId }))).chat).toMatchObject({ status: 'CLOSED' });
  });

  test('follows a chat that went back to its bot until its flow ends', async () => {
    const place = await makePlace();
    const sessionId = await begin(place);
    await pause(sessionId);
    await bodyOf(rest.setStatus({ sessionId, status: 'OPEN' }));
    expect(await idsOf(place, { statuses: 'OPEN' })).toEqual([sessionId]);
    await say(sessionId, 'Ada');
    await say(sessionId, '36');
    const { chat } = await bodyOf(rest.readChat({ sessionId }));
    expect(chat).toMatchObject({ status: 'ENDED', unread: 0, waitingSince: null });
  });

  test('comes in pages, in both orders and both directions, and counts them', async () => {
    const place = await makePlace();
    const ids: string[] = [];
    for (const text of ['one', 'two', 'Three of it', 'four']) {
      const sessionId = await begin(place);
      await pause(sessionId);
      await say(sessionId, text);
      ids.push(sessionId);
    }
    const query = `query ($id: ID!, $orderBy: ChatsOrder!, $first: PageLimit, $after: String, $last: PageLimit, $text: ShortText) {
      workspace(id: $id) { chats(orderBy: $orderBy, first: $first, after: $after, last: $last, filter: { text: $text }) {
        totalCount nodes { id } pageInfo { endCursor hasNextPage } } } }`;
    const ask = async (variables: object) =>
      (await queryGraphql(app().url, { query, variables: { id: place.workspaceId, ...variables } }))
        .data;
    const listed = (data: unknown) =>
      recordsAt(data, 'workspace.chats.nodes').map(({ id }) => String(id));
    for (const [orderBy, order] of [
      ['LATEST', ids.toReversed()],
      ['WAITING', ids],
    ] as const) {
      const first = await ask({ orderBy, first: 3 });
      expect(listed(first)).toEqual(order.slice(0, 3));
      expect(first).toMatchObject({ workspace: { chats: { totalCount: 4 } } });
      const after = textAt(first, 'workspace.chats.pageInfo.endCursor');
      expect(listed(await ask({ orderBy, first: 3, after }))).toEqual(order.slice(3));
      expect(listed(await ask({ orderBy, last: 2 }))).toEqual(order.slice(2));
    }
    expect(listed(await ask({ orderBy: 'LATEST', text: 'tHREE' }))).toEqual([ids[2]]);
  });

  test('moves with the bot, and forgets what is deleted', async () => {
    const [place, other] = [await makePlace(), await makePlace()];
    const sessionId = await begin(place);
    await pause(sessionId);
    const query = `mutation ($botIds: [ID!]!, $to: ID!) { moveBots(input: { botIds: $botIds, toWorkspaceId: $to }) {
      userErrors { reason } } }`;
    const variables = { botIds: [place.botId], to: other.workspaceId };
    await queryGraphql(app().url, { query, variables });
    expect([await idsOf(place), await idsOf(other)]).toEqual([[], [sessionId]]);
    await bodyOf(rest.deleteResults({ botId: place.botId, all: true }));
    expect(await idsOf(other)).toEqual([]);
  });

  test('keeps the tags that agents add to a chat and take away at the same time', async () => {
    const sessionId = await begin(await makePlace());
    const update = `mutation ($input: UpdateChatInput!) { updateChat(input: $input) { chat { tags } userErrors { path message } } }`;
    const change = async (members: object) => {
      const variables = { input: { sessionId, ...members } };
      return partAt(await queryGraphql(app().url, { query: update, variables }), 'data.updateChat');
    };
    await change({ tags: ['a', 'b'] });
    const adding = ['c', 'd', 'e'].map((tag) => change({ addTags: [tag] }));
    await Promise.all([...adding, change({ removeTags: ['a'] })]);
    const { chat } = await bodyOf(rest.readChat({ sessionId }));
    expect(chat['tags']).toEqual(expect.arrayContaining(['b', 'c', 'd', 'e']));
    expect(chat['tags']).toHaveLength(4);
    expect(await change({ addTags: ['b', 'f'], removeTags: ['c'] })).toMatchObject({
      chat: { tags: expect.not.arrayContaining(['c']) },
    });
    const many = Array.from({ length: 16 }, (_, index) => `t${index}`);
    expect(await change({ addTags: [...many, 'one more'], isRead: true })).toEqual({
      chat: null,
      userErrors: [{ path: ['addTags'], message: expect.stringMatching(/at most 20 tags/i) }],
    });
    expect(await change({ addTags: many })).toMatchObject({ userErrors: [] });
  });

  test('has no previews', async () => {
    const place = await makePlace();
    const { sessionId } = await bodyOf(rest.startPreview({ botId: place.botId }));
    await pause(sessionId);
    expect(await idsOf(place)).toEqual([]);
  });
});
