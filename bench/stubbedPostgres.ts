import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';
import { z } from 'zod';
import { ARGUMENTS } from '../src/storage/hot/turnStatements.js';
import type { Later } from './stage.js';

/** How long a statement of a turn takes, in milliseconds: the write of a turn took 0.6 with one caller and 2.3 with eight. */
const LATENCY = 1;

/** A written chat: the arguments of `write_turn_2`, by name. */
type Written = Readonly<Record<string, unknown>>;

/** Codes of messages of PostgreSQL's protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html. */
const [PARSE, BIND, DESCRIBE, EXECUTE, SYNC] = ['P', 'B', 'D', 'E', 'S'].map((code) =>
  code.charCodeAt(0),
);
/** The codes of messages that wait for the next Sync. */
const PARTS: readonly unknown[] = [PARSE, BIND, DESCRIBE, EXECUTE];

/** Types of the answers' one column. */
const [TEXT, BOOLEAN, BOOLEANS] = [25, 16, 1000] as const;

/** The chats by id, in place of the tables. */
const chats = new Map<string, Written>();

/** The statements of a turn that are answered here, by name; except for `turn_write`, the first value of each is enough. */
const answers: Readonly<
  Record<
    string,
    (values: readonly (string | null)[]) => readonly [type: number, value?: string | undefined]
  >
> = {
  turn_write: (values) => {
    const written = Object.fromEntries(ARGUMENTS.map((name, place) => [name, values[place]]));
    return [BOOLEAN, write(written)];
  },
  turns_write: ([turns]) => {
    const all = JSON.parse(turns ?? '[]') as Written[]; // Written by `writeTogether`.
    const each = all.map((one) => write({ ...one, state: JSON.stringify(one['state']) }));
    return [BOOLEANS, `{${each.join(',')}}`];
  },
  chat_load: ([id]) => [TEXT, load(id ?? '')],
};

/**
 * A proxy between servers and their PostgreSQL. It keeps chats in memory and answers the statements of turns after a fixed time, as
 * a PostgreSQL with a core for each would; everything else it passes on. Returns the address for the servers.
 */
export async function openStub(url: string, later: Later): Promise<string> {
  const { host, port, user, database } = new Client(url);
  const server = createServer({ noDelay: true }, (client) => serve(client, { host, port }));
  server.listen(0, '127.0.0.1');
  later(() => void server.close());
  await once(server, 'listening');
  const { port: own } = z.object({ port: z.number() }).parse(server.address());
  return `postgresql://${user}@127.0.0.1:${own}/${database}`;
}

function serve(client: Socket, { host, port }: { host: string; port: number }): void {
  const isFolder = host.startsWith('/');
  const real = connect(isFolder ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  let received = Buffer.alloc(0);
  let isStarted = false;
  /** The messages up to the next Sync. */
  let batch: Buffer[] = [];
  client.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      // The first message has no code.
      const at = isStarted ? 1 : 0;
      if (received.length < at + 4) return;
      const end = at + received.readUInt32BE(at);
      if (received.length < end) return;
      const message = received.subarray(0, end);
      received = received.subarray(end);
      batch.push(message);
      const isWhole = !isStarted || !PARTS.includes(message[0]);
      isStarted = true;
      if (!isWhole) continue;
      const whole = batch;
      batch = [];
      const answer = message[0] === SYNC && at === 1 ? answerTo(whole) : undefined;
      if (answer) setTimeout(() => client.write(answer), LATENCY);
      else real.write(Buffer.concat(whole));
    }
  });
  real.pipe(client);
  for (const [one, other] of [
    [client, real],
    [real, client],
  ] as const) {
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
  }
}

/** The answer to the statement of a turn; undefined for any other. */
function answerTo(batch: readonly Buffer[]): Buffer | undefined {
  const bind = batch.find(([code]) => code === BIND);
  if (!bind) return undefined;
  const { name, values } = readBind(bind);
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined;
  if (!answer) return undefined;
  const [type, value] = answer(values);
  const column = Buffer.alloc(18);
  column.writeInt32BE(type, 6);
  column.writeInt16BE(-1, 10);
  column.writeInt32BE(-1, 12);
  const [one, columnName] = [Buffer.from([0, 1]), type === TEXT ? 'chat' : 'written'];
  const size = Buffer.alloc(4);
  size.writeInt32BE(Buffer.byteLength(value ?? ''));
  return Buffer.concat([
    ...(batch[0]?.[0] === PARSE ? [messageOf('1')] : []),
    messageOf('2'),
    messageOf('T', one, Buffer.from(`${columnName}\0`), column),
    ...(value === undefined ? [] : [messageOf('D', one, size, Buffer.from(value))]),
    messageOf('C', Buffer.from(`SELECT ${value === undefined ? 0 : 1}\0`)),
    messageOf('Z', Buffer.from('I')),
  ]);
}

function messageOf(code: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(5);
  head.write(code);
  head.writeInt32BE(4 + parts.reduce((sum, { length }) => sum + length, 0), 1);
  return Buffer.concat([head, ...parts]);
}

/** The name of the statement, and its values, which the driver sends as texts. */
function readBind(message: Buffer): { name: string; values: (string | null)[] } {
  const from = message.indexOf(0, 5) + 1;
  const to = message.indexOf(0, from);
  let at = to + 1;
  const count = (): number => message.readInt16BE((at += 2) - 2);
  const formats = count();
  at += 2 * formats;
  const values = Array.from({ length: count() }, () => {
    const length = message.readInt32BE(at);
    const begin = at + 4;
    at = begin + Math.max(0, length);
    return length < 0 ? null : message.toString('utf8', begin, at);
  });
  return { name: message.toString('utf8', from, to), values };
}

/** Stores a turn if it is the next one. */
function write(turn: Written): string {
  const id = String(turn['session']);
  const before = chats.get(id);
  if (Number(turn['turn']) !== Number(before?.['turn'] ?? 0) + 1) return 'f';
  const { bot, chat_bot, chat_result, ...more } = { ...before, ...present(turn) } as Written;
  chats.set(id, { chat_bot, chat_result, ...more });
  return 't';
}

function present(turn: Written): Written {
  return Object.fromEntries(Object.entries(turn).filter(([, value]) => value !== null));
}

/** A chat as `chat_load` reads it. */
function load(id: string): string | undefined {
  const chat = chats.get(id);
  if (!chat) return undefined;
  const { chat_bot: botId, chat_result: resultId = null, turn, last, state, at } = chat;
  const numbers = { turn: Number(turn), seq: Number(last), updatedAt: Number(at), fence: 0 };
  const flags = { isPreview: false, isEnded: false, allowedOrigins: [], lease: null };
  const row = JSON.stringify({ id, botId, resultId, ...flags, ...numbers });
  return `${row.slice(0, -1)},"state":${String(state)}}`;
}
