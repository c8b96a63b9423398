import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { transports } from './chaos/follow.js';
import { startChat } from './chaos/request.js';
import { openConnection } from './connection.js';
import { ANSWER } from './flow.js';
import { quantilesOf, spreadOf } from './measure.js';
import { publishBot } from './publishBot.js';
import type { ReaderOrder } from './readersOfOne.js';
import { COLLECTING, heldBy } from './server.js';
import { openStage, type Later } from './stage.js';

/** The number of idle readers of each kind whose memory is measured. */
const IDLE = 1_000;
/** The numbers of readers of the watched chat, measured in turn, so that other load of the machine affects all alike. */
const COUNTS = [0, 200, 1_000] as const;
const ROUNDS = 3;
/** How long each is measured, in ms. */
const MEASURED = 5_000;
/** The pauses of the watched chat's visitor after each reply, in ms. */
const PAUSES = [500, 0] as const;

/** Sends a command to the process of the readers; resolves when it is done. */
type Tell = (order: ReaderOrder) => Promise<unknown>;

/**
 * Opens readers of one chat, half of them event streams and half sockets. Shows the server's memory for an idle reader, and how long
 * a turn of another chat takes while the watched chat goes on, with and without readers.
 */
export async function benchReaders(later: Later): Promise<void> {
  const child = fork(fileURLToPath(new URL('./readersOfOne.ts', import.meta.url)));
  later(() => void child.kill());
  const tell: Tell = async (order) => {
    child.send(order);
    await once(child, 'message');
  };
  await weigh(later, tell);
  const { server } = await openStage(later);
  const { port } = server;
  const publicId = await publishBot(server);
  const other = await startChat(port, publicId);
  await measure({ port, watched: await startChat(port, publicId), other, pause: 0 });
  for (const pause of PAUSES) {
    const all = COUNTS.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, count] of COUNTS.entries()) {
        // A new chat, whose log is short when it is opened.
        const watched = await startChat(port, publicId);
        const open = count / transports.length;
        for (const transport of transports) await tell({ open, transport, port, chat: watched });
        all[index]?.push(...(await measure({ port, watched, other, pause })));
        await tell({ close: true });
        await wait(500);
      }
    }
    console.log(`a turn of another chat, with ${pause} ms after each reply of the watched one:`);
    const alone = quantilesOf(all[0] ?? [])(0.5);
    for (const [index, times] of all.entries()) {
      const ratio = (quantilesOf(times)(0.5) / alone).toFixed(2);
      console.log(`  ${COUNTS[index]} readers: ${spreadOf(times)}, p50 × ${ratio}`);
    }
  }
}

/** Shows the memory of an idle reader. Each kind has a new server, since it would reuse the memory that another kind released. */
async function weigh(later: Later, tell: Tell): Promise<void> {
  for (const transport of transports) {
    const { server } = await openStage(later, { nodeArgs: COLLECTING });
    const chat = await startChat(server.port, await publishBot(server));
    const readers = { transport, port: server.port, chat };
    // Some are opened before, so that the memory for the first one does not count.
    await tell({ ...readers, open: IDLE / 10 });
    const before = await heldBy(server);
    await tell({ ...readers, open: IDLE });
    const each = ((await heldBy(server)) - before) / IDLE / 1_024;
    console.log(`an idle reader (${transport}): ${each.toFixed(1)} KB`);
    await tell({ close: true });
  }
}

interface Measured {
  readonly port: number;
  readonly watched: string;
  readonly other: string;
  /** Between a reply and the next message of the watched chat, in ms. */
  readonly pause: number;
}

/** How long each turn of the other chat took, in ms, while the watched one went on. */
async function measure({ port, watched, other, pause }: Measured): Promise<number[]> {
  const until = performance.now() + MEASURED;
  const go = async (chat: string, rest: number): Promise<number[]> => {
    const connection = openConnection(port);
    const times: number[] = [];
    while (performance.now() < until) {
      const begun = performance.now();
      await connection.post(`/api/v1/sessions/${chat}/continueChat`, `{"message":"${ANSWER}"}`);
      times.push(performance.now() - begun);
      if (rest > 0) await wait(rest);
    }
    connection.close();
    return times;
  };
  const [, times] = await Promise.all([go(watched, pause), go(other, 0)]);
  return times;
}
