import { createServer } from 'node:http';
import { continueChat, failureOf, startChat } from './request.js';
import { createDatabase } from '../database.js';
import { flowBeginningWith, talker } from '../flow.js';
import { spreadOf } from '../measure.js';
import { publishBot } from '../publishBot.js';
import type { BenchServer } from '../server.js';
import { listen } from '../stage.js';
import { openBalancer } from './balancer.js';
import { sentencesOf } from './faults.js';
import { follow, type Following } from './follow.js';
import { type Phoenix, startPhoenix } from './phoenix.js';
import { until, wait } from './times.js';
import type { Ground, Outcome, Trial } from './trial.js';
import { openWatchers, type Watchers, type WatchersSeen } from './watchers.js';

/** Requests at a steady rate, whatever the outcome of earlier ones. */
interface SteadyLoad {
  /** Ends it; waits for the pending responses. */
  stop(): Promise<LoadSeen>;
}

/** The responses. */
interface LoadSeen {
  readonly requests: number;
  /** Requests a second. */
  readonly rate: number;
  /** Responses other than 200, by outcome. */
  readonly failures: readonly string[];
}

/** The bots to chat with: most requests go to the quick one, some to one whose turns take a while. */
interface LoadOptions {
  readonly port: number;
  readonly quickBot: string;
  readonly slowBot: string;
  readonly perSecond: number;
}

/** One request of this many goes to the slow bot. */
const SLOW_EVERY = 40;
/** The number of open chats with either bot: enough for one request at a time on each. */
const [QUICK_CHATS, SLOW_CHATS] = [400, 60] as const;

/** Opens the chats, and continues them at a steady rate from then on; a failed request is not retried. */
async function openSteadyLoad(options: LoadOptions): Promise<SteadyLoad> {
  const { port, perSecond } = options;
  const [quick, slow] = await Promise.all([
    startChats(port, options.quickBot, QUICK_CHATS),
    startChats(port, options.slowBot, SLOW_CHATS),
  ]);
  const failures: string[] = [];
  const pending = new Set<Promise<void>>();
  let sent = 0;
  const begun = performance.now();
  let due = 0;
  const send = (): void => {
    due += 1;
    const chats = due % SLOW_EVERY === 0 ? slow : quick;
    const sessionId = chats.shift();
    // An overloaded machine cannot send more; the reported rate shows that.
    if (sessionId === undefined) return;
    sent += 1;
    const one = failureOf(continueChat(port, sessionId)).then((failure) => {
      if (failure !== undefined) failures.push(failure);
      chats.push(sessionId);
      pending.delete(one);
    });
    pending.add(one);
  };
  const timer = setInterval(() => {
    const elapsed = (performance.now() - begun) / 1000;
    while (due < elapsed * perSecond) send();
  }, 1000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      const rate = sent / ((performance.now() - begun) / 1000);
      await Promise.all(pending);
      return { requests: sent, rate, failures };
    },
  };
}

function startChats(port: number, publicId: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => startChat(port, publicId)));
}

const PER_SECOND = 200;
/** The number of watched chats, and of watchers of each chat on each transport. */
const [WATCHED, EACH] = [10, 2] as const;
/** How long the slow turns take, and the least and longest time both servers run, in milliseconds. */
const [SLOW_TURN, STAYS, STAYS_LONGER] = [2_000, 700, 1_000] as const;
/** The time within which a server must exit after the signal to stop, in milliseconds. */
const GONE_WITHIN = 30_000;

