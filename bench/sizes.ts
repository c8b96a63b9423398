import { Pool } from 'pg';
import { openDoors } from './doors.js';
import { benchFlow, ringOf } from './flow.js';
import { describeMachine, machineLine } from './machine.js';
import { figuresOf, sample, type Sample } from './measure.js';
import type { Options } from './options.js';
import { publishBot } from './publishBot.js';
import { openStage, type Later, type Stage } from './stage.js';
import type { Caller, Way } from './way.js';

const CALLERS = 16;
const ROUNDS = 12;
/** How long each server is driven before anything is measured, in seconds: until then its code is not compiled. */
const WARM_UP = 6;
const OLD_TURNS = 1_000;
const MANY_CHATS = 1_000_000;
const FEW_CHATS = 1_000;

/** Something that is continued over REST. */
interface Variant {
  readonly name: string;
  readonly way: Way;
  readonly callers: readonly Caller[];
}

/** Shows that a turn costs the same however large the flow, however long the chat and however many chats there are. */
export async function benchSizes({ seconds }: Options, later: Later): Promise<void> {
  const stages = [await openStage(later), await openStage(later)] as const;
  const [few, many] = stages;
  console.log(`${machineLine(describeMachine())}; PostgreSQL ${few.postgresVersion}`);
  for (const stage of stages) await warmUp(await variantOf('', stage, stage.publicId));
  const of = (size: number) => publishBot(few.server, { ...benchFlow, ...ringOf(size) });
  const [small, large] = [await of(10), await of(10_000)];
  await compare('groups of the flow', seconds, [
    await variantOf('10', few, small),
    await variantOf('10 000', few, large),
  ]);
  const old = await variantOf('1 000', few, few.publicId);
  for (let turn = 1; turn < OLD_TURNS; turn += 1) {
    await Promise.all(old.callers.map((caller) => caller.continue()));
  }
  await compare('turns behind the chat', seconds, [await variantOf('1', few, few.publicId), old]);
  // The other server gets as much to do as the first has had.
  for (let time = 0; time < 5; time += 1) {
    await warmUp(await variantOf('', many, many.publicId));
  }
  await fill(few, FEW_CHATS);
  console.log(`filling ${MANY_CHATS} chats …`);
  await fill(many, MANY_CHATS);
  await compare('chats on the server', seconds, [
    await variantOf('1 000', few, few.publicId),
    await variantOf('1 000 000', many, many.publicId),
  ]);
}

async function variantOf(name: string, { server }: Stage, publicId: string): Promise<Variant> {
  const [way] = openDoors(server, publicId);
  if (!way) throw new Error('There is no REST door');
  const callers = Array.from({ length: CALLERS }, () => way.openCaller());
  await Promise.all(callers.map((caller) => caller.start()));
  return { name, way, callers };
}

async function warmUp({ way, callers }: Variant): Promise<void> {
  await sample(
    callers.map((caller) => () => caller.continue()),
    WARM_UP,
    way.cpuTime,
  );
  for (const caller of callers) caller.close();
}

/** Drives the variants in turn, so that what else the machine does weighs on all alike. */
async function compare(what: string, seconds: number, variants: readonly Variant[]): Promise<void> {
  const samples = variants.map((): Sample[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, { way, callers }] of variants.entries()) {
      const calls = callers.map((caller) => () => caller.continue());
      const taken = await sample(calls, seconds / ROUNDS, way.cpuTime);
      if (round >= 0) samples[index]?.push(taken);
    }
  }
  for (const [index, { name, callers }] of variants.entries()) {
    const { perSecond, p50, p99, cpuPerCall } = figuresOf(samples[index] ?? []);
    console.log(
      `${what}: ${name}: ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ` +
        `CPU ${cpuPerCall?.toFixed(0) ?? '–'} µs a call`,
    );
    for (const caller of callers) caller.close();
  }
}

/** Copies a chat that took two turns, with its log, its result and its answers, until there are so many. */
async function fill({ server, databaseUrl, publicId }: Stage, count: number): Promise<void> {
  const [way] = openDoors(server, publicId);
  const caller = way?.openCaller();
  await caller?.start();
  await caller?.continue();
  caller?.close();
  const pool = new Pool({ connectionString: databaseUrl });
  try {
    const { rows } = await pool.query<{ id: string; result_id: string }>(
      `select id, result_id from chat_session where turn = 2 order by created_at desc limit 1`,
    );
    const [{ id, result_id: resultId } = { id: '', result_id: '' }] = rows;
    for (const [table, key, from] of [
      ['chat_session', 'id', id],
      ['chat_event', 'session_id', id],
      ['result', 'id', resultId],
      ['answer', 'result_id', resultId],
    ] as const) {
      await copyRows(pool, { table, key, from, count });
    }
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
  } finally {
    await pool.end();
  }
}

interface Copying {
  readonly table: string;
  readonly key: string;
  readonly from: string;
  readonly count: number;
}

/** Copies the rows of one chat under numbered keys that are spread as real ones are. */
async function copyRows(pool: Pool, { table, key, from, count }: Copying): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and column_name <> $2
        and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table, key],
  );
  const others = rows.map(({ name }) => name).join(', ');
  await pool.query(
    `insert into ${table} (${key}, ${others})
      select left(${key}, 4) || md5(n::text), ${others}
      from ${table}, generate_series(1, $2::int) as n where ${key} = $1`,
    [from, count],
  );
}
