import { setTimeout as wait } from 'node:timers/promises';
import { ask } from './ask.js';
import { describeMachine, machineLine } from './machine.js';
import { quantilesOf } from './measure.js';
import { beginMixedLoad, type Done } from './mixedLoad.js';
import type { Options } from './options.js';
import { exactCpuTimeOf, familyCpuTimeOf, familyMemoryOf } from './processFacts.js';
import type { Later } from './stage.js';
import { startWholeServer, walBytes, type WholeServer } from './wholeServer.js';

const TURNS_A_SECOND = 200;
/** How often memory is read, in milliseconds, and after how many readings a line is printed, for each minute of the run. */
const EVERY = 2_000;
const LINES = 20;
/** How much more memory the server may use in the last fifth of the time than in the second. */
const FLAT = 1.03;
/** The limits of memory, in MB: idle, and after the load. */
const MOST = {
  idle: { server: 130, postgres: 90 },
  loaded: { server: 230, postgres: 160 },
} as const;
const MEGABYTE = 1024 ** 2;

/** Memory, in MB. */
interface Reading {
  /** The resident memory of the server (RSS). */
  readonly server: number;
  /** The part of it that is used JavaScript heap. */
  readonly heap: number;
  /** The memory of all processes of PostgreSQL; shared memory counts once (PSS). */
  readonly postgres: number;
}

/**
 * Shows the memory of a server and its embedded PostgreSQL a minute after the start, and during a mixed load of some minutes. Fails
 * if the server's memory grows: if the median of the last fifth of the time is more than 3 % above that of the second fifth. In the
 * first fifth caches fill.
 */
export async function benchEndurance({ minutes }: Options, later: Later): Promise<void> {
  console.log(machineLine(describeMachine()));
  const whole = await startWholeServer(later);
  await wait(60_000);
  const idle = await read(whole);
  console.log(`idle, a minute after the start: ${lineOf(idle)}`);
  const cpuBefore = [exactCpuTimeOf(whole.server.pid), familyCpuTimeOf(whole.postgresPid)] as const;
  const walBefore = await walBytes(whole.database);
  const load = await beginMixedLoad(whole.server, TURNS_A_SECOND);
  const readings = await Promise.race([load.failed, watch(whole, load.done, minutes * 60_000)]);
  await load.stop();
  const cpu = [exactCpuTimeOf(whole.server.pid), familyCpuTimeOf(whole.postgresPid)] as const;
  const { turns } = load.done;
  const [own, theirs] = cpu.map((after, place) => (after - (cpuBefore[place] ?? 0)) / turns);
  const wal = ((await walBytes(whole.database)) - walBefore) / turns;
  console.log(
    `all of it, for each turn: server ${own?.toFixed(0)} µs, PostgreSQL ${theirs?.toFixed(0)} µs, WAL ${wal.toFixed(0)} bytes`,
  );
  await tellSizes(whole, load.done);
  judge(idle, readings);
}

/** Reads the memory until the time is over, and prints a line for some readings. */
async function watch(whole: WholeServer, done: Done, lasts: number): Promise<Reading[]> {
  const begin = performance.now();
  const readings: Reading[] = [];
  let printed = 0;
  for (let now = 0; now < lasts; now = performance.now() - begin) {
    await wait(EVERY);
    readings.push(await read(whole));
    if (now < ((printed + 1) * lasts) / LINES) continue;
    const latest = readings.slice(Math.floor((readings.length * printed) / (printed + 1)));
    printed += 1;
    console.log(`${(now / 60_000).toFixed(1)} min: ${lineOf(medianOf(latest))}; ${countsOf(done)}`);
  }
  return readings;
}

async function read({ server, postgresPid }: WholeServer): Promise<Reading> {
  // Before its first request.
  const bytes = { server: server.memory() ?? 0, postgres: familyMemoryOf(postgresPid) };
  const metrics = await (await ask(server, '/metrics')).text();
  const [, heap] = /^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics) ?? [];
  return {
    server: bytes.server / MEGABYTE,
    heap: Number(heap) / MEGABYTE,
    postgres: bytes.postgres / MEGABYTE,
  };
}

function medianOf(readings: readonly Reading[]): Reading {
  const middle = (kind: keyof Reading): number =>
    quantilesOf(readings.map((one) => one[kind]))(0.5);
  return { server: middle('server'), heap: middle('heap'), postgres: middle('postgres') };
}

function lineOf({ server, heap, postgres }: Reading): string {
  return `server ${server.toFixed(0)} MB, heap ${heap.toFixed(0)}; PostgreSQL ${postgres.toFixed(0)} MB`;
}

function countsOf(done: Done): string {
  return Object.entries(done)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}

/** Shows the disk space of a chat and of a turn, with their indexes. */
async function tellSizes({ database }: WholeServer, { chats, turns }: Done): Promise<void> {
  const { rows } = await database.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_total_relation_size(oid) > 1000000 order by 2 desc`,
  );
  for (const { name, bytes } of rows) {
    const [aChat, aTurn] = [chats, turns].map((count) => (Number(bytes) / count).toFixed(0));
    console.log(`${name}: ${aChat} bytes a chat, ${aTurn} a turn`);
  }
}

function judge(idle: Reading, readings: readonly Reading[]): void {
  const fifth = (number: number): Reading => {
    const [from, to] = [number - 1, number].map((part) => (readings.length * part) / 5);
    return medianOf(readings.slice(from, to));
  };
  const [before, after] = [fifth(2), fifth(5)];
  console.log(`second fifth: ${lineOf(before)}\nlast fifth: ${lineOf(after)}`);
  const ratio = after.server / before.server;
  const isFlat = ratio <= FLAT;
  console.log(`the server's memory ${isFlat ? 'is flat' : 'RISES'}: × ${ratio.toFixed(3)}`);
  for (const [when, reading, most] of [
    ['idle', idle, MOST.idle],
    ['under load', after, MOST.loaded],
  ] as const) {
    for (const kind of ['server', 'postgres'] as const) {
      const isMet = reading[kind] <= most[kind];
      console.log(
        `${kind}, ${when}: ${reading[kind].toFixed(0)} of ${most[kind]} MB${isMet ? '' : ', TOO MUCH'}`,
      );
    }
  }
  if (!isFlat) process.exitCode = 1;
}
