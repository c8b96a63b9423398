import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { openConnection, type Connection } from './connection.js';
import { queryOn } from './database.js';
import { ANSWER } from './flow.js';
import { COLLECTING, heldBy } from './held.js';
import { describeMachine, machineLine } from './machine.js';
import { quantilesOf } from './measure.js';
import { mostOpenFiles } from './processFacts.js';
import { openStage, type Later, type Stage } from './stage.js';

/** A process that may open fewer files has fewer sockets, besides what else it opens. */
const SOCKETS = Math.min(20_000, mostOpenFiles() - 500);
const OPENED_AT_ONCE = 50;
/** From how many addresses of loopback they come: one has not enough ports. */
const ADDRESSES = 8;
const TURNS_A_SECOND = 300;
const SECONDS = 30;
/** The seconds before the measurement, in which the server's code is compiled. */
const WARM_UP = 5;
const CONNECTIONS = 32;
/** More files than are filled meanwhile. */
const LOG_FILES = 8;
const SUBSCRIBE = `subscription ($id: ID!, $after: Int!) { chatEvents(sessionId: $id, after: $after) { __typename seq document } }`;

/** A watched chat. */
interface Watched {
  readonly place: number;
  sessionId: string;
  /** When its message was sent, and when its reply came, in ms; undefined while none is expected. */
  sent: number | undefined;
  answered: number | undefined;
}

/** The last event of a turn, as its watcher received it. */
interface Arrival {
  readonly sessionId: string;
  readonly seq: number;
  /** By the wall clock, in milliseconds since 1970, so that it can be compared with that of the database. */
  readonly at: number;
  /** After its message was sent, in ms. */
  readonly sinceSent: number;
  /** After the reply over REST, in ms; negative when before. */
  readonly sinceAnswer: number;
}

/**
 * Opens 20 000 sockets on one process, each subscribed to a chat of its own, then continues 300 chats a second over REST
 * and shows how soon the watchers receive the end of the turn: after its commit, as the database recorded it (just
 * before it waited for the disk), after its message was sent, and after the sender had the reply.
 */
export async function benchSubscriptions(later: Later): Promise<void> {
  const stage = await openStage(later, { nodeArgs: COLLECTING, tracksCommits: true });
  console.log(`${machineLine(describeMachine())}; PostgreSQL ${stage.postgresVersion}`);
  const chats = await withConnections(stage, (connections) => startChats(stage, connections));
  const before = await heldBy(stage.server);
  const arrivals: Arrival[] = [];
  const begin = performance.now();
  for (let from = 0; from < chats.length; from += OPENED_AT_ONCE) {
    const some = chats.slice(from, from + OPENED_AT_ONCE);
    const sockets = await Promise.all(some.map((chat) => watch(stage, chat, arrivals)));
    later(() => sockets.forEach((socket) => socket.terminate()));
  }
  const opened = ((performance.now() - begin) / 1_000).toFixed(1);
  const each = ((await heldBy(stage.server)) - before) / SOCKETS / 1_024;
  console.log(`${SOCKETS} sockets opened in ${opened} s: ${each.toFixed(1)} KB each`);
  await withConnections(stage, (connections) => takeTurns(chats, connections, WARM_UP));
  await makeLogFiles(stage);
  await wait(1_000);
  arrivals.length = 0;
  const cpuBefore = stage.server.cpuTime() ?? 0;
  const late = await withConnections(stage, (connections) =>
    takeTurns(chats, connections, SECONDS),
  );
  const cpu = ((stage.server.cpuTime() ?? 0) - cpuBefore) / SECONDS / 10_000;
  await wait(1_000);
  report(arrivals, { late, sinceCommit: await sinceCommit(stage, arrivals) });
  console.log(`server CPU meanwhile: ${cpu.toFixed(0)} % of a core`);
}

