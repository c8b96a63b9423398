import { fileURLToPath } from 'node:url';
import { openTransports } from './transports.js';
import { sample } from './measure.js';
import type { Options } from './options.js';
import { openLoadGenerator } from './loadGenerator.js';
import { createProfileFolder, type Share } from './profile.js';
import { openStage, type Later } from './stage.js';
import type { Target } from './target.js';

/** The server in as many files as its sources, by which a profile tells its parts apart. */
const unbundled = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const CALLERS = 16;
/** How long a transport is driven before its profile counts, in seconds, until its code is compiled. */
const WARM_UP = 3;
/** Parts below this are summed up, in microseconds a call. */
const LEAST = 1;

/**
 * Drives each transport with continueChat and prints which part of the code the server's time was spent in, for each
 * call.
 */
export async function showProfile({ ways, seconds }: Options, later: Later): Promise<void> {
  const folder = createProfileFolder();
  later(folder.remove);
  const { nodeArgs } = folder;
  const { server, publicId } = await openStage(later, { nodeArgs, program: unbundled });
  const transports = openTransports(server, publicId).filter(({ name }) => ways.includes(name));
  const drives: Drive[] = [];
  for (const transport of transports) {
    await drive(transport, WARM_UP);
    drives.push(await drive(transport, seconds));
  }
  await server.stop();
  for (const { transport, calls, from, to } of drives) {
    console.log(`\ncontinueChat, ${CALLERS} callers, ${transport}: self time, µs a call`);
    console.log(listOf(folder.sharesBetween(from, to), calls));
  }
}

/** A driven transport: how many calls it served, and when, as readings of `process.hrtime`. */
interface Drive {
  readonly transport: string;
  readonly calls: number;
  readonly from: bigint;
  readonly to: bigint;
}

async function drive(transport: Target, seconds: number): Promise<Drive> {
  const party = await openLoadGenerator(transport, { operation: 'continueChat', callers: CALLERS });
  const from = process.hrtime.bigint();
  const { latencies } = await sample(party.calls, seconds, transport.cpuTime);
  const to = process.hrtime.bigint();
  party.close();
  return { transport: transport.name, calls: latencies.length, from, to };
}

function listOf(shares: readonly Share[], calls: number): string {
  const each = shares.map(({ part, microseconds }) => ({ part, cost: microseconds / calls }));
  const small = each.filter(({ cost }) => cost < LEAST);
  const lines = [
    ...each.filter(({ cost }) => cost >= LEAST),
    { part: 'all others', cost: sumOf(small) },
    { part: 'together', cost: sumOf(each) },
  ];
  return lines.map(({ part, cost }) => `${cost.toFixed(1).padStart(7)}  ${part}`).join('\n');
}

function sumOf(each: readonly { cost: number }[]): number {
  return each.reduce((sum, { cost }) => sum + cost, 0);
}
