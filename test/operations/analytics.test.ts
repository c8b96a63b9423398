import { afterEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { Pool } from 'pg';
import { foldCounts, UNCOUNTED_TURNS } from '../../src/storage/foldCounts.js';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { ask, type FlowSketch, say } from '../support/flowOf.js';
import { recordsAt } from '../support/parts.js';
import { expectExactCounts } from '../support/recount.js';
import { rowsOf } from '../support/rows.js';
import {
  bodyOf,
  openTransport,
  queryGraphql,
  refusalOf,
  transportNames,
} from '../support/transports.js';
import { until } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

afterEach(async () => {
  await expectExactCounts(app().databaseUrl);
  await fold();
  await expectExactCounts(app().databaseUrl);
});

describe.each(transportNames)('over %s, analytics', (name) => {
  const transport = openTransport(name, () => app().url);

  test('show views, starts and completions, and where chats stay', async () => {
    const { botId, publicId } = await makePublished(rest, botOf(interview));
    await converse(publicId, []);
    await converse(publicId, ['Ada']);
    await converse(publicId, ['Ada', '17', '36']);
    expect(await bodyOf(transport.readStats({ botId }))).toEqual({
      totalViews: 3,
      totalStarts: 2,
      totalCompleted: 1,
    });
    expect(await bodyOf(transport.countAnswers({ botId }))).toEqual({
      totalAnswersInBlocks: [
        { blockId: 'Start.2', total: 2 },
        { blockId: 'Start.4', total: 1 },
      ],
    });
    expect(await bodyOf(transport.countEdges({ botId }))).toEqual({
      totalVisitedEdges: [{ edgeId: 'start→Start', total: 3 }],
    });
    expect(await blocksOf(botId)).toEqual({
      'Start.1': { reached: 3, answered: 0, left: 0 },
      'Start.2': { reached: 3, answered: 2, left: 1 },
      'Start.3': { reached: 2, answered: 0, left: 0 },
      'Start.4': { reached: 2, answered: 1, left: 1 },
      'Start.5': { reached: 1, answered: 0, left: 0 },
    });
  });

  test('show visited edges that are not the default path', async () => {
    const { botId, publicId } = await makePublished(rest, botOf(menu));
    for (const choice of ['Tea', 'Tea', 'Coffee']) await converse(publicId, [choice]);
    expect(await bodyOf(transport.countInDepth({ botId }))).toEqual({
      totalAnswers: [{ blockId: 'Start.1', total: 3 }],
      offDefaultPathVisitedEdges: [
        { id: 'tea→Tea', total: 2, to: { groupId: 'Tea', blockId: null } },
      ],
    });
  });

  test('can be of one version, and of days in a time zone', async () => {
    const { botId, publicId } = await makePublished(rest, botOf(interview));
    await converse(publicId, ['Ada']);
    await bodyOf(rest.updateBot({ botId, bot: { variables: [] } }));
    const { version } = await bodyOf(rest.publishBot({ botId }));
    await converse(publicId, []);
    expect(await bodyOf(transport.readStats({ botId, versionId: version.id }))).toMatchObject({
      totalViews: 1,
      totalStarts: 0,
    });
    // A time zone in which it is daytime, so that no day or month ends during the test.
    const timeZone = new Date().getUTCHours() < 12 ? 'Asia/Kathmandu' : 'America/Bogota';
    const today = { botId, timeFilter: 'today', timeZone };
    expect(await bodyOf(transport.readStats(today))).toMatchObject({ totalViews: 2 });
    const lastMonth = { botId, timeFilter: 'lastMonth', timeZone };
    expect(await bodyOf(transport.readStats(lastMonth))).toMatchObject({ totalViews: 0 });
    const behind = await bodyOf(transport.listResults({ botId, versionId: version.id }));
    expect(behind.results).toMatchObject([{ hasStarted: false }]);
    const sent = { botId, versionId: 'ver_none' };
    for (const refused of [transport.readStats(sent), transport.listResults(sent)]) {
      const unknown = { code: 'NOT_FOUND', reason: 'VERSION_NOT_FOUND' };
      expect(await refusalOf(refused)).toMatchObject(unknown);
    }
  });
});

test('count every round of a loop, and no previews', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(parrot));
  await bodyOf(rest.startPreview({ botId }));
  await converse(publicId, ['a', 'b', 'c']);
  expect(await blocksOf(botId)).toMatchObject({
    'Start.2': { reached: 1, answered: 1, left: 0 },
    'Again.2': { reached: 3, answered: 2, left: 1 },
  });
});

