import { fileURLToPath } from 'node:url';
import { createDatabase } from '../database.js';
import { publishBot } from '../publishBot.js';
import { startServer, type BenchServer } from '../server.js';
import { oneOf, type Chance } from './chance.js';
import { doors, follow } from './follow.js';
import { memberOf, request } from './request.js';
import { until, wait } from './times.js';
import type { Ground, Trial } from './trial.js';

/** How often each is cut off. */
const CUTS = 10;
/** How long between two turns, in milliseconds, and how many events the start and a turn are. */
const [TURN_EVERY, EVENTS_OF_START, EVENTS_OF_TURN] = [400, 3, 4] as const;
/** How often a connection is cut off at any moment, and not after so many events; and the latest such moment. */
const [CUT_BY_TIME, CUT_WITHIN] = [0.2, 300] as const;
/** How long after the last turn the last event may arrive, in milliseconds. */
const ARRIVES_WITHIN = 60_000;

const typescript = new URL('../../scripts/typescript.mjs', import.meta.url).href;
const program = fileURLToPath(new URL('./lossyServer.ts', import.meta.url));

/** Watchers of one chat on two servers that hear each other badly; each comes back from where it was cut off. */
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
    const sessionId = await startChat(first, await publishBot(first));
    const turns = isQuick ? 15 : 60;
    const last = EVENTS_OF_START + turns * EVENTS_OF_TURN;
    const ports = servers.map(({ port }) => port);
    const subscribers = Array.from({ length: isQuick ? 50 : 1_000 }, () =>
      subscribe({ ports, sessionId, last, chance }),
    );
    for (let turn = 0; turn < turns; turn += 1) {
      const path = `/api/v1/sessions/${sessionId}/continueChat`;
      await request({ port: first.port, path, body: { message: `turn ${turn}` } });
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

async function startChat({ port }: BenchServer, publicId: string): Promise<string> {
  const { text } = await request({ port, path: `/api/v1/bots/${publicId}/startChat`, body: {} });
  return String(memberOf(text, 'sessionId'));
}

/** What one subscriber saw. */
interface Seen {
  last: number;
  cuts: number;
  /** Events that came before one that should have come first, and such as came again. */
  gaps: number;
  doubled: number;
}

interface Subscriber {
  readonly seen: Seen;
  stop(): void;
}

/** Watches from where it was cut off, now here, now there, now through this door, now through that, until the last event. */
function subscribe(all: {
  ports: readonly number[];
  sessionId: string;
  last: number;
  chance: Chance;
}): Subscriber {
  const { ports, sessionId, last, chance } = all;
  const seen: Seen = { last: 0, cuts: 0, gaps: 0, doubled: 0 };
  let stop = (): void => undefined;
  let isOver = false;
  const watchOn = async (): Promise<void> => {
    while (!isOver && seen.last < last) {
      const port = ports[Math.floor(chance() * ports.length)] ?? 0;
      const asked = { port, door: oneOf(chance, doors), sessionId, after: seen.last };
      const following = follow(asked, (seq) => {
        note(seen, seq);
        if (seen.last >= cutAfter) following.cut();
      });
      const cutAfter = nextCut(seen, last, chance);
      if (seen.cuts < CUTS && chance() < CUT_BY_TIME) {
        setTimeout(following.cut, chance() * CUT_WITHIN);
      }
      stop = following.cut;
      await following.ended;
      seen.cuts += 1;
    }
  };
  void watchOn();
  return {
    seen,
    stop() {
      isOver = true;
      stop();
    },
  };
}

/** The event after which the connection is cut: so that ten cuts come anywhere on the way, and then none before the end. */
function nextCut({ cuts, last: reached }: Seen, last: number, chance: Chance): number {
  if (cuts >= CUTS) return last;
  const share = (chance() * 2 * (last - reached)) / (CUTS - cuts + 1);
  return Math.min(reached + Math.ceil(share), last - 1);
}

function note(seen: Seen, seq: number): void {
  if (seq <= seen.last) seen.doubled += 1;
  else if (seq > seen.last + 1) seen.gaps += 1;
  seen.last = Math.max(seen.last, seq);
}

function outcomeOf(subscribers: readonly Subscriber[], last: number) {
  const all = subscribers.map(({ seen }) => seen);
  const sum = (of: (seen: Seen) => number): number =>
    all.reduce((total, one) => total + of(one), 0);
  const [gaps, doubled] = [sum((seen) => seen.gaps), sum((seen) => seen.doubled)];
  const unfinished = all.filter((seen) => seen.last !== last).length;
  const cuts = sum((seen) => Math.min(seen.cuts, CUTS));
  const faults: readonly (readonly [number, string])[] = [
    [gaps, 'events were left out'],
    [doubled, 'events came twice'],
    [unfinished, 'subscribers did not see the last event'],
  ];
  return {
    figures: { subscribers: all.length, cuts, 'events for each': last, gaps, doubled },
    broken: faults.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
  };
}
