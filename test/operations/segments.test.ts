import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { partAt, recordsAt, textAt } from '../support/parts.js';
import { fc } from '../support/properties.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { until } from '../support/until.js';
import { makePublished, publishIn, restOf, useApp } from '../support/useApp.js';

const app = useApp({}, { timeouts: { workEvery: 20 } });
const rest = restOf(app);

const SOURCE = { source: 'VARIABLE', variableId: 'vSource' };
const CHANNEL = { source: 'CHANNEL' };

/** Asks twice where somebody comes from; the second answer replaces the first. */
const visit = botOf({
  variables: { Source: null },
  groups: { Start: [ask('text input', 'Source'), ask('text input', 'Source'), say('Thanks')] },
});

async function setSegments(botId: string, segments: readonly object[]): Promise<unknown> {
  const query = `mutation ($input: SetBotSegmentsInput!) { done: setBotSegments(input: $input) {
    bot { segments { name } } userErrors { message path } } }`;
  const { data } = await queryGraphql(app().url, {
    query,
    variables: { input: { botId, segments } },
  });
  return partAt(data, 'done');
}

/** Sets the segments of a bot, and waits until the results that there are already are counted. */
async function countBy(botId: string, segments: readonly object[]): Promise<void> {
  expect(await setSegments(botId, segments)).toMatchObject({ userErrors: [] });
  await until(async () =>
    (await segmentsOf(botId)).every(({ countedSince }) => countedSince === null),
  );
}

