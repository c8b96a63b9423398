import { Pool } from 'pg';
import { openTransports } from './transports.js';
import { benchFlow, ringOf } from './flow.js';
import { describeMachine, machineLine } from './machine.js';
import { figuresOf, sample, type Figures, type Sample } from './measure.js';
import { publishBot } from './publishBot.js';
import { openStage, type Later, type Stage } from './stage.js';
import type { Caller, Target } from './target.js';

const CALLERS = 16;
/** The number of short samples of each variant, and their length in seconds. */
const [ROUNDS, SECONDS] = [30, 0.5] as const;
/** How long each server is driven before the measurement, in seconds, until its code is compiled. */
const WARM_UP = 6;
const OLD_TURNS = 1_000;
const MANY_CHATS = 1_000_000;
const FEW_CHATS = 1_000;

/** A chat that is continued over REST. */
interface Variant {
  readonly name: string;
  readonly way: Target;
  readonly callers: readonly Caller[];
}

/**
 * Shows that a turn costs the same however large the flow, however long the chat and however many chats there are. Two
 * servers differ by chance, and the machine changes from minute to minute, so of two servers side by side one is
 * filled, and their ratio is compared before and after.
 */
export async function benchSizes(later: Later): Promise<void> {
  const stages = [await openStage(later), await openStage(later)] as const;
  const [few, many] = stages;
  console.log(`${machineLine(describeMachine())}; PostgreSQL ${few.postgresVersion}`);
  for (const stage of stages) await warmUp(await variantOf('', stage, stage.publicId));
  const of = (size: number) => publishBot(few.server, { ...benchFlow, ...ringOf(size) });
  const [small, large] = [await of(10), await of(10_000)];
  await compareAndTell('groups of the flow', [
    await variantOf('10', few, small),
    await variantOf('10 000', few, large),
  ]);
  const old = await variantOf('1 000', few, few.publicId);
  for (let turn = 1; turn < OLD_TURNS; turn += 1) {
    await Promise.all(old.callers.map((caller) => caller.continue()));
  }
  await compareAndTell('turns behind the chat', [await variantOf('1', few, few.publicId), old]);
  // The other server gets the same amount of work.
  for (let time = 0; time < 5; time += 1) {
    await warmUp(await variantOf('', many, many.publicId));
  }
  for (const stage of stages) await fill(stage, FEW_CHATS);
  const compareStages = async (count: string): Promise<Ratio> =>
    compare('chats on the server', [
      await variantOf('1 000', few, few.publicId),
      await variantOf(count, many, many.publicId),
    ]);
  const before = await compareStages('1 000');
  console.log(`filling ${MANY_CHATS} chats …`);
  await fill(many, MANY_CHATS);
  const after = await compareStages('1 000 000');
  tellRatio({ cpu: after.cpu / before.cpu, rate: after.rate / before.rate });
}

async function compareAndTell(what: string, variants: readonly [Variant, Variant]): Promise<void> {
  tellRatio(await compare(what, variants));
}

function tellRatio({ cpu, rate }: Ratio): void {
  console.log(`  large instead of small: CPU ${percent(cpu)}, calls/s ${percent(rate)}`);
}

async function variantOf(name: string, { server }: Stage, publicId: string): Promise<Variant> {
  const [way] = openTransports(server, publicId);
  if (!way) throw new Error('There is no REST transport');
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

/** The cost and the rate of the second of two variants, relative to the first. */
interface Ratio {
  readonly cpu: number;
  readonly rate: number;
}

/** Drives two variants in turn, so that other load of the machine affects both alike. */
async function compare(what: string, variants: readonly [Variant, Variant]): Promise<Ratio> {
  const samples = variants.map((): Sample[] => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, { way, callers }] of variants.entries()) {
      const calls = callers.map((caller) => () => caller.continue());
      const taken = await sample(calls, SECONDS, way.cpuTime);
      if (round >= 0) samples[index]?.push(taken);
    }
  }
  const [one, other] = samples.map(figuresOf);
  for (const [index, { name, callers }] of variants.entries()) {
    tell(`${what}: ${name}`, [one, other][index]);
    for (const caller of callers) caller.close();
  }
  return {
    cpu: (other?.cpuPerCall ?? NaN) / (one?.cpuPerCall ?? NaN),
    rate: (other?.perSecond ?? NaN) / (one?.perSecond ?? NaN),
  };
}

function tell(what: string, figures: Figures | undefined): void {
  if (!figures) return;
  const { perSecond, p50, p99, cpuPerCall } = figures;
  console.log(
    `${what}: ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ` +
      `CPU ${cpuPerCall?.toFixed(0) ?? '–'} µs a call`,
  );
}

/** The relative difference. */
function percent(ratio: number): string {
  return `${ratio < 1 ? '−' : '+'}${(Math.abs(ratio - 1) * 100).toFixed(0)} %`;
}

/** Copies a chat of two turns, with its log, its result and its answers, until there are enough. */
async function fill({ server, databaseUrl, publicId }: Stage, count: number): Promise<void> {
  const [way] = openTransports(server, publicId);
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

/** Copies the rows of one chat under numbered keys that are distributed as real ones are. */
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
      select left(${key}, 4) || md5($2 || ' ' || n), ${others}
      from ${table}, generate_series(1, $2::int) as n where ${key} = $1`,
    [from, count],
  );
}