/** The server closes idle connections, so each is opened for one request only. */
async function withConnections<T>(
  { server }: Stage,
  work: (connections: readonly Connection[]) => Promise<T>,
): Promise<T> {
  const connections = Array.from({ length: CONNECTIONS }, () => openConnection(server.port));
  try {
    return await work(connections);
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function startChats(
  { publicId }: Stage,
  connections: readonly Connection[],
): Promise<Watched[]> {
  const chats: Watched[] = [];
  await Promise.all(
    connections.map(async (connection) => {
      while (chats.length < SOCKETS) {
        const place = chats.length;
        const chat: Watched = { place, sessionId: '', sent: undefined, answered: undefined };
        chats.push(chat);
        const body = await connection.post(`/api/v1/bots/${publicId}/startChat`, '{}');
        chat.sessionId = z.object({ sessionId: z.string() }).parse(JSON.parse(body)).sessionId;
      }
    }),
  );
  return chats;
}

const nextMessage = z.object({
  type: z.literal('next'),
  payload: z.object({
    data: z.object({ chatEvents: z.object({ seq: z.number(), __typename: z.string() }) }),
  }),
});

/** Subscribes to new events of a chat, and settles when the stored ones have arrived. */
function watch({ server }: Stage, chat: Watched, arrivals: Arrival[]): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/graphql`, 'graphql-transport-ws', {
      perMessageDeflate: false,
      localAddress: `127.0.0.${(chat.place % ADDRESSES) + 1}`,
    });
    const send = (message: object): void => socket.send(JSON.stringify(message));
    socket.on('error', reject);
    socket.on('close', (code, reason) => reject(new Error(`A socket closed: ${code} ${reason}`)));
    socket.on('open', () => send({ type: 'connection_init' }));
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8');
      if (text.includes('"connection_ack"')) {
        const variables = { id: chat.sessionId, after: 0 };
        send({ id: '1', type: 'subscribe', payload: { query: SUBSCRIBE, variables } });
      } else if (text.includes('"error"')) reject(new Error(text));
      else if (!text.includes('"turnEnd"')) return;
      else if (chat.sent === undefined) resolve(socket);
      else {
        const { __typename: type, seq } = nextMessage.parse(JSON.parse(text)).payload.data
          .chatEvents;
        if (type === 'ChatTurnEndEvent') arrive(chat, seq, arrivals);
      }
    });
  });
}

/** The event may arrive before the reply: then it is measured once the reply has arrived. */
function arrive(chat: Watched, seq: number, arrivals: Arrival[]): void {
  const { sessionId, sent = 0 } = chat;
  const [at, now] = [Date.now(), performance.now()];
  const note = (): void => {
    if (chat.answered === undefined) return void setImmediate(note);
    const sinceAnswer = now - chat.answered;
    arrivals.push({ sessionId, seq, at, sinceSent: now - sent, sinceAnswer });
    chat.sent = undefined;
  };
  note();
}

/** Continues a number of chats a second, however long the replies take; returns how many could not be sent in time. */
async function takeTurns(
  chats: readonly Watched[],
  connections: readonly Connection[],
  seconds: number,
): Promise<number> {
  // The one that rested longest is used next, so that the server ends none of them.
  const free = [...connections];
  const running: Promise<void>[] = [];
  let late = 0;
  const begin = performance.now();
  for (let turn = 0; turn < TURNS_A_SECOND * seconds; turn += 1) {
    const due = begin + (turn * 1_000) / TURNS_A_SECOND;
    const early = due - performance.now();
    if (early > 1) await wait(early);
    const chat = chats[(turn * 7_919) % chats.length];
    const connection = chat?.sent === undefined ? free.shift() : undefined;
    if (!chat || !connection) late += 1;
    else running.push(continueOne(chat, connection).finally(() => void free.push(connection)));
  }
  await Promise.all(running);
  return late;
}

async function continueOne(chat: Watched, connection: Connection): Promise<void> {
  chat.sent = performance.now();
  chat.answered = undefined;
  const path = `/api/v1/sessions/${chat.sessionId}/continueChat`;
  await connection.post(path, JSON.stringify({ message: ANSWER }));
  chat.answered = performance.now();
}

/**
 * A young database creates a file of 16 MB for its log every ten seconds or so, and every commit waits for that; one
 * that has run for a while reuses old ones. Where the database is the bench's own, some are created and released in
 * advance.
 */
async function makeLogFiles({ databaseUrl }: Stage): Promise<void> {
  if (process.env['DATABASE_URL']) return;
  for (let file = 0; file < LOG_FILES; file += 1) {
    await queryOn(
      databaseUrl,
      "select pg_logical_emit_message(false, 'bench', ''), pg_switch_wal()",
    );
  }
  await queryOn(databaseUrl, 'checkpoint');
}

/** The delay of each event after its commit, in ms; empty where the database does not record that. */
async function sinceCommit(
  { databaseUrl }: Stage,
  arrivals: readonly Arrival[],
): Promise<number[]> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows: settings } = await client.query<{ track_commit_timestamp: string }>(
      'show track_commit_timestamp',
    );
    if (settings[0]?.track_commit_timestamp !== 'on') return [];
    const { rows } = await client.query<{ place: string; at: number }>(
      `select session_id || ' ' || last_seq as place,
        (extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000)::float8 as at
      from chat_event`,
    );
    const committed = new Map(rows.map(({ place, at }) => [place, at]));
    return arrivals.map(
      ({ sessionId, seq, at }) => at - (committed.get(`${sessionId} ${seq}`) ?? NaN),
    );
  } finally {
    await client.end();
  }
}

/** Further arguments of `report`. */
interface Seen {
  /** Turns that could not be sent in time. */
  readonly late: number;
  readonly sinceCommit: readonly number[];
}

function report(arrivals: readonly Arrival[], { late, sinceCommit }: Seen): void {
  const line = (when: string, values: readonly number[]): void => {
    const partOf = quantilesOf(values);
    const [p50, p99, p999] = [0.5, 0.99, 0.999].map((part) => partOf(part).toFixed(1));
    console.log(`end of turn seen after ${when}: p50 ${p50} ms, p99 ${p99} ms, p99.9 ${p999} ms`);
  };
  const asked = TURNS_A_SECOND * SECONDS;
  console.log(
    `${arrivals.length} of ${asked} turns seen by their watchers, ${late} not sent in time`,
  );
  if (sinceCommit.length > 0) line('its commit', sinceCommit);
  const [sent, answered] = [(one: Arrival) => one.sinceSent, (one: Arrival) => one.sinceAnswer];
  line('its message was sent', arrivals.map(sent));
  line('the sender had the answer', arrivals.map(answered));
}
