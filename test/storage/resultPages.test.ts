import { beforeAll, describe, expect, test } from '@jest/globals';
import { countParts, countResults } from '../../src/storage/counts.js';
import { countBlocksByDay, countResultsByDay } from '../../src/storage/countsByDay.js';
import { foldCounts } from '../../src/storage/foldCounts.js';
import { countByScan, pageQuery, scan } from '../../src/storage/scan.js';
import type { Slice } from '../../src/storage/page.js';
import {
  conditionOf,
  type ResultFilter,
  type ResultPosition,
} from '../../src/storage/resultFilter.js';
import { listResults } from '../../src/storage/results.js';
import type { Keyed } from '../../src/storage/shardKeys.js';
import { rangesOf } from '../../src/storage/spans.js';
import { rowsOf } from '../support/rows.js';
import { useStorage } from '../support/database.js';

const own = useStorage();
const NOW = Date.UTC(2026, 0, 15);
const MINUTE = 60_000;

beforeAll(async () => {
  await rowsOf(
    own.url,
    `insert into result (id, bot_id, variables, is_completed, has_started, is_archived, answers_from, created_at, updated_at)
     select 'res_' || lpad(n::text, 5, '0'), 'bot_' || n % 10, json_build_array(
         json_build_object('id', 'v', 'name', 'Name', 'value', E'Zoë "the ' || n || E'th"\\n=1')),
       n % 200 = 7, n % 20 = 7, n % 1000 = 1, '', at, at
     from generate_series(1, 20000) n cross join lateral (select $1::timestamptz - n * interval '1 minute' as at) as begun`,
    [new Date(NOW)],
  );
  await rowsOf(own.url, 'analyze result');
});

const forward: Slice<ResultPosition> = { limit: 10, isBackward: false };
const place = (n: number): ResultPosition => ({
  createdAt: new Date(NOW - n * MINUTE),
  id: `res_${String(n).padStart(5, '0')}`,
});
const bot = (n: number) => ({ botId: `bot_${n}`, shardKeys: [''] });
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('a page of results is read by an index, in order, for every query:', () => {
  const window = { from: new Date(NOW - 9_000 * MINUTE), until: new Date(NOW - 300 * MINUTE) };
  const asked: [string, Partial<ResultFilter>, Slice<ResultPosition>, RegExp][] = [
    ['all', {}, forward, /result_bot_id/],
    ['those after a place', {}, { ...forward, after: place(7_007) }, /result_bot_id/],
    ['those before a place', {}, { ...forward, before: place(7_007) }, /result_bot_id/],
    ['the last', {}, { limit: 10, isBackward: true }, /Backward using result_bot_id/],
    ['a range of time', window, forward, /result_bot_id/],
    ['those that were answered', { hasStarted: true }, forward, /result_started/],
    ['those that are complete', { isCompleted: true }, forward, /result_completed/],
    [
      'those of both, in a range of time',
      { ...window, hasStarted: true, isCompleted: true },
      { ...forward, after: place(1_007) },
      /result_completed/,
    ],
  ];
  test.each(asked)('%s', async (_name, filter, slice, index) => {
    const { text, values } = pageQuery(conditionOf({ ...bot(7), ...filter }, slice), slice);
    const plan = await planOf(text, values);
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Sort|Seq Scan|Filter: .*bot_id/);
  });

  test('results with certain ids, and one result', async () => {
    const ids = [place(7).id, place(17).id];
    const { text, values } = pageQuery(conditionOf({ ...bot(7), ids }), forward);
    expect(await planOf(text, values, [])).toMatch(/result_pkey/);
    const { rows } = await listResults(own.storage.pool, { ...bot(7), ids }, forward);
    expect(idsOf(rows)).toEqual(ids);
    const one = 'select * from result where id = $1 and bot_id = $2';
    expect(await planOf(one, ['res_00007', 'bot_7'])).toMatch(/Index Scan using result_pkey/);
  });
});

describe('a filter without an index', () => {
  const rare = { ...bot(7), search: 'ZOË "THE 15007TH"\n' };
  const hurried = { within: 0, rows: 100 };
  const patient = { within: 60_000, rows: 5_000 };
  const listAll = async (filter: Keyed<ResultFilter>) =>
    scan(own.storage.pool, { filter, slice: forward }, patient);

  test('finds all matches, exactly, in one page if that does not take long', async () => {
    const page = await listAll(rare);
    expect(page).toEqual({ rows: [expect.anything()], hasNextPage: false, hasPreviousPage: false });
    expect(idsOf(page.rows)).toEqual(['res_15007']);
    const counted = await own.storage.reads.read((at) =>
      countByScan(at, [rare], { most: 5, ...patient }),
    );
    expect([...counted]).toEqual([['bot_7', 1]]);
    const named = { ...bot(7), variables: [{ variable: 'v', equals: 'Zoë "the 27th"\n=1' }] };
    expect(idsOf((await listAll(named)).rows)).toEqual(['res_00027']);
    const unstarted = await listAll({ ...bot(7), hasStarted: false });
    expect(unstarted).toMatchObject({ hasNextPage: true, rows: { length: 10 } });
    expect(idsOf(unstarted.rows)).toEqual(
      [17, 37, 57, 77, 97, 117, 137, 157, 177, 197].map((n) => place(n).id),
    );
  });

  test.each([false, true])(
    'returns a short page and continues from there (backward: %s)',
    async (isBackward) => {
      let slice: Slice<ResultPosition> = { limit: 10, isBackward };
      const found: string[] = [];
      for (let looks = 1; ; looks += 1) {
        const page = await scan(own.storage.pool, { filter: rare, slice }, hurried);
        found.push(...idsOf(page.rows));
        expect(looks).toBeLessThan(30);
        const next = isBackward ? page.beginsAt : page.endsAt;
        expect(isBackward ? page.hasPreviousPage : page.hasNextPage).toBe(next !== undefined);
        if (!next) break;
        slice = { ...slice, ...(isBackward ? { before: next } : { after: next }) };
      }
      expect(found).toEqual(['res_15007']);
    },
  );

  test('reads the chats of the results that it checks, and not those of all bots', async () => {
    const { text, values } = pageQuery(conditionOf({ ...bot(7), search: 'zoë' }), forward);
    const plan = await planOf(text, values, []);
    expect(plan).toMatch(/Index Scan using chat_session_pkey/);
    expect(plan).not.toMatch(/Seq Scan on chat_session/);
  });

  test('stops when the page is full, in the middle of a range', async () => {
    const many = { ...bot(7), search: 'zoë' };
    const page = await scan(own.storage.pool, { filter: many, slice: forward }, hurried);
    expect(page).toMatchObject({ hasNextPage: true, rows: { length: 10 } });
    const { rows } = await listResults(own.storage.pool, bot(7), forward);
    expect(idsOf(page.rows)).toEqual(idsOf(rows));
    expect(page.endsAt).toBeUndefined();
  });
});

