import { describe, expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { flowOfVisitor } from '../../src/chat/assignArm.js';
import { ratioChance, rateOf } from '../../src/resolvers/splits/statistics.js';
import { openPublished } from '../../src/storage/hot/published.js';
import { botOf } from '../support/botOf.js';
import { type Chance, chanceOf } from '../../bench/chaos/chance.js';
import { ask, say } from '../support/flowOf.js';
import { recordAt, recordsAt, textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

const graph = async (query: string, variables: object): Promise<Shown> => {
  const { data, errors } = await queryGraphql(app().url, { query, variables });
  if (errors) throw new Error(JSON.stringify(errors));
  return data ?? {};
};

const saying = (text: string) =>
  botOf({ variables: { Name: null }, groups: { Start: [say(text), ask('text input', 'Name')] } });

/** A bot with versions that say "One", "Two" and "Three", of which the last is live. */
async function makeThree() {
  const made = await makePublished(rest, saying('One'));
  for (const text of ['Two', 'Three']) {
    await bodyOf(rest.updateBot({ botId: made.botId, bot: saying(text) }));
    await bodyOf(rest.publishBot({ botId: made.botId }));
  }
  const query = `query ($botId: ID!) { bot(id: $botId) { versions { nodes { id } } } }`;
  const nodes = recordsAt(await graph(query, { botId: made.botId }), 'bot.versions.nodes');
  const [three = '', two = '', one = ''] = nodes.map((node) => textAt(node, 'id'));
  return { ...made, one, two, three };
}

const arm = (versionId: string, weight: number) => ({ versionId, weight });

interface Visit {
  readonly words: unknown;
  readonly resultId: string;
}

/** Starts a chat; answers, so that it ends, where `isWhole`. */
async function visit(publicId: string, { isWhole = false, resultId = '' } = {}): Promise<Visit> {
  const reply = await bodyOf(rest.startChat({ publicId, ...(resultId && { resultId }) }));
  const { sessionId, messages } = reply;
  if (isWhole) await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  return { words: messages[0]?.content['plainText'], resultId: String(reply.resultId) };
}

async function visits(publicId: string, count: number): Promise<Visit[]> {
  const made: Visit[] = [];
  for (let number = 0; number < count; number += 1) {
    made.push(await visit(publicId, { isWhole: number % 3 === 0 }));
  }
  return made;
}

const RATE = '{ value low high }';
const SPLITS = `query ($botId: ID!) { bot(id: $botId) { publishedVersionId stats(timeFilter: ALL_TIME) { totalViews }
  versions { nodes { number stats: id } }
  splits { createdAt endedAt phases { number createdAt ratioChance isRatioSuspect arms { weight version { id number }
    stats { totalViews totalStarts totalCompleted } startRate ${RATE} completionRate ${RATE} } } } } }`;

const splitsOf = async (botId: string) => recordsAt(await graph(SPLITS, { botId }), 'bot.splits');

/** The counts of the newest phase by the number of the version: views, starts, completions. */
async function countsOf(botId: string): Promise<Record<string, unknown[]>> {
  const [split] = await splitsOf(botId);
  const arms = recordsAt(recordsAt(split, 'phases').at(-1), 'arms');
  return Object.fromEntries(
    arms.map((one) => {
      const { totalViews, totalStarts, totalCompleted } = recordAt(one, 'stats');
      return [
        String(recordAt(one, 'version')['number']),
        [totalViews, totalStarts, totalCompleted],
      ];
    }),
  );
}

const RECOUNT = `select bot_version.number::text as number, count(*)::int as views, count(*) filter (where has_started)::int as starts,
    count(*) filter (where is_completed)::int as completions
  from result join bot_version on bot_version.id = split_part(result.flow_id, '/', 3)
  where result.bot_id = $1 and result.flow_id like 'spl%' group by 1`;

/** The same counted from the results themselves, of all phases. */
async function recount(botId: string): Promise<Record<string, unknown[]>> {
  const rows = await rowsOf(app().databaseUrl, RECOUNT, [botId]);
  return Object.fromEntries(
    rows.map(({ number, views, starts, completions }) => [
      String(number),
      [views, starts, completions],
    ]),
  );
}

describe('a split', () => {
  test('divides new chats over versions, and counts each exactly as its results are', async () => {
    const { botId, publicId, one, two, three } = await makeThree();
    await bodyOf(rest.setSplit({ botId, arms: [arm(one, 1), arm(two, 1), arm(three, 2)] }));
    const made = await visits(publicId, 60);
    expect(new Set(made.map(({ words }) => words))).toEqual(new Set(['One', 'Two', 'Three']));
    expect(await countsOf(botId)).toEqual(await recount(botId));
    const [first] = made;
    await bodyOf(rest.deleteResults({ botId, resultIds: [first?.resultId] }));
    expect(await countsOf(botId)).toEqual(await recount(botId));
    const { stats } = recordAt(await graph(SPLITS, { botId }), 'bot');
    expect(stats).toEqual({ totalViews: 60 });
    const byVersion = `query ($botId: ID!, $versionId: ID!) { bot(id: $botId) {
      stats(timeFilter: ALL_TIME, versionId: $versionId) { totalViews } } }`;
    const ofOne = recordAt(await graph(byVersion, { botId, versionId: one }), 'bot.stats');
    expect(ofOne['totalViews']).toBe((await recount(botId))['1']?.[0]);
  });

  test('keeps who comes back in their version, also under other weights and after a restart', async () => {
    const { botId, publicId, one, two } = await makeThree();
    await bodyOf(rest.setSplit({ botId, arms: [arm(one, 1), arm(two, 1)] }));
    const made = await visits(publicId, 12);
    await bodyOf(rest.setSplit({ botId, arms: [arm(one, 0), arm(two, 1)] }));
    for (const { words, resultId } of made) {
      expect((await visit(publicId, { resultId })).words).toBe(words);
    }
    const fresh = await visits(publicId, 6);
    expect(fresh.every(({ words }) => words === 'Two')).toBe(true);
    // A server that starts now reads what this one remembers.
    const pool = new Pool({ connectionString: app().databaseUrl });
    const published = await openPublished(pool)(publicId);
    await pool.end();
    const flows = `select id, flow_id from result where bot_id = $1`;
    for (const { id, flow_id: stored } of await rowsOf(app().databaseUrl, flows, [botId])) {
      const visitor = { key: String(id), flowId: String(stored) };
      expect(published?.split && flowOfVisitor(published.split, visitor)).toBe(stored);
    }
    const [split] = await splitsOf(botId);
    const phases = recordsAt(split, 'phases').map((phase) =>
      recordsAt(phase, 'arms').map((each) => recordAt(each, 'stats')['totalViews']),
    );
    expect(
      phases.map((views) => views.reduce((sum, count) => Number(sum) + Number(count), 0)),
    ).toEqual([12, 6]);
  });

  test('begins no other phase where the same is sent again', async () => {
    const { botId, one, two } = await makeThree();
    const arms = [arm(one, 1), arm(two, 3)];
    await bodyOf(rest.setSplit({ botId, arms }));
    await bodyOf(rest.setSplit({ botId, arms }));
    const [split, more] = await splitsOf(botId);
    expect(recordsAt(split, 'phases')).toHaveLength(1);
    expect(more).toBeUndefined();
  });

  test.each([
    [
      'ends with the version that it names live',
      'One',
      async (botId: string, one: string) => bodyOf(rest.stopSplit({ botId, versionId: one })),
    ],
    [
      'ends with what was live',
      'Three',
      async (botId: string) => bodyOf(rest.stopSplit({ botId })),
    ],
    [
      'ends when the bot is rolled back',
      'One',
      async (botId: string, one: string) => bodyOf(rest.rollbackBot({ botId, versionId: one })),
    ],
    [
      'ends when the bot is published',
      'Three',
      async (botId: string) => bodyOf(rest.publishBot({ botId })),
    ],
  ])('%s', async (_, words, end) => {
    const { botId, publicId, one, two } = await makeThree();
    await bodyOf(rest.setSplit({ botId, arms: [arm(one, 1), arm(two, 1)] }));
    await visits(publicId, 3);
    const counted = await countsOf(botId);
    await end(botId, one);
    const after = await visits(publicId, 4);
    expect(new Set(after.map((each) => each.words))).toEqual(new Set([words]));
    const [split] = await splitsOf(botId);
    expect(split?.['endedAt']).not.toBeNull();
    expect(await countsOf(botId)).toEqual(counted);
  });
});

const SPLITS_PLAYED = 500;

/** Whether an interval of one of two equal arms ever leaves out what is true, over 2 000 visitors each and a look after each 5 % more. */
function lookOften(chance: Chance): { once: boolean; anytime: boolean } {
  const [truth, ends] = [0.3, [0, 0]];
  const seen = { once: false, anytime: false };
  let look = 1;
  for (let whole = 1; whole <= 2_000; whole += 1) {
    for (const arm of [0, 1]) ends[arm] = (ends[arm] ?? 0) + Number(chance() < truth);
    if (whole < look) continue;
    look = Math.ceil(whole * 1.05);
    for (const part of ends) {
      const { low = 0, high = 1, anytimeLow = 0, anytimeHigh = 1 } = rateOf(part, whole, 2) ?? {};
      seen.once ||= truth < low || truth > high;
      seen.anytime ||= truth < anytimeLow || truth > anytimeHigh;
    }
  }
  return seen;
}

describe('the figures of a split', () => {
  test('are parts with their Wilson interval', () => {
    expect(rateOf(0, 0, 2)).toBeNull();
    const rate = rateOf(40, 100, 2);
    expect([rate?.value, rate?.low, rate?.high].map((part) => part?.toFixed(4))).toEqual([
      ...['0.4000', '0.3094', '0.4980'],
    ]);
    expect([rateOf(0, 10, 2)?.low, rateOf(10, 10, 2)?.high]).toEqual([0, expect.closeTo(1, 12)]);
  });

  test('have an interval to stop by that is wrong at most one time in twenty, however often one looks', () => {
    const ofFew = [rateOf(0, 10, 1), rateOf(10, 10, 1)];
    expect(ofFew.map((rate) => [rate?.anytimeLow, rate?.anytimeHigh])).toEqual([
      [0, expect.closeTo(0.4169, 4)],
      [expect.closeTo(0.5831, 4), 1],
    ]);
    const chance = chanceOf(1);
    const missed = { once: 0, anytime: 0 };
    for (let split = 0; split < SPLITS_PLAYED; split += 1) {
      const seen = lookOften(chance);
      missed.once += Number(seen.once);
      missed.anytime += Number(seen.anytime);
    }
    expect(missed.anytime / SPLITS_PLAYED).toBeLessThan(0.05);
    expect(missed.once / SPLITS_PLAYED).toBeGreaterThan(0.5);
  });

  test('say how likely chance alone made the numbers differ from the weights', () => {
    const chance = (...counts: number[]) =>
      ratioChance(counts.map((count) => ({ weight: 1, count })))?.toFixed(5);
    // The values of tables of the χ² distribution at 0.001.
    expect(chance(500 - 52.025, 500 + 52.025)).toBe('0.00100');
    expect(chance(100, 100, 100)).toBe('1.00000');
    expect(chance(45, 54, 60)).toBe('0.34114');
    expect(chance(45, 54, 60, 40)).toBe('0.18396');
    expect(chance(45, 54, 60, 40, 50)).toBe('0.30461');
    expect(ratioChance([{ weight: 1, count: 9 }])).toBeNull();
    expect(
      ratioChance([
        { weight: 1, count: 4 },
        { weight: 1, count: 4 },
      ]),
    ).toBeNull();
    expect(
      ratioChance([
        { weight: 0, count: 4 },
        { weight: 1, count: 40 },
      ]),
    ).toBeNull();
  });
});
