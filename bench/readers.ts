import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openConnection, type Connection } from './connection.js';
import { ANSWER } from './flow.js';
import { COLLECTING, heldBy } from './held.js';
import { describeMachine, machineLine } from './machine.js';
import { quantilesOf } from './measure.js';
import type { ReaderKind, ReaderOrder } from './readersOfOne.js';
import { startServer, type BenchServer } from './server.js';
import { openStage, type Later, type Stage } from './stage.js';

/** How many idle readers of each kind are weighed. */
const IDLE = 1_000;
const KINDS: readonly ReaderKind[] = ['stream', 'socket'];
/** How many read the watched chat; measured in turn, so that other load of the machine affects all alike. */
const COUNTS = [0, 200, 1_000] as const;
const ROUNDS = 3;
/** How long each is measured, in ms. */
const MEASURED = 5_000;
/** The pauses of the watched chat's visitor after each reply, in ms. */
const PAUSES = [500, 0] as const;

/** Tells the process of the readers something, and settles with the number of ends of turns they have seen. */
type Tell = (order: ReaderOrder) => Promise<number>;

/**
 * Opens readers of one chat, half streams of events and half sockets, and shows what an idle one takes of the server's memory, and
 * how long a turn of another chat takes while the watched chat goes on, with readers and without.
 */
export async function benchReaders(later: Later): Promise<void> {
  const stage = await openStage(later, { nodeArgs: COLLECTING });
  console.log(`${machineLine(describeMachine())}; PostgreSQL ${stage.postgresVersion}`);
  const tell = openReaders(later);
  await weighBare(later, tell);
  for (const kind of KINDS) await weighOwn(later, kind, tell);
  const other = await startChat(stage);
  const warmUp = { watched: await startChat(stage), other, pause: 0, milliseconds: MEASURED };
  await measure(stage, warmUp);
  for (const pause of PAUSES) {
    const all = COUNTS.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, count] of COUNTS.entries()) {
        // A new one, whose log is short when it is opened.
        const watched = await startChat(stage);
        for (const kind of KINDS) {
          const open = count / KINDS.length;
          await tell({ open, kind, port: stage.server.port, chat: watched });
        }
        all[index]?.push(
          ...(await measure(stage, { watched, other, pause, milliseconds: MEASURED })),
        );
        await tell({ close: true });
        await wait(500);
      }
    }
    report(pause, all);
  }
}

function openReaders(later: Later): Tell {
  const child = fork(fileURLToPath(new URL('./readersOfOne.ts', import.meta.url)));
  later(() => void child.kill());
  return async (order) => {
    child.send(order);
    const [ends] = z.tuple([z.number()]).parse((await once(child, 'message')).slice(0, 1));
    return ends;
  };
}

/** Shows what one idle reader takes of a server of its own: what one kind has released another one would use again. */
async function weighOwn(later: Later, kind: ReaderKind, tell: Tell): Promise<void> {
  const stage = await openStage(later, { nodeArgs: COLLECTING });
  await weigh(kind, { server: stage.server, kind, chat: await startChat(stage), tell });
}

/** Shows what a stream takes of a server of node:http alone. */
async function weighBare(later: Later, tell: Tell): Promise<void> {
  const program = fileURLToPath(new URL('./bareStreams.mjs', import.meta.url));
  const server = await startServer('', COLLECTING, { program });
  later(async () => void (await server.stop()));
  await weigh('stream of node:http alone', { server, kind: 'stream', chat: 'any', tell });
}

interface Weighed {
  readonly server: BenchServer;
  readonly kind: ReaderKind;
  readonly chat: string;
  readonly tell: Tell;
}

/** Some are opened before, so that what the first one of a kind needs is not counted. */
async function weigh(name: string, { server, kind, chat, tell }: Weighed): Promise<void> {
  const { port } = server;
  await tell({ open: IDLE / 10, kind, port, chat });
  const before = await heldBy(server);
  await tell({ open: IDLE, kind, port, chat });
  const each = ((await heldBy(server)) - before) / IDLE / 1_024;
  console.log(`an idle reader (${name}): ${each.toFixed(1)} KB`);
  await tell({ close: true });
}

async function startChat({ server, publicId }: Stage): Promise<string> {
  const connection = openConnection(server.port);
  const body = await connection.post(`/api/v1/bots/${publicId}/startChat`, '{}');
  connection.close();
  return z.object({ sessionId: z.string() }).parse(JSON.parse(body)).sessionId;
}

interface Measured {
  readonly watched: string;
  readonly other: string;
  /** Between a reply and the next message of the watched chat, in ms. */
  readonly pause: number;
  readonly milliseconds: number;
}

/** How long each turn of the other chat took, in ms, while the watched one went on. */
async function measure(
  { server }: Stage,
  { watched, other, pause, milliseconds }: Measured,
): Promise<number[]> {
  const until = performance.now() + milliseconds;
  const times: number[] = [];
  const go = async (chat: string, after: (took: number) => Promise<unknown> | void) => {
    const connection = openConnection(server.port);
    while (performance.now() < until) await after(await takeTurn(connection, chat));
    connection.close();
  };
  await Promise.all([
    go(watched, () => (pause > 0 ? wait(pause) : undefined)),
    go(other, (took) => void times.push(took)),
  ]);
  return times;
}

async function takeTurn(connection: Connection, chat: string): Promise<number> {
  const begun = performance.now();
  const message = JSON.stringify({ message: ANSWER });
  await connection.post(`/api/v1/sessions/${chat}/continueChat`, message);
  return performance.now() - begun;
}

function report(pause: number, all: readonly number[][]): void {
  const how = pause > 0 ? `pauses ${pause} ms after each reply` : 'answers at once';
  console.log(`a turn of another chat, while the visitor of the watched one ${how}:`);
  const alone = quantilesOf(all[0] ?? [])(0.5);
  for (const [index, times] of all.entries()) {
    const partOf = quantilesOf(times);
    const [p50, p99] = [partOf(0.5), partOf(0.99)].map((one) => one.toFixed(2));
    const ratio = (partOf(0.5) / alone).toFixed(2);
    console.log(
      `  ${COUNTS[index]} readers: p50 ${p50} ms, p99 ${p99} ms, p50 x ${ratio}, ${times.length} turns`,
    );
  }
}
