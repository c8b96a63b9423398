import { createDatabase } from '../database.js';
import { talker } from '../flow.js';
import { publishBot } from '../publishBot.js';
import { startServer, type BenchServer } from '../server.js';
import { sentencesOf } from './faults.js';
import {
  follow,
  note,
  seenNothing,
  transports,
  type Following,
  type Seen,
  type Transport,
} from './follow.js';
import { continueChat, memberOf, request, startChat } from './request.js';
import { until, wait } from './times.js';
import type { Outcome, Trial } from './trial.js';

/** How much is produced for each reader, in bytes. */
const PRODUCED = 10_000_000;
/** How much the server may grow, in bytes: some garbage remains, however few readers there are. */
const growthFor = (readers: number): number => (30 + readers) * 1024 ** 2;
/** The message of the bot in each turn, in characters. */
const SAID = 20_000;
/**
 * With spare memory V8 leaves garbage uncollected, which would be measured; with this little it measures what is held.
 * In MB.
 */
const LITTLE_HEAP = '--max-old-space-size=220';
/** Readers of one chat. */
const READERS_EACH = 10;
/**
 * When they read again, in milliseconds after they stopped. A socket is closed after two missed pings, a stream after
 * 30 seconds without reading; both are dropped 30 seconds later, with everything unread.
 */
const READS_AGAIN: Readonly<Record<Transport, number>> = { socket: 32_000, stream: 46_000 };
/** The time limit for reading to the end, in milliseconds. */
const READS_WITHIN = 60_000;

/** Readers that stop reading after the first event, while the bot keeps sending; later they read again. */
export const stalledReaders: Trial = {
  name: 'stalled',
  promise:
    'readers that stop while 10 MB come for each: memory bounded, each closed by name, each resumes',
  async run(ground) {
    const { later, isQuick, say } = ground;
    const database = await createDatabase();
    later(database.drop);
    const server = await startServer(database.url, [LITTLE_HEAP]);
    later(async () => void (await server.stop()));
    const chats = await startChats(server, isQuick ? 2 : 11);
    const [first, ...others] = chats;
    if (!first) throw new Error('No chat');
    // The memory of the first one is not counted: by then the code is compiled and the heap has its size.
    await produce(server, [first]);
    const memory = watchMemory(server);
    const readers = others.flatMap((chat) =>
      Array.from({ length: READERS_EACH }, (_, index) => openReader(server, chat, index)),
    );
    await until(() => readers.every(({ seen }) => seen.last > 0), READS_WITHIN);
    const stopped = performance.now();
    for (const { following } of readers) following.pause();
    say(`${readers.length} readers stopped reading; the server holds ${megabytes(memory.before)}`);
    const bytes = await produce(server, others);
    say(`${megabytes(bytes)} were said in each chat; it holds ${megabytes(memory.highest())}`);
    for (const transport of transports) {
      await wait(Math.max(0, stopped + READS_AGAIN[transport] - performance.now()));
      for (const reader of readers) if (reader.transport === transport) reader.following.resume();
    }
    const grown = memory.stop() - memory.before;
    const ends = await Promise.all(readers.map((reader) => readOn(server, reader)));
    return outcomeOf(ends, { bytes, grown });
  },
};

/** A chat, and the number of its last event. */
interface Chat {
  readonly sessionId: string;
  last: number;
}

async function startChats(server: BenchServer, count: number): Promise<Chat[]> {
  const publicId = await publishBot(server, talker(SAID));
  const start = async () => ({ sessionId: await startChat(server.port, publicId), last: 0 });
  return Promise.all(Array.from({ length: count }, start));
}