/** Two servers behind a balancer, one of them of two processes; they are replaced in turn, as in a roll-out. */
export const leave: Trial = {
  name: 'leave',
  promise: `SIGTERM under ${PER_SECOND} requests a second, watched and stalled: none fails, watchers come back, exit within 30 s`,
  async run(ground) {
    const { later, isQuick } = ground;
    const database = await createDatabase();
    later(database.drop);
    const slow = createServer(
      (_, response) => void setTimeout(() => response.end('{}'), SLOW_TURN),
    );
    const slowPort = await listen(slow, later);
    const settings = { OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${slowPort}` };
    const servers: Phoenix[] = [];
    for (const WORKERS of ['1', '2']) {
      servers.push(await startPhoenix(database.url, { settings: { ...settings, WORKERS } }, later));
    }
    const [first] = servers;
    if (!first) throw new Error('No server');
    const balancer = await openBalancer(servers, later);
    const { port } = balancer;
    const quickBot = await publishBot(first.now());
    const slowBot = await publishBot(first.now(), slowFlow(slowPort));
    const longChat = await fillLog(first.now());
    const load = await openSteadyLoad({ port, quickBot, slowBot, perSecond: PER_SECOND });
    const watched = { port, publicId: quickBot, chats: WATCHED, each: EACH };
    const watchers = await openWatchers(watched);
    const scene = { servers, watchers, longChat };
    const exits = await replaceInTurn(ground, scene, isQuick ? 2 : 12);
    const seen = { load: await load.stop(), watching: await watchers.stop(), exits };
    return outcomeOf(seen, balancer.longestLook());
  },
};

interface Scene {
  readonly servers: readonly Phoenix[];
  readonly watchers: Watchers;
  readonly longChat: string;
}

/** How a server ended, how many milliseconds it took, and how many stalled readers it had. */
interface Exit {
  readonly how: number | string;
  readonly took: number;
  readonly stalled: number;
}

/** In the first round the stalled readers of each server have existed for a while; later ones are new. */
async function replaceInTurn(ground: Ground, scene: Scene, times: number): Promise<Exit[]> {
  const { servers, longChat } = scene;
  const veterans = await Promise.all(servers.map(({ port }) => openStalled(port, longChat)));
  const exits: Exit[] = [];
  for (let count = 0; count < times; count += 1) {
    const server = servers[count % servers.length];
    if (!server) throw new Error('No server');
    const readers = veterans[count] ?? (await openStalled(server.port, longChat));
    if (count < veterans.length) await readers.untilComments();
    else await wait(STAYS + ground.chance() * STAYS_LONGER);
    const exit = await replace(server, readers, scene.watchers);
    exits.push(exit);
    ground.say(`${count + 1} of ${times} left with ${exit.how} after ${exit.took.toFixed(0)} ms`);
  }
  return exits;
}

async function replace(
  server: Phoenix,
  readers: StalledStreams,
  watchers: Watchers,
): Promise<Exit> {
  const stalled = readers.open();
  const told = performance.now();
  // While it leaves, the watched chats go on.
  const [how] = await Promise.all([server.now().stop(), watchers.speak()]);
  const took = performance.now() - told;
  readers.cut();
  await server.rise();
  await watchers.speak();
  return { how, took, stalled };
}

interface SeenLeaving {
  readonly load: LoadSeen;
  readonly watching: WatchersSeen;
  readonly exits: readonly Exit[];
}

function outcomeOf({ load, watching, exits }: SeenLeaving, longestLook: number): Outcome {
  const { requests, rate, failures } = load;
  const late = exits.filter(({ took }) => took > GONE_WITHIN).length;
  const unclean = exits.filter(({ how }) => how !== 0);
  const stalled = exits.reduce((sum, exit) => sum + exit.stalled, 0);
  const kinds = [...new Set(failures)].join(', ');
  const { socket, stream } = watching.told;
  return {
    figures: {
      'servers stopped': exits.length,
      requests: `${requests}, ${rate.toFixed(0)} a second`,
      failed: failures.length,
      'balancer checked every': `${longestLook.toFixed(0)} ms at least`,
      'exited after': spreadOf(exits.map(({ took }) => took)),
      watchers: watching.watchers,
      'had to reconnect': `${socket} sockets, ${stream} streams`,
      'events seen by watchers': watching.events,
      'stalled streams meanwhile': stalled,
    },
    broken: [
      ...sentencesOf([
        [failures.length, `requests failed: ${kinds}`],
        [late, 'servers took longer than 30 s to leave'],
        [unclean.length, `servers did not leave with 0: ${unclean.map(({ how }) => how).join()}`],
        [exits.length * STALLED - stalled, 'stalled readers were not there'],
      ]),
      ...watching.broken,
    ],
  };
}

/** A flow that waits for a response of another server in every second turn. */
function slowFlow(port: number): object {
  const webhook = { url: `http://127.0.0.1:${port}/`, method: 'GET' };
  return flowBeginningWith({ id: 'call', type: 'Webhook', options: { webhook } });
}

/** Streams whose readers stopped reading, while more is to be sent than the buffers hold. */
interface StalledStreams {
  /** The number of open ones. */
  open(): number;
  /**
   * Waits until the server is about to send a comment to each of them: it begins to end streams a second after the
   * signal to stop, in the middle of these comments.
   */
  untilComments(): Promise<void>;
  /** Cuts them off. */
  cut(): void;
}

/** The message of the bot in every second turn, in characters, and the number of turns: more than the buffers hold. */
const [SAID, TURNS] = [100_000, 140] as const;
/** The number of readers, and the time between their arrivals, in milliseconds. */
const STALLED = 12;
const OPEN_EVERY = 50;
/** How often a stream is sent a comment, and when a server ends streams after the signal to stop, in milliseconds. */
const [COMMENTS_EVERY, ENDS_STREAMS_AFTER] = [15_000, 1_000] as const;
/** How long the first event may take, in milliseconds. */
const OPENS_WITHIN = 10_000;

/** Makes a chat whose log is larger than the buffers; returns its session id. */
async function fillLog(server: BenchServer): Promise<string> {
  const { port } = server;
  const sessionId = await startChat(port, await publishBot(server, talker(SAID)));
  for (let turn = 0; turn < TURNS; turn += 1) await continueChat(port, sessionId);
  return sessionId;
}

/** Opens streams of that log on one server, one after the other; each reader stops at the first event. */
async function openStalled(port: number, sessionId: string): Promise<StalledStreams> {
  const begun = performance.now();
  let [stopped, over] = [0, 0];
  const readers: Following[] = [];
  for (let count = 0; count < STALLED; count += 1) {
    const reader = follow({ port, transport: 'stream', sessionId, after: 0 }, (seq) => {
      reader.pause();
      if (seq === 1) stopped += 1;
    });
    void reader.ended.then(() => (over += 1));
    readers.push(reader);
    await wait(OPEN_EVERY);
  }
  const opened = performance.now();
  await until(() => stopped === STALLED, OPENS_WITHIN);
  return {
    open: () => stopped - over,
    async untilComments() {
      const middle = (begun + opened) / 2 - ENDS_STREAMS_AFTER;
      const rounds = Math.ceil((performance.now() - middle) / COMMENTS_EVERY);
      await wait(Math.max(0, middle + rounds * COMMENTS_EVERY - performance.now()));
    },
    cut() {
      for (const { cut } of readers) cut();
    },
  };
}