test('count a result that a later run continues as one view and one start', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  const { resultId, sessionId } = await bodyOf(rest.startChat({ publicId }));
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  const again = await bodyOf(rest.startChat({ publicId, resultId }));
  for (const message of ['Ada', '36'])
    await bodyOf(rest.continueChat({ sessionId: again.sessionId, message }));
  expect(await bodyOf(rest.readStats({ botId }))).toEqual({
    totalViews: 1,
    totalStarts: 1,
    totalCompleted: 1,
  });
});

test('count the blocks of a linked bot for that bot', async () => {
  const workspace = await makePublished(rest, botOf(interview));
  const link = { type: 'Bot link', options: { botId: workspace.botId } };
  const { workspaceId } = workspace;
  const sent = { workspaceId, bot: botOf({ groups: { Start: [say('First'), link] } }) };
  const { bot } = await bodyOf(rest.createBot(sent));
  const { publicId } = await bodyOf(rest.publishBot({ botId: bot.id }));
  await converse(publicId, ['Ada']);
  expect(await blocksOf(workspace.botId)).toMatchObject({
    'Start.2': { reached: 1, answered: 1, left: 0 },
    'Start.4': { reached: 1, answered: 0, left: 1 },
  });
});

test('have no negative count after a chat that goes in circles', async () => {
  const spinning: FlowSketch = {
    groups: {
      Start: [{ ...ask('text input'), to: 'Round' }],
      Round: [{ type: 'Jump', options: { groupId: 'Round' } }],
    },
  };
  const { botId, publicId } = await makePublished(rest, botOf(spinning));
  await converse(publicId, ['a', 'b']);
  expect((await blocksOf(botId))['Start.1']).toEqual({ reached: 1, answered: 2, left: 1 });
});

test('count chats that go the same way apart when they begin at other times', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  await converse(publicId, []);
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  const earlier = "created_at = created_at - interval '2 days'";
  const before = [
    ['update chat_event set slot = slot - 192 where session_id = $1', sessionId],
    [`update chat_session set ${earlier} where id = $1`, sessionId],
    [`update result set ${earlier} where id = $1`, String(resultId)],
  ] as const;
  for (const [statement, id] of before) await rowsOf(app().databaseUrl, statement, [id]);
  await fold();
  expect(await bodyOf(rest.readStats({ botId, timeFilter: 'today' }))).toMatchObject({
    totalViews: 1,
  });
  expect(await bodyOf(rest.readStats({ botId }))).toMatchObject({ totalViews: 2 });
});

