import { setTimeout as wait } from 'node:timers/promises';
import { follow } from './chaos/follow.js';
import { startChat } from './chaos/request.js';
import { openConnection } from './connection.js';
import { queryOn } from './database.js';
import { ANSWER } from './flow.js';
import { spreadOf } from './measure.js';
import { mostOpenFiles } from './processFacts.js';
import { publishBot } from './publishBot.js';
import { COLLECTING, heldBy } from './server.js';
import { openStage, type Later, type Stage } from './stage.js';

/** The number of sockets: fewer where the process may open fewer files, of which 500 are for other uses. */
const SOCKETS = Math.min(20_000, mostOpenFiles() - 500);
const OPENED_AT_ONCE = 50;
const TURNS_A_SECOND = 300;
const SECONDS = 30;
/** The seconds before the measurement, in which the server's code is compiled. */
const WARM_UP = 5;
const CONNECTIONS = 32;

/**
 * Opens 20 000 sockets on one process, each subscribed to a chat of its own, then continues 300 chats a second over REST
 * and shows how soon the watchers receive the end of the turn after its commit, as the database recorded it (just
 * before it waited for the disk).
 */
export async function benchSubscriptions(later: Later): Promise<void> {
  const stage = await openStage(later, { nodeArgs: COLLECTING, tracksCommits: true });
  const { server } = stage;
  const publicId = await publishBot(server);
  const chats: string[] = [];
  await inBatches(SOCKETS, async () => void chats.push(await startChat(server.port, publicId)));
  const before = await heldBy(server);
  /** When the end of a turn arrived, by the wall clock, by chat and number of the event. */
  const arrivals = new Map<string, number>();
  const begun = performance.now();
  await inBatches(SOCKETS, async (place) => {
    const sessionId = chats[place] ?? '';
    await watch(server.port, sessionId, later, (seq) =>
      arrivals.set(`${sessionId} ${seq}`, Date.now()),
    );
  });
  const opened = ((performance.now() - begun) / 1_000).toFixed(1);
  const each = ((await heldBy(server)) - before) / SOCKETS / 1_024;
  console.log(`${SOCKETS} sockets opened in ${opened} s: ${each.toFixed(1)} KB each`);
  await takeTurns(server.port, chats, WARM_UP);
  await wait(1_000);
  arrivals.clear();
  const cpuBefore = server.cpuTime();
  const late = await takeTurns(server.port, chats, SECONDS);
  const cpu = (server.cpuTime() - cpuBefore) / SECONDS / 10_000;
  await wait(1_000);
  const asked = TURNS_A_SECOND * SECONDS;
  console.log(
    `${arrivals.size} of ${asked} turns seen by their watchers, ${late} not sent in time`,
  );
  const delays = await delaysOf(stage, arrivals);
  console.log(`end of turn seen after its commit: ${spreadOf(delays)}`);
  console.log(`server CPU meanwhile: ${cpu.toFixed(0)} % of a core`);
}

async function inBatches(count: number, work: (place: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += OPENED_AT_ONCE) {
    const places = Array.from(
      { length: Math.min(OPENED_AT_ONCE, count - from) },
      (_, at) => from + at,
    );
    await Promise.all(places.map(work));
  }
}

/** Subscribes to a chat and reports each end of a turn after the first; resolves when the stored events have arrived. */
async function watch(
  port: number,
  sessionId: string,
  later: Later,
  arrive: (seq: number) => void,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let isOpen = false;
    const following = follow({ port, transport: 'socket', sessionId, after: 0 }, (seq, isEnd) => {
      if (!isEnd) return;
      if (isOpen) arrive(seq);
      isOpen = true;
      resolve();
    });
    void following.ended.then((how) => reject(new Error(`A socket closed: ${how}`)));
    later(following.cut);
  });
}

/** Continues a number of chats a second, however long the replies take; returns how many could not be sent in time. */
async function takeTurns(port: number, chats: readonly string[], seconds: number): Promise<number> {
  // The connection that was idle longest is used next, so that the server closes none.
  const free = Array.from({ length: CONNECTIONS }, () => openConnection(port));
  const connections = [...free];
  const running: Promise<void>[] = [];
  let late = 0;
  const begin = performance.now();
  for (let turn = 0; turn < TURNS_A_SECOND * seconds; turn += 1) {
    const early = begin + (turn * 1_000) / TURNS_A_SECOND - performance.now();
    if (early > 1) await wait(early);
    const connection = free.shift();
    const path = `/api/v1/sessions/${chats[(turn * 7_919) % chats.length]}/continueChat`;
    if (!connection) late += 1;
    else {
      const turned = connection.post(path, `{"message":"${ANSWER}"}`);
      running.push(turned.then(() => void free.push(connection)));
    }
  }
  await Promise.all(running);
  for (const connection of connections) connection.close();
  return late;
}

/** How long after its commit each end of a turn arrived, in milliseconds. */
async function delaysOf(
  { database }: Stage,
  arrivals: ReadonlyMap<string, number>,
): Promise<number[]> {
  const committed = await queryOn<{ place: string; at: number }>(
    database.url,
    `select session_id || ' ' || last_seq as place,
        (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as at
      from chat_event`,
  );
  return committed.flatMap(({ place, at }) => {
    const arrived = arrivals.get(place);
    return arrived === undefined ? [] : [arrived - at];
  });
}
