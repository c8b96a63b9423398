import type { Pool } from 'pg';
import { Result } from '../src/schema/result.js';
import { countParts, countResults, countSegments } from '../src/storage/counts.js';
import { foldCounts } from '../src/storage/foldCounts.js';
import { foldSegments } from '../src/storage/foldSegments.js';
import { openStorage, type Storage } from '../src/storage/orm.js';
import { SPANS } from '../src/storage/spans.js';
import type { Slice } from '../src/storage/page.js';
import {
  conditionOf,
  type ResultFilter,
  type ResultPosition,
} from '../src/storage/resultFilter.js';
import { countListed, findAnswers, listResults } from '../src/storage/results.js';
import { pageQuery } from '../src/storage/scan.js';
import { withShardKeys } from '../src/storage/shardKeys.js';
import { migrateDatabase } from '../src/storage/migrate.js';
import { spreadOf } from './measure.js';
import { openDatabase, type Later } from './stage.js';

const BOT = 'bot_with_many';
const ROWS = 1_000_000;
const CALLS = 400;
/** The calls before the first one that counts. */
const WARM = 5;
/** For how long one query is repeated, in milliseconds. */
const LONGEST = 10_000;
const DAY = 86_400_000;
const RARE = { variable: 'Name', contains: '99999' };

/** A query of a dashboard, at a position of the list from 0 to 1. */
interface Question {
  readonly name: string;
  ask(place: number): Promise<unknown>;
}

/** Fills one bot with a million results and shows how long it takes to read them, and that no plan reads them all. */
export async function benchResults(later: Later): Promise<void> {
  const database = await openDatabase(later);
  await migrateDatabase(database.url);
  const storage = await openStorage({ url: database.url });
  later(() => storage.close());
  console.log(`filling ${ROWS} results …`);
  const newest = Date.now();
  await fill(storage.pool, newest);
  await countBySegment(storage.pool);
  for (const question of questionsOf(storage, newest)) {
    for (let warm = 0; warm < WARM; warm += 1) await question.ask(Math.random());
    const times: number[] = [];
    const until = performance.now() + LONGEST;
    while (times.length < CALLS && performance.now() < until) {
      const begin = performance.now();
      await question.ask(Math.random());
      times.push(performance.now() - begin);
    }
    console.log(`${question.name}: ${spreadOf(times)}`);
  }
}

/** A result a minute; half of them answered, one in a hundred complete. */
async function fill(pool: Pool, newest: number): Promise<void> {
  await pool.query(
    `insert into result (id, bot_id, flow_id, variables, is_completed, has_started, is_archived, answers_from,
        created_at, updated_at)
      select 'res_' || lpad(n::text, 9, '0'), $1, 'flow',
        json_build_array(json_build_object('id', 'v', 'name', 'Name', 'value', 'Guest ' || n),
          json_build_object('id', 's', 'name', 'Source', 'value', 'source ' || n % 20)),
        n % 100 = 0, n % 2 = 0, n % 50 = 1, '', at, at
      from generate_series(1, $2::int) as n
      cross join lateral (select to_timestamp($3::float8 / 1000) - n * interval '1 minute' as at) as begun`,
    [BOT, ROWS, newest],
  );
  await pool.query(
    `insert into answer (result_id, id, block_id, group_id, variable_id, content, storage_used, created_at)
      select id, 'ans_' || k, 'block' || k, 'group', 'v', 'Answer ' || k, 0, created_at
      from result cross join generate_series(1, 3) as k where has_started`,
  );
  await pool.query(
    `insert into bot_count (bot_id, kind, span, slot, flow_id, part_id, total)
      select $1, kind, span, slot / span * span, 'flow',
        case when kind in ('view', 'start', 'completion') then '' else 'part' || part end, 7 * count(*)
      from unnest(array['view', 'start', 'completion', 'reached', 'answered', 'edge']) as kind,
        generate_series(1, 5000) as slot, generate_series(1, 20) as part, unnest(array[${SPANS.join(', ')}]) as span
      where part = 1 or kind not in ('view', 'start', 'completion')
      group by 1, 2, 3, 4, 5, 6`,
    [BOT],
  );
  for (const table of ['result', 'answer', 'bot_count'])
    await pool.query(`vacuum analyze ${table}`);
}

