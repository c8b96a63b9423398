import { expect, test } from '@jest/globals';
import { readReplay } from '../../src/storage/chatReplays.js';
import { deleteExpired } from '../../src/storage/retention.js';
import { openStorage } from '../../src/storage/orm.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp({ CHAT_REPLAY_DAYS: '7' });
const rest = restOf(app);
const anyone = { token: null };

const flowOf = (text: string) => ({
  variables: { Name: null },
  groups: { Start: [ask('text input', 'Name'), say(text), ask('text input', 'Name')] },
});

const graphql = async (query: string, variables: object) =>
  (await queryGraphql(app().url, { query, variables })).data;

const KEEP = `mutation ($botId: ID!, $share: Float!) { setBotReplay(input: { botId: $botId, share: $share }) {
  bot { id } } }`;
const KEEP_TRACES = `mutation ($botId: ID!) { setBotTracing(input: { botId: $botId, share: 1 }) { bot { id } } }`;
const REPLAY = `query ($botId: ID!, $first: Int = 100, $after: String, $resultIds: [ID!], $days: Int = 30) {
  replayChats(botId: $botId, first: $first, after: $after, resultIds: $resultIds, days: $days) {
    found total same unknown chats { resultId } nextCursor } }`;

const keep = (botId: string, share = 1) => graphql(KEEP, { botId, share });
const replay = async (variables: object) => partAt(await graphql(REPLAY, variables), 'replayChats');
const rows = (sql: string, values: readonly unknown[]) => rowsOf(app().databaseUrl, sql, values);

/** From now on, how chats of the bot begin is kept as servers did before their log told it: in a row. */
const keepRows = (botId: string) =>
  rows('update bot set logged_starts = null where id = $1', [botId]);

const turnsWithRows = async (sessionId: string) =>
  (await rows('select turn from chat_replay where session_id = $1 order by turn', [sessionId])).map(
    ({ turn }) => turn,
  );

async function makeKept(): Promise<{ botId: string; publicId: string }> {
  const made = await makePublished(rest, botOf(flowOf('Hi')));
  await keep(made.botId);
  return made;
}

/** A chat in which a visitor says their name. */
async function chat(publicId: string, start: object = {}) {
  const { sessionId, resultId = '' } = await bodyOf(rest.startChat({ publicId, ...start }, anyone));
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }, anyone));
  return { sessionId, resultId };
}

/** Moves the beginning of chats into the past. */
async function moveBack(resultIds: readonly string[], time: string): Promise<void> {
  const ofChats = 'session_id in (select id from chat_session where result_id = any($1))';
  const conditions = {
    result: 'id = any($1)',
    chat_session: 'result_id = any($1)',
    ...{ chat_event: ofChats, chat_replay: ofChats },
  };
  for (const [table, condition] of Object.entries(conditions))
    await rows(`update ${table} set created_at = ${time} where ${condition}`, [resultIds]);
}

test('how a chat began is kept only in its log, unless something was sent along or it goes on with an earlier result', async () => {
  const { botId, publicId } = await makeKept();
  const plain = await chat(publicId);
  const greeted = await chat(publicId, { message: 'Grace' });
  const filledIn = await chat(publicId, { prefilledVariables: { Name: 'Bob' } });
  const resumed = await chat(publicId, { resultId: plain.resultId });
  const registered = await chat(publicId, { isOnlyRegistering: true });
  const kept = [plain, greeted, filledIn, resumed, registered];
  const withRows = await Promise.all(kept.map(({ sessionId }) => turnsWithRows(sessionId)));
  expect(withRows).toEqual([[], [1], [1], [1], [0, 1]]);
  expect(await replay({ botId })).toMatchObject({ found: 5, total: 5, same: 5, nextCursor: null });
  const resultIds = [plain.resultId];
  expect(await replay({ botId, resultIds })).toMatchObject({ total: 2, same: 2 });
});

test('chats that were kept in rows and chats whose log tells how they began are found in one list, page by page, also when all began at once', async () => {
  const { botId, publicId } = await makeKept();
  const resultIds: string[] = [];
  for (const isBefore of [true, false, true, false, false]) {
    await (isBefore ? keepRows(botId) : keep(botId));
    resultIds.push((await chat(publicId)).resultId);
  }
  await bodyOf(rest.updateBot({ botId, bot: botOf(flowOf('Hello')) }));
  const inPages = async () => {
    const found: unknown[] = [];
    let after: unknown;
    do {
      const page = await replay({ botId, first: 2, after });
      found.push(...recordsAt(page, 'chats').map(({ resultId }) => resultId));
      after = partAt(page, 'nextCursor') ?? undefined;
    } while (after !== undefined);
    return found;
  };
  expect(await inPages()).toEqual(resultIds.toReversed());
  await moveBack(resultIds, "date_trunc('second', now())");
  expect(await inPages()).toEqual(resultIds.toSorted().reverse());
});

