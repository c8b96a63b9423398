import { sentencesOf } from './faults.js';
import { follow, note, seenNothing, transports, type Seen, type Transport } from './follow.js';
import { continueChat, failureOf, memberOf, request, startChat } from './request.js';
import { until, wait } from './times.js';

/** Watchers of chats with little activity, through a balancer; they reconnect when the server says so. */
export interface Watchers {
  /** Sends a message in every chat; failures are reported at the end. */
  speak(): Promise<void>;
  /** Waits until every watcher has every event, and ends them. */
  stop(): Promise<WatchersSeen>;
}

/** The outcome. */
export interface WatchersSeen {
  readonly watchers: number;
  /** How often they were asked to reconnect, by socket and by stream. */
  readonly told: Readonly<Record<Transport, number>>;
  readonly events: number;
  readonly broken: readonly string[];
}

/** Where they watch. */
export interface Watching {
  readonly port: number;
  readonly publicId: string;
  readonly chats: number;
  /** The number of watchers of each chat on each transport. */
  readonly each: number;
}

/** How long after the last event every watcher must have it, in milliseconds. */
const ARRIVES_WITHIN = 30_000;

/** Starts the chats, and watches them until stopped. */
export async function openWatchers(watching: Watching): Promise<Watchers> {
  const { port, publicId, each } = watching;
  const chats = await Promise.all(
    Array.from({ length: watching.chats }, () => startChat(port, publicId)),
  );
  const watchers = chats.flatMap((sessionId) =>
    transports.flatMap((transport) =>
      Array.from({ length: each }, () => watch({ port, transport, sessionId })),
    ),
  );
  const unsaid: string[] = [];
  return {
    async speak() {
      const said = chats.map((sessionId) => failureOf(continueChat(port, sessionId)));
      unsaid.push(...(await Promise.all(said)).flatMap((failure) => failure ?? []));
    },
    async stop() {
      const lasts = new Map(
        await Promise.all(chats.map(async (id) => [id, await lastOf(port, id)] as const)),
      );
      const isDone = ({ sessionId, seen }: Watcher): boolean => seen.last === lasts.get(sessionId);
      await until(() => watchers.every(isDone), ARRIVES_WITHIN);
      for (const { stop } of watchers) stop();
      const undone = watchers.filter((watcher) => !isDone(watcher)).length;
      return seenBy(watchers, { undone, unsaid });
    },
  };
}

async function lastOf(port: number, sessionId: string): Promise<number> {
  const path = `/api/v1/sessions/${sessionId}/events?after=0&limit=1`;
  return Number(memberOf((await request({ port, path })).text, 'lastSeq'));
}

interface Watcher {
  readonly sessionId: string;
  readonly transport: Transport;
  readonly seen: Seen;
  /** How the connections ended: with a request to reconnect, or otherwise, with the message. */
  readonly ends: { told: number; readonly otherwise: string[] };
  stop(): void;
}

/** Reconnects whenever the connection ends: at once after a socket, and after a stream with the delay that it gave. */
function watch(where: { port: number; transport: Transport; sessionId: string }): Watcher {
  const { transport, sessionId } = where;
  const seen = seenNothing();
  const ends: Watcher['ends'] = { told: 0, otherwise: [] };
  let stop = (): void => undefined;
  let isOver = false;
  const watchOn = async (): Promise<void> => {
    while (!isOver) {
      const following = follow({ ...where, after: seen.last }, (seq) => note(seen, seq));
      stop = following.cut;
      const words = await following.ended;
      if (isOver) return;
      const after = comesBackAfter(transport, words);
      if (after === undefined) ends.otherwise.push(`${transport} "${words}"`);
      else ends.told += 1;
      await wait(after ?? ASKS_AGAIN_AFTER);
    }
  };
  void watchOn();
  return {
    sessionId,
    transport,
    seen,
    ends,
    stop() {
      isOver = true;
      stop();
    },
  };
}

/** The delay of a watcher that was given none, in milliseconds. */
const ASKS_AGAIN_AFTER = 250;

/** The delay before a reconnect in milliseconds, as docs/PROTOCOL.md defines it; undefined where none was given. */
function comesBackAfter(transport: Transport, words: string): number | undefined {
  if (transport === 'socket') return words.startsWith('1001 ') ? 0 : undefined;
  const [, retry] = /^ended, retry: (\d+)/.exec(words) ?? [];
  return retry === undefined ? undefined : Number(retry);
}

function seenBy(
  watchers: readonly Watcher[],
  { undone, unsaid }: { undone: number; unsaid: readonly string[] },
): WatchersSeen {
  const sum = (of: (watcher: Watcher) => number): number =>
    watchers.reduce((total, one) => total + of(one), 0);
  const toldBy = (transport: Transport): number =>
    sum((watcher) => (watcher.transport === transport ? watcher.ends.told : 0));
  const otherwise = watchers.flatMap(({ ends }) => ends.otherwise);
  const told = { socket: toldBy('socket'), stream: toldBy('stream') };
  return {
    watchers: watchers.length,
    told,
    events: sum(({ seen }) => seen.last),
    broken: sentencesOf([
      [otherwise.length, `watchers closed without a reason to reconnect: ${kindsOf(otherwise)}`],
      [
        transports.filter((transport) => told[transport] === 0).length,
        'transports closed no watcher with a reason to reconnect',
      ],
      [undone, 'watchers did not see everything'],
      [sum(({ seen }) => seen.gaps), 'events were left out'],
      [sum(({ seen }) => seen.doubled), 'events came twice'],
      [unsaid.length, `messages of watched chats failed: ${kindsOf(unsaid)}`],
    ]),
  };
}

function kindsOf(words: readonly string[]): string {
  return [...new Set(words)].join(', ');
}