/** Counts all results by a variable with 20 values. */
async function countBySegment(pool: Pool): Promise<void> {
  // The bot has no row.
  await pool.query('alter table bot_segment drop constraint bot_segment_bot_id_fkey');
  await pool.query(
    `insert into bot_segment (id, bot_id, source, variable_id, name, counted_since, created_at)
      values ('seg_of_sources', $1, 'VARIABLE', 's', 'Source', '9999-12-31', now())`,
    [BOT],
  );
  const begin = performance.now();
  const pieces: number[] = [];
  let last = begin;
  while (await foldSegments(pool)) {
    pieces.push(performance.now() - last);
    while (await foldCounts(pool));
    last = performance.now();
  }
  const seconds = Math.round((performance.now() - begin) / 1000);
  console.log(`counting them by a segment: ${seconds} s, a piece ${spreadOf(pieces)}`);
  await pool.query('vacuum analyze bot_count, segment_result');
}

function questionsOf(storage: Storage, newest: number): Question[] {
  const { pool, reads } = storage;
  const at = (place: number): ResultPosition => {
    const n = Math.floor(place * ROWS);
    return { createdAt: new Date(newest - n * 60_000), id: `res_${String(n).padStart(9, '0')}` };
  };
  const forward = { limit: 50, isBackward: false };
  const listing =
    (filter: Partial<ResultFilter>, sliceAt: (place: number) => Slice<ResultPosition>) =>
    async (place: number): Promise<void> => {
      const asked = { botId: BOT, ...filter };
      const { rows } = await listResults(pool, asked, sliceAt(place));
      await findAnswers(pool, rows);
      await assertIndexed(pool, asked, sliceAt(place));
    };
  const after = (place: number) => ({ ...forward, after: at(place) });
  const before = (place: number) => ({ limit: 50, isBackward: true, before: at(place) });
  const month = { from: new Date(newest - 60 * DAY), until: new Date(newest - 30 * DAY) };
  return [
    { name: 'first page of 50', ask: listing({}, () => forward) },
    { name: 'page of 50 anywhere', ask: listing({}, after) },
    { name: 'page of 50 anywhere, backward', ask: listing({}, before) },
    { name: 'of those answered', ask: listing({ hasStarted: true }, after) },
    { name: 'of those complete, one in a hundred', ask: listing({ isCompleted: true }, after) },
    { name: 'of one month', ask: listing(month, () => forward) },
    {
      name: 'one result with its answers',
      async ask(place) {
        const unit = storage.openUnit();
        const found = await unit.find(Result, { id: at(place).id, botId: BOT });
        await findAnswers(pool, found);
      },
    },
    {
      name: 'what a variable holds, in one of 20 000',
      ask: () => listResults(pool, { botId: BOT, variables: [RARE] }, forward),
    },
    {
      name: 'free text that is nowhere',
      ask: () => listResults(pool, { botId: BOT, search: 'nowhere' }, forward),
    },
    {
      name: 'how many have a free text that is nowhere',
      ask: () => reads.read((at) => countListed(at, [{ botId: BOT, search: 'nowhere' }])),
    },
    { name: 'counts of all results', ask: () => countResults(pool, [BOT], {}) },
    { name: 'counts of all results by segment', ask: () => countSegments(pool, [BOT], {}) },
    {
      name: 'the same of 30 days up to a time of day',
      ask: () =>
        countSegments(pool, [BOT], {
          from: new Date(newest - 40.3 * DAY),
          until: new Date(newest - 10.7 * DAY),
        }),
    },
    { name: 'counts of all blocks and edges', ask: () => countParts(pool, [BOT], {}) },
  ];
}

const proven = new Set<string>();

/** Checks the plan of each form of query once. */
async function assertIndexed(
  pool: Pool,
  filter: ResultFilter,
  slice: Slice<ResultPosition>,
): Promise<void> {
  const [keyed] = await withShardKeys(pool, [filter]);
  if (!keyed) return;
  const { text, values } = pageQuery(conditionOf(keyed, slice), slice);
  if (proven.has(text)) return;
  proven.add(text);
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  if (/Seq Scan|Sort/.test(plan)) throw new Error(`This plan reads the whole table:\n${plan}`);
}