/** Continues all chats until each log has the bytes that a reader is sent; returns how many that are. */
async function produce(server: BenchServer, chats: readonly Chat[]): Promise<number> {
  const sizes = await Promise.all(
    chats.map(async (chat) => {
      const path = `/api/v1/sessions/${chat.sessionId}/events?after=0`;
      const begin = await request({ port: server.port, path });
      // It sends much in the first turn, and then in every second one.
      const turns = 2 * Math.ceil(PRODUCED / begin.text.length);
      for (let turn = 0; turn < turns; turn += 1) await continueChat(server.port, chat.sessionId);
      const end = await request({ port: server.port, path: `${path}&limit=1` });
      chat.last = Number(memberOf(end.text, 'lastSeq'));
      return (turns / 2) * begin.text.length;
    }),
  );
  return Math.min(...sizes);
}

/** A watcher of a chat, and the events it has received. */
interface Reader {
  readonly chat: Chat;
  readonly transport: Transport;
  readonly following: Following;
  readonly seen: Seen;
}

function openReader({ port }: BenchServer, chat: Chat, index: number): Reader {
  const transport = transports[index % transports.length] ?? 'socket';
  const seen = seenNothing();
  return { chat, transport, seen, following: watchOn({ port, chat, transport }, seen) };
}

function watchOn(where: { port: number; chat: Chat; transport: Transport }, seen: Seen): Following {
  const { port, transport, chat } = where;
  return follow({ port, transport, sessionId: chat.sessionId, after: seen.last }, (seq) =>
    note(seen, seq),
  );
}

/** The outcome of one reader. */
interface End {
  readonly transport: Transport;
  /** Closed as a slow reader, with the number to resume from, which is the last that arrived. */
  readonly isNamed: boolean;
  /** The reason it received instead. */
  readonly lastWords: string;
  readonly hasAll: boolean;
  readonly faults: number;
}

/** Reads what was sent before, and the rest on another connection. */
async function readOn({ port }: BenchServer, reader: Reader): Promise<End> {
  const { chat, transport, following, seen } = reader;
  const lastWords = await following.ended;
  const [, resumeFrom] = /SLOW_CONSUMER.*resumeFrom\D+(\d+)/s.exec(lastWords) ?? [];
  const isNamed = Number(resumeFrom) === seen.last && seen.last < chat.last;
  const rest = watchOn({ port, chat, transport }, seen);
  await until(() => seen.last >= chat.last, READS_WITHIN);
  rest.cut();
  return {
    transport,
    isNamed,
    lastWords,
    hasAll: seen.last === chat.last,
    faults: seen.gaps + seen.doubled,
  };
}

/** Measures the server's memory from now on. */
function watchMemory(server: BenchServer) {
  const before = server.memory();
  let highest = before;
  const looking = setInterval(() => (highest = Math.max(highest, server.memory())), 100);
  const stop = (): number => {
    clearInterval(looking);
    return highest;
  };
  return { before, highest: () => highest, stop };
}

function outcomeOf(
  ends: readonly End[],
  { bytes, grown }: { bytes: number; grown: number },
): Outcome {
  const unnamed = ends.filter(({ isNamed }) => !isNamed);
  const parts = ends.filter(({ hasAll }) => !hasAll).length;
  const faults = ends.reduce((sum, end) => sum + end.faults, 0);
  const bound = growthFor(ends.length);
  const told = [
    ...new Set(unnamed.map(({ transport, lastWords }) => `${transport}: "${lastWords}"`)),
  ];
  const broken: readonly (readonly [number, string])[] = [
    [unnamed.length, `readers were not closed with their reason: ${told.join(', ')}`],
    [parts, 'readers did not get the rest'],
    [faults, 'events came out of order'],
    [grown < bound ? 0 : 1, `bound was crossed: ${megabytes(bound)} for all`],
  ];
  return {
    figures: {
      readers: ends.length,
      'said to each': megabytes(bytes),
      'closed by name': ends.length - unnamed.length,
      'resumed and saw everything': ends.length - parts,
      'memory grew by': `${megabytes(grown)}, ${megabytes(grown / ends.length)} a reader`,
    },
    broken: sentencesOf(broken),
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