async function segmentsOf(botId: string, args = ''): Promise<Record<string, unknown>[]> {
  const query = `query ($botId: ID!) { bot(id: $botId) { segments { name countedSince
    values${args} { value isOther totalViews totalStarts totalCompleted } } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId } });
  return recordsAt(data, 'bot.segments');
}

type Tallies = Record<string, [views: number, starts: number, completions: number]>;

/** The counts of a segment by value. */
async function valuesOf(botId: string, args = '', place = 0): Promise<Tallies> {
  const segments = await segmentsOf(botId, args);
  const tallies: Tallies = {};
  for (const one of recordsAt(segments, `${place}.values`)) {
    const name = one['isOther'] === true ? 'OTHER' : String(one['value']);
    tallies[name] = [
      Number(one['totalViews']),
      Number(one['totalStarts']),
      Number(one['totalCompleted']),
    ];
  }
  return tallies;
}

async function start(publicId: string, source?: string, resultId?: string) {
  const prefilledVariables = source === undefined ? undefined : { Source: source };
  const { sessionId, resultId: id } = await bodyOf(
    rest.startChat({ publicId, prefilledVariables, resultId }),
  );
  return { sessionId, resultId: String(id) };
}

async function bring(botId: string, results: readonly object[]): Promise<void> {
  const query = `mutation ($input: ImportResultsInput!) { importResults(input: $input) { userErrors { message } } }`;
  const { data } = await queryGraphql(app().url, {
    query,
    variables: { input: { botId, results } },
  });
  expect(partAt(data, 'importResults.userErrors')).toEqual([]);
}

const collected = (id: string, value: string) => ({
  id,
  createdAt: '2026-01-05T10:00:00.000Z',
  isCompleted: false,
  variables: [{ id: 'vSource', name: 'Source', value }],
  answers: [],
});

test('results are counted by what a variable holds, also those from before', async () => {
  const { botId, publicId } = await makePublished(rest, visit);
  const { sessionId } = await start(publicId, 'ads');
  await start(publicId);
  await countBy(botId, [SOURCE, CHANNEL]);
  expect(await valuesOf(botId)).toEqual({ ads: [1, 0, 0], null: [1, 0, 0] });
  await bodyOf(rest.continueChat({ sessionId, message: 'mail' }));
  expect(await valuesOf(botId)).toEqual({ mail: [1, 1, 0], null: [1, 0, 0] });
  await bodyOf(rest.continueChat({ sessionId, message: ' web ' }));
  const now: Tallies = { web: [1, 1, 1], null: [1, 0, 0] };
  expect(await valuesOf(botId)).toEqual(now);
  expect(await valuesOf(botId, '(timeFilter: TODAY)')).toEqual(now);
  expect(await valuesOf(botId, '(timeFilter: LAST_MONTH)')).toEqual({});
  expect(await valuesOf(botId, '', 1)).toEqual({ WEB: [2, 1, 1] });
  const answer = await rest.countSegments({ botId, timeFilter: 'today' });
  expect(await bodyOf(Promise.resolve(answer))).toMatchObject({
    segments: [{ name: 'Source', values: expect.any(Array) as unknown }, { name: 'Channel' }],
  });
});

test('each count leads to the results behind it', async () => {
  const { botId, publicId } = await makePublished(rest, visit);
  const { resultId: ads } = await start(publicId, 'ads');
  const { resultId: none } = await start(publicId);
  await countBy(botId, [SOURCE, CHANNEL]);
  const query = `query ($botId: ID!, $segment: SegmentMatchInput) {
    bot(id: $botId) { results(hasStarted: null, segment: $segment) { nodes { id } totalCount } } }`;
  const behind = async (segment: object) =>
    queryGraphql(app().url, { query, variables: { botId, segment } });
  const idsBehind = async (segment: object) =>
    recordsAt((await behind(segment)).data, 'bot.results.nodes').map(({ id }) => id);
  expect(await idsBehind({ ...SOURCE, value: 'ads' })).toEqual([ads]);
  expect(await idsBehind(SOURCE)).toEqual([none]);
  expect(await idsBehind({ ...SOURCE, isOther: true })).toEqual([]);
  expect(await idsBehind({ ...CHANNEL, value: 'WEB' })).toEqual([none, ads]);
  const { errors } = await behind({ source: 'VARIABLE', variableId: 'vNone' });
  expect(errors).toMatchObject([
    { message: expect.stringContaining('no such segment') as unknown },
  ]);
});

test('a result that was deleted stays counted as it was, even if its last turn was not added up yet', async () => {
  const { botId, publicId } = await makePublished(rest, visit);
  await countBy(botId, [SOURCE]);
  const release = await hold();
  const { sessionId, resultId } = await start(publicId, 'ads');
  await bodyOf(rest.continueChat({ sessionId, message: 'mail' }));
  await bodyOf(rest.deleteResults({ botId, resultIds: [resultId] }));
  expect(await valuesOf(botId)).toEqual({ mail: [1, 1, 0] });
  await release();
  expect(await valuesOf(botId)).toEqual({ mail: [1, 1, 0] });
  const kept = `select from segment_result where result_id = '${resultId}'`;
  expect(await rowsOf(app().databaseUrl, kept)).toEqual([]);
});

/** Opens a transaction; until it is ended by the returned function, later turns are not added up. */
async function hold(): Promise<() => Promise<void>> {
  const database = new Client(app().databaseUrl);
  await database.connect();
  await database.query('begin');
  await database.query('select pg_current_xact_id()');
  return () => database.end();
}

test('a segment that stays keeps its counts, and those of one that was removed are deleted', async () => {
  const { botId, publicId } = await makePublished(rest, visit);
  await start(publicId, 'ads');
  await countBy(botId, [SOURCE]);
  const ids = `select id from bot_segment where bot_id = '${botId}' order by id`;
  const [before] = await rowsOf(app().databaseUrl, ids);
  await countBy(botId, [CHANNEL, SOURCE]);
  expect(await rowsOf(app().databaseUrl, ids)).toContainEqual(before);
  await setSegments(botId, []);
  expect(await segmentsOf(botId)).toEqual([]);
  const left = `select from bot_segment where bot_id = '${botId}'
    union all select from bot_count where bot_id = '${botId}' and kind like 'segment%'
    union all select from segment_result where segment_id = '${String(before?.['id'])}'`;
  await until(async () => (await rowsOf(app().databaseUrl, left)).length === 0);
});

test('a bot has at most three segments, of variables of its draft, each once', async () => {
  const { botId } = await makePublished(rest, visit);
  const refused = async (segments: readonly object[]) =>
    textAt(await setSegments(botId, segments), 'userErrors.0.message');
  expect(await refused([SOURCE, SOURCE])).toBe('A segment is named twice');
  expect(await refused([{ source: 'VARIABLE' }])).toBe('The draft has no such variable');
  expect(await refused([{ ...CHANNEL, variableId: 'vSource' }])).toBe('A channel has no variable');
  expect(await refused([CHANNEL, SOURCE, SOURCE, SOURCE])).toBe('At most 3 segments of a bot');
});

test('the first fifty values have a count of their own, all others share one', async () => {
  const { botId } = await makePublished(rest, visit);
  await countBy(botId, [SOURCE]);
  const brought = Array.from({ length: 60 }, (_, n) => collected(`r${n}`, `value ${100 + n}`));
  await bring(botId, brought.slice(0, 40));
  await bring(botId, brought);
  await bring(botId, [collected('again', 'value 100'), collected('long', 'long '.repeat(100))]);
  const values = await valuesOf(botId);
  expect(Object.keys(values)).toHaveLength(51);
  expect(values).toMatchObject({
    OTHER: [11, 0, 0],
    'value 100': [2, 0, 0],
    'value 149': [1, 0, 0],
  });
});

const SOURCES = ['ads', 'mail', 'web'] as const;

const moves = fc.array(
  fc.record({
    kind: fc.constantFrom('start', 'start', 'say', 'say', 'again', 'delete', 'import', 'hold'),
    source: fc.constantFrom(...SOURCES),
    place: fc.nat(1000),
  }),
  { minLength: 40, maxLength: 40 },
);

test('counts are those of a full count after any play, with deleted results as they last were', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (play) => {
      const inner = await makePublished(rest, visit);
      const link = { type: 'Bot link', options: { botId: inner.botId } };
      const linking = botOf({
        variables: { Source: null },
        groups: { Start: [ask('text input', 'Source'), link, ask('text input', 'Source')] },
      });
      const bots = [inner, await publishIn(rest, inner.workspaceId, linking)];
      const deleted: Record<string, Tallies> = {};
      let release: Awaited<ReturnType<typeof hold>> | undefined;
      const chats: { sessionId: string; resultId: string; publicId: string }[] = [];
      for (const [index, { kind, source, place }] of play.entries()) {
        const { botId, publicId } = bots[place % 2] ?? inner;
        const chat = chats[place % Math.max(1, chats.length)];
        if (index === 10) for (const bot of bots) await countBy(bot.botId, [SOURCE]);
        if (kind === 'start' || !chat) {
          const prefilled = place % 3 === 0 ? undefined : source;
          chats.push({ publicId, ...(await start(publicId, prefilled)) });
        } else if (kind === 'say') {
          await rest.continueChat({ sessionId: chat.sessionId, message: source });
        } else if (kind === 'again') {
          const again = await start(chat.publicId, source, chat.resultId);
          chats.push({ publicId: chat.publicId, ...again });
        } else if (kind === 'import') {
          await bring(botId, [collected(`result ${index}`, source)]);
        } else if (kind === 'delete') {
          const ids = (await resultsOf(botId)).map(({ id }) => String(id));
          const gone = ids.filter((_, n) => n % 3 === place % 3);
          const before = await recount(botId, gone);
          if (gone.length > 0) await bodyOf(rest.deleteResults({ botId, resultIds: gone }));
          if (index >= 10) deleted[botId] = sumOf(deleted[botId] ?? {}, before);
        } else {
          await release?.();
          release = release ? undefined : await hold();
        }
        if (index < 10 || index % 4 < 3) continue;
        for (const bot of bots) {
          const counted = sumOf(await recount(bot.botId), deleted[bot.botId] ?? {});
          expect(await valuesOf(bot.botId)).toEqual(counted);
        }
      }
      await release?.();
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

async function resultsOf(botId: string): Promise<Record<string, unknown>[]> {
  return rowsOf(
    app().databaseUrl,
    'select id, variables, has_started, is_completed from result where bot_id = $1 and not is_archived order by id',
    [botId],
  );
}

/** Counts results, or some of them, again from their rows. */
async function recount(botId: string, ids?: readonly string[]): Promise<Tallies> {
  let tallies: Tallies = {};
  for (const row of await resultsOf(botId)) {
    if (ids && !ids.includes(String(row['id']))) continue;
    const held = recordsAt(row, 'variables').find(({ id }) => id === 'vSource');
    const flags = [true, row['has_started'] === true, row['is_completed'] === true].map(Number);
    const [views = 0, starts = 0, completions = 0] = flags;
    tallies = sumOf(tallies, { [String(held?.['value'] ?? null)]: [views, starts, completions] });
  }
  return tallies;
}

function sumOf(one: Tallies, other: Tallies): Tallies {
  const sum = { ...one };
  for (const [value, [views, starts, completions]] of Object.entries(other)) {
    const [a, b, c] = sum[value] ?? [0, 0, 0];
    sum[value] = [a + views, b + starts, c + completions];
  }
  return sum;
}

test('counts by segment are right again after a dump was restored into a PostgreSQL with fewer transactions', async () => {
  const { databaseUrl } = app();
  const { botId, publicId } = await makePublished(rest, visit);
  await countBy(botId, [SOURCE]);
  const { sessionId } = await start(publicId, 'ads');
  for (const table of ['chat_event', 'counted_log', 'segment_log']) {
    const column = table === 'chat_event' ? 'written_in' : 'before';
    await rowsOf(
      databaseUrl,
      `update ${table} set ${column} = (${column}::text::bigint + 1000000000)::text::xid8`,
    );
  }
  await migrateDatabase(databaseUrl);
  await bodyOf(rest.continueChat({ sessionId, message: 'mail' }));
  await until(async () => {
    const [segment] = await segmentsOf(botId);
    return segment?.['countedSince'] === null;
  });
  expect(await valuesOf(botId)).toEqual({ mail: [1, 1, 0] });
});