test('count each of many chats at once, while counts are added up', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  let isOver = false;
  const folding = (async () => {
    while (!isOver) await fold();
  })();
  await Promise.all(Array.from({ length: 24 }, () => converse(publicId, ['Ada', '36'])));
  isOver = true;
  await folding;
  const query = `query ($botId: ID!) { bot(id: $botId) { stats { totalViews completionRate
    series { day views starts completions } } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId } });
  expect(data).toMatchObject({ bot: { stats: { totalViews: 24, completionRate: 1 } } });
});

test('show blocks by day, and how long answers took', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  await converse(publicId, ['Ada']);
  await converse(publicId, []);
  const query = `query ($botId: ID!, $blockIds: [ID!]!) { bot(id: $botId) { blockStats {
    series(blockIds: $blockIds) { day blocks { blockId reached answered left } }
    answerTimes { blockId median p90 counts { upTo total } } } } }`;
  const read = async (blockIds: readonly string[]) =>
    queryGraphql(app().url, { query, variables: { botId, blockIds } });
  const { data } = await read(['Start.2', 'none']);
  const blocks = [{ blockId: 'Start.2', reached: 2, answered: 1, left: 1 }];
  const median: unknown = expect.any(Number);
  expect(data).toMatchObject({
    bot: {
      blockStats: {
        series: [{ day: new Date().toISOString().slice(0, 10), blocks }],
        answerTimes: [{ blockId: 'Start.2', median, p90: median, counts: [{ total: 1 }] }],
      },
    },
  });
  const { errors } = await read(Array.from({ length: 21 }, (_, n) => `block${n}`));
  expect(errors).toMatchObject([{ message: expect.stringContaining('At most 20') as unknown }]);
});

test('are added up for a workspace, for its members only', async () => {
  const first = await makePublished(rest, botOf(interview));
  const { workspaceId } = first;
  const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: botOf(interview) }));
  const second = await bodyOf(rest.publishBot({ botId: bot.id }));
  await converse(first.publicId, ['Ada', '36']);
  await converse(second.publicId, ['Ada']);
  await converse(second.publicId, []);
  const query = `query ($workspaceId: ID!) { workspace(id: $workspaceId) { stats(timeZone: "Asia/Tokyo") {
    totalViews totalStarts totalCompleted completionRate series { views starts completions } } } }`;
  const variables = { workspaceId };
  const { data } = await queryGraphql(app().url, { query, variables });
  expect(data).toEqual({
    workspace: {
      stats: {
        totalViews: 3,
        totalStarts: 2,
        totalCompleted: 1,
        completionRate: 0.5,
        series: [{ views: 3, starts: 2, completions: 1 }],
      },
    },
  });
});

test('keep their totals after all rows were added up', async () => {
  const left = `select bot_id from (${UNCOUNTED_TURNS}) as turns union all select bot_id from count_delta`;
  // Open transactions of other tests, in other databases, may be older than the last turn.
  await until(async () => {
    await fold();
    return (await rowsOf(app().databaseUrl, left)).length === 0;
  });
});

const menu: FlowSketch = {
  groups: {
    Start: [
      {
        type: 'choice input',
        items: [
          { id: 'tea', content: 'Tea', to: 'Tea' },
          { id: 'coffee', content: 'Coffee' },
        ],
      },
    ],
    Tea: [say('Tea it is')],
  },
};

async function converse(publicId: string, messages: readonly string[]): Promise<void> {
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  for (const message of messages) await bodyOf(rest.continueChat({ sessionId, message }));
}

async function blocksOf(botId: string): Promise<Record<string, object>> {
  const query = `query ($botId: ID!) { bot(id: $botId) { blockStats {
    blocks { blockId reached answered left } } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId } });
  const blocks = recordsAt(data, 'bot.blockStats.blocks');
  return Object.fromEntries(
    blocks.map(({ blockId, ...counts }) => [String(blockId), counts] as const),
  );
}

async function fold(): Promise<void> {
  const pool = new pg.Pool({ connectionString: app().databaseUrl, max: 1 });
  while (await foldCounts(pool));
  await pool.end();
}

/** Changes transaction ids as if a dump were restored from a PostgreSQL with more transactions. */
const RESTORED = [
  `update chat_event set written_in = (written_in::text::bigint + 1000000000)::text::xid8`,
  `update counted_log set before = (before::text::bigint + 1000000000)::text::xid8`,
];

test('counts stay exact after a dump was restored into a PostgreSQL with fewer transactions', async () => {
  const { databaseUrl } = app();
  const pool = new Pool({ connectionString: databaseUrl });
  const { publicId } = await makePublished(rest, botOf(interview));
  const start = async () => {
    const { sessionId } = await bodyOf(rest.startChat({ publicId }));
    return String(sessionId);
  };
  const sessions = [await start(), await start()];
  const say = (message: string) =>
    Promise.all(sessions.map((sessionId) => bodyOf(rest.continueChat({ sessionId, message }))));
  await foldCounts(pool);
  await say('Ada');
  for (const statement of RESTORED) await rowsOf(databaseUrl, statement);
  await migrateDatabase(databaseUrl);
  await expectExactCounts(databaseUrl);
  await say('36');
  await expectExactCounts(databaseUrl);
  while (await foldCounts(pool));
  await expectExactCounts(databaseUrl);
  await pool.end();
});