describe('counts over long ranges of time', () => {
  test('use each slot once, in as few ranges as possible', () => {
    const bounds = [0, 1, 95, 96, 97, 191, 192, 3_071, 3_072, 3_100, 6_144, 10_000];
    for (const first of bounds) {
      for (const end of bounds) {
        const slots = rangesOf(first, end).flatMap((range) => {
          expect([range.first % range.span, range.end % range.span]).toEqual([0, 0]);
          return Array.from({ length: range.end - range.first }, (_, n) => range.first + n);
        });
        const wanted = Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n);
        expect(slots.sort((one, other) => one - other)).toEqual(wanted);
      }
    }
    expect(rangesOf(0, Infinity)).toEqual([{ span: 3_072, first: 0, end: Infinity }]);
  });

  test('equal the sums of their quarters of an hour, in every zone', async () => {
    await rowsOf(
      own.url,
      `insert into count_delta (bot_id, flow_id, slot, parts)
        select 'bot', 'flow' || n % 2, 1900000 + n * 13, '[["view","",1],["reached","b",2],["edge","e",1]]'
        from generate_series(0, 999) n`,
    );
    const slots = Array.from({ length: 1_000 }, (_, n) => 1_900_000 + n * 13);
    const at = (slot: number) => new Date(slot * 900_000);
    const queries = [
      {},
      { from: at(1_900_013), until: at(1_912_000) },
      { from: at(1_903_104) },
      { until: at(1_906_176), flows: ['flow1'] },
    ];
    const wanted = queries.map(
      ({ from, until, flows }) =>
        slots.filter(
          (slot, n) =>
            (!from || at(slot) >= from) && (!until || at(slot) < until) && (!flows || n % 2 === 1),
        ).length,
    );
    for (const isFolded of [false, true]) {
      while (isFolded && (await foldCounts(own.storage.pool)));
      const counted = await Promise.all(
        queries.map((query) => countResults(own.storage.pool, ['bot', 'none'], query)),
      );
      expect(counted.map((totals) => totals.get('bot')?.views)).toEqual(wanted);
      expect(counted[0]?.get('none')).toEqual({ views: 0, starts: 0, completions: 0 });
      const parts = await countParts(own.storage.pool, ['bot'], queries[1] ?? {});
      expect(parts.get('bot')).toEqual([
        { kind: 'edge', partId: 'e', total: wanted[1] },
        { kind: 'reached', partId: 'b', total: 2 * Number(wanted[1]) },
      ]);
      for (const timeZone of ZONES) {
        const { format } = new Intl.DateTimeFormat('en-CA', { timeZone });
        for (const query of queries) {
          const days = new Map<string, number>();
          for (const [n, slot] of slots.entries()) {
            if (query.flows && n % 2 === 0) continue;
            if (query.from && at(slot) < query.from) continue;
            if (query.until && at(slot) >= query.until) continue;
            const day = format(at(slot));
            days.set(day, (days.get(day) ?? 0) + 1);
          }
          const asked = { ...query, timeZone };
          const views = (await countResultsByDay(own.storage.pool, ['bot'], asked)).get('bot');
          expect(views?.map((one) => [one.day, one.views])).toEqual([...days]);
          const blocks = await countBlocksByDay(own.storage.pool, ['bot'], {
            ...asked,
            blockIds: ['b'],
          });
          expect(blocks.get('bot')).toEqual(
            [...days].map(([day, n]) => ({ day, kind: 'reached', partId: 'b', total: 2 * n })),
          );
        }
      }
    }
  });
});

/** Zones on both sides of Greenwich, with summer time and without, with offsets that are no whole hours, and those furthest away. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
];

/** The plan without sequential scans and sorts, if there is one, as for a very large table. */
async function planOf(
  text: string,
  values: readonly unknown[],
  without = ['seqscan', 'sort', 'bitmapscan'],
): Promise<string> {
  const client = await own.storage.pool.connect();
  try {
    const off = without.map((way) => `set local enable_${way} = off`);
    await client.query(['begin', ...off].join(';'));
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}
