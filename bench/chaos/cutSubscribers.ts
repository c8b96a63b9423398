import { fileURLToPath } from 'node:url';
import { createDatabase } from '../database.js';
import { publishBot } from '../publishBot.js';
import { startServer, type BenchServer } from '../server.js';
import { oneOf, type Chance } from './chance.js';
import { sentencesOf } from './faults.js';
import { follow, note, seenNothing, transports, type Seen } from './follow.js';
import { continueChat, startChat } from './request.js';
import { until, wait } from './times.js';
import type { Ground, Trial } from './trial.js';

/** How often each subscriber is cut off. */
const CUTS = 10;
/** The time between two turns, in milliseconds, and the number of events of the start and of a turn. */
const [TURN_EVERY, EVENTS_OF_START, EVENTS_OF_TURN] = [400, 3, 4] as const;
/** How many cuts come at a random time instead of after a number of events; and the latest such time. */
const [CUT_BY_TIME, CUT_WITHIN] = [0.2, 300] as const;
/** How long a subscriber waits whose connection ended by itself, in milliseconds. */
const ASKS_AGAIN_AFTER = 250;
/** How long after the last turn the last event may arrive, in milliseconds. */
const ARRIVES_WITHIN = 60_000;

const typescript = new URL('../../scripts/typescript.mjs', import.meta.url).href;
const program = fileURLToPath(new URL('./lossyServer.ts', import.meta.url));

/**
 * Watchers of one chat on two servers that lose some of each other's notifications; each resumes where it was cut off.
 */
export const cutSubscribers: Trial = {
  name: 'cut',
  promise:
    'subscribers cut ten times each, a fifth of the wake-ups lost and a fifth doubled: all see 1 … n',
  async run(ground) {
    const { later, isQuick, chance } = ground;
    const database = await createDatabase();
    later(database.drop);
    const servers = [
      await startLossy(ground, database.url),
      await startLossy(ground, database.url),
    ];
    const [first] = servers;
    if (!first) throw new Error('No server');
    const sessionId = await startChat(first.port, await publishBot(first));
    const turns = isQuick ? 15 : 60;
    const last = EVENTS_OF_START + turns * EVENTS_OF_TURN;
    const ports = servers.map(({ port }) => port);
    const subscribers = Array.from({ length: isQuick ? 50 : 1_000 }, () =>
      subscribe({ ports, sessionId, last, chance }),
    );
    for (let turn = 0; turn < turns; turn += 1) {
      await continueChat(first.port, sessionId, `turn ${turn}`);
      await wait(TURN_EVERY);
      if (turn % 15 === 14) ground.say(`${turn + 1} of ${turns} turns`);
    }
    await until(() => subscribers.every(({ seen }) => seen.last === last), ARRIVES_WITHIN);
    for (const subscriber of subscribers) subscriber.stop();
    return outcomeOf(subscribers, last);
  },
};

async function startLossy({ later, chance }: Ground, databaseUrl: string): Promise<BenchServer> {
  const settings = { CHAOS_SEED: String(Math.floor(chance() * 1_000_000)) };
  const server = await startServer(databaseUrl, ['--import', typescript], { settings, program });
  later(async () => void (await server.stop()));
  return server;
}

interface Subscriber {
  readonly seen: Seen;
  /** How often it was cut off, and how often its connection ended otherwise. */
  readonly ends: { cut: number; otherwise: number };
  stop(): void;
}

interface Subscription {
  readonly ports: readonly number[];
  readonly sessionId: string;
  readonly last: number;
  readonly chance: Chance;
}

/** Watches from where it was cut off, on alternating servers and transports, until the last event. */
function subscribe(wanted: Subscription): Subscriber {
  const { last } = wanted;
  const seen = seenNothing();
  const ends = { cut: 0, otherwise: 0 };
  let stop = (): void => undefined;
  let isOver = false;
  const watchOn = async (): Promise<void> => {
    while (!isOver && seen.last < last) {
      const connection = connect(wanted, seen, ends.cut);
      stop = connection.stop;
      const how = await connection.ended;
      if (!isOver) ends[how] += 1;
      if (how === 'otherwise') await wait(ASKS_AGAIN_AFTER);
    }
  };
  void watchOn();
  return {
    seen,
    ends,
    stop() {
      isOver = true;
      stop();
    },
  };
}

/** One connection of a subscriber; what arrives after the cut does not count. */
function connect({ ports, sessionId, last, chance }: Subscription, seen: Seen, cuts: number) {
  const port = ports[Math.floor(chance() * ports.length)] ?? 0;
  const cutAfter = nextCut(seen.last, last, { cuts, chance });
  let isCut = false;
  const cut = (): void => {
    isCut = true;
    following.cut();
  };
  const asked = { port, transport: oneOf(chance, transports), sessionId, after: seen.last };
  const following = follow(asked, (seq) => {
    if (isCut) return;
    note(seen, seq);
    if (cuts < CUTS && seen.last >= cutAfter) cut();
  });
  const isTimed = cuts < CUTS && chance() < CUT_BY_TIME;
  const timer = isTimed ? setTimeout(cut, chance() * CUT_WITHIN) : undefined;
  const ended = following.ended.then(() => {
    clearTimeout(timer);
    return isCut ? 'cut' : 'otherwise';
  });
  return { ended, stop: following.cut };
}

/**
 * The event after which the connection is cut: at random, but so that at least one is left for each later cut, and the
 * last.
 */
function nextCut(
  reached: number,
  last: number,
  { cuts, chance }: { cuts: number; chance: Chance },
): number {
  const share = (chance() * 2 * (last - reached)) / (CUTS - cuts + 1);
  return Math.min(reached + Math.max(1, Math.ceil(share)), last - (CUTS - cuts));
}

function outcomeOf(subscribers: readonly Subscriber[], last: number) {
  const sum = (of: (subscriber: Subscriber) => number): number =>
    subscribers.reduce((total, one) => total + of(one), 0);
  const count = (is: (subscriber: Subscriber) => boolean): number => subscribers.filter(is).length;
  const [gaps, doubled] = [sum(({ seen }) => seen.gaps), sum(({ seen }) => seen.doubled)];
  return {
    figures: {
      subscribers: subscribers.length,
      'cut ten times': count(({ ends }) => ends.cut === CUTS),
      cuts: sum(({ ends }) => ends.cut),
      'connections that ended otherwise': sum(({ ends }) => ends.otherwise),
      'events for each': last,
      gaps,
      doubled,
    },
    broken: sentencesOf([
      [gaps, 'events were left out'],
      [doubled, 'events came twice'],
      [count(({ seen }) => seen.last !== last), 'subscribers did not see the last event'],
      [count(({ ends }) => ends.cut !== CUTS), `subscribers were not cut ${CUTS} times`],
    ]),
  };
}