test.each([
  ['a row', keepRows],
  ['its log', async () => undefined],
])(
  'a chat that %s tells about is not found when its result is deleted, nor after its days',
  async (_, as) => {
    const { botId, publicId } = await makeKept();
    await as(botId);
    const results: string[] = [];
    for (let number = 0; number < 3; number += 1) results.push((await chat(publicId)).resultId);
    const [first = '', second = ''] = results;
    expect(await replay({ botId })).toMatchObject({ total: 3, same: 3 });
    await bodyOf(rest.deleteResults({ botId, resultIds: [first] }));
    expect(await replay({ botId })).toMatchObject({ total: 2, same: 2 });
    expect(await replay({ botId, resultIds: [first] })).toMatchObject({ total: 0 });
    await moveBack([second], "now() - interval '8 days'");
    const storage = await openStorage({ url: app().databaseUrl });
    const days = { sessionIdleDays: 7, chatLogDays: 0, auditLogDays: 0 };
    const keeping = { ...days, chatTraceDays: 7, chatReplayDays: 7 };
    while (await deleteExpired(storage.pool, keeping));
    await storage.close();
    expect(await replay({ botId })).toMatchObject({ total: 1, same: 1 });
    expect(await replay({ botId, resultIds: [second] })).toMatchObject({ total: 0 });
  },
);

test('nothing is kept of chats that began before somebody asked for it or after they asked no more, and what began between is still found', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(flowOf('Hi')));
  await chat(publicId);
  await keep(botId);
  const { sessionId } = await chat(publicId);
  await keep(botId, 0);
  await chat(publicId);
  expect(await replay({ botId })).toMatchObject({ total: 1, same: 1 });
  expect(await turnsWithRows(sessionId)).toEqual([]);
});

test('the log tells of how a chat began all that a row would for as many days, also the languages of a flow that has only one', async () => {
  const { publicId, botId } = await makeKept();
  const options = { timeZone: 'Europe/Berlin', locale: 'de-DE,de', isStreamEnabled: true };
  const told = await chat(publicId, options);
  await keepRows(botId);
  const kept = await chat(publicId, options);
  const storage = await openStorage({ url: app().databaseUrl });
  const startOf = async ({ sessionId, resultId }: typeof told) => {
    const [first] = await readReplay(storage.pool, sessionId, 7);
    expect(first?.record.start).toMatchObject({ resultId, locale: 'de-DE,de' });
    return { ...first?.record.start, resultId: '' };
  };
  expect(await startOf(told)).toEqual(await startOf(kept));
  await moveBack([told.resultId], "now() - interval '8 days'");
  const [first] = await readReplay(storage.pool, told.sessionId, 7);
  expect(first).toMatchObject({ turn: 2 });
  await storage.close();
  expect([await turnsWithRows(told.sessionId), await turnsWithRows(kept.sessionId)]).toEqual([
    [],
    [1],
  ]);
});

test('a chat that is traced and kept has both, and readers of its log see neither', async () => {
  const { publicId, botId } = await makeKept();
  await graphql(KEEP_TRACES, { botId });
  const { sessionId } = await chat(publicId);
  const [first] = await rows(
    'select events::text as text from chat_event where session_id = $1 order by first_seq',
    [sessionId],
  );
  expect(first?.['text']).toMatch(/"traced":\[.*\],"kept":1\}\]$/);
  const both = `query ($sessionId: ID!) { chatEventPage(sessionId: $sessionId) { documents }
    chatTrace(sessionId: $sessionId) { turns { turn } } }`;
  const { chatEventPage, chatTrace } = recordAt(await graphql(both, { sessionId }));
  expect(JSON.stringify(chatEventPage)).toMatch(/"kind":"turnEnd","isEnded":false\}/);
  expect(JSON.stringify(chatEventPage)).not.toMatch(/"traced"|"kept"/);
  expect(chatTrace).toEqual({ turns: [{ turn: 1 }, { turn: 2 }] });
  expect(await replay({ botId })).toMatchObject({ total: 1, same: 1 });
});

test('a chat whose blocks have an option that is called like the mark of such chats is found once, as it was kept', async () => {
  const second = ask('text input', 'Name', { placeholder: 'Name', kept: 'yes' });
  const flow = { ...flowOf('Hi'), groups: { Start: [ask('date input'), second] } };
  const { botId, publicId } = await makePublished(rest, botOf(flow));
  await bodyOf(rest.startChat({ publicId, message: '1 May 2026' }, anyone));
  await keep(botId);
  await bodyOf(rest.startChat({ publicId, message: '1 May 2026' }, anyone));
  expect(await replay({ botId })).toMatchObject({ found: 1, total: 1, same: 1 });
});
