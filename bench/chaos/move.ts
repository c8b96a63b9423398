import { z } from 'zod';
import { ask } from '../ask.js';
import { createDatabase, queryOn } from '../database.js';
import { importWithWorkspace } from '../publishBot.js';
import { sentencesOf } from './faults.js';
import { callTo, insist, type Counter } from './insist.js';
import { audit } from './ledger.js';
import {
  differences,
  isAllowed,
  readFlown,
  type FlightBot,
  type FlightChat,
  type Flown,
  type Plan,
} from './movedChats.js';
import { startTwo, type Phoenix } from './phoenix.js';
import { closeConnections, memberOf } from './request.js';
import { until, wait } from './times.js';
import type { Ground, Outcome, Trial } from './trial.js';
import { answerTo, versionPair } from './versionPairs.js';

/** Pairs of versions, the people who write at once, and the most answers that a chat has before its bot changes. */
const [PAIRS, WRITERS, MOST_BEFORE] = [20, 24, 4] as const;

/** The longest time until the next kill of a server, and how long both may take to learn of other versions, in milliseconds. */
const [RESTS, LEARNS_WITHIN] = [10_000, 2_000] as const;

/** What becomes of the open chats of each fifth bot. */
const POLICIES = [
  ...(['MOVE_AT_NEXT_INPUT', 'MOVE_NOW_OR_END', 'FINISH_ON_OLD'] as const),
  ...(['MOVE_AT_NEXT_INPUT', 'MOVE_NOW_OR_END'] as const),
];

/** Open chats of bots that change, and change back, while two servers are killed. */
export const move: Trial = {
  name: 'move',
  promise:
    'open chats of bots that change move, stay or end as planned, whatever is killed: none lost, none twice',
  async run(ground) {
    const { later, isQuick, chance } = ground;
    const database = await createDatabase();
    later(database.drop);
    const servers = await startTwo(database.url, {}, later);
    const killOn = async (server: Phoenix, isOver: () => boolean): Promise<number> => {
      let kills = 0;
      for (; !isOver(); kills += 1) {
        await wait(chance() * RESTS);
        await server.now().kill();
        await server.rise();
      }
      return kills;
    };
    return moveUnderFire(ground, {
      ...{ servers, databaseUrl: () => database.url, pairs: PAIRS, each: isQuick ? 10 : 500 },
      async fire(isOver) {
        const kills = await Promise.all(servers.map((server) => killOn(server, isOver)));
        return kills.reduce((sum, count) => sum + count, 0);
      },
    });
  },
};

/** How large a trial is, and what is killed. */
interface Scale {
  readonly servers: readonly [Phoenix, ...Phoenix[]];
  readonly databaseUrl: () => string;
  readonly pairs: number;
  /** The chats of each pair. */
  readonly each: number;
  /** Kills servers and starts them again until it is over; returns how often. */
  fire(isOver: () => boolean): Promise<number>;
}

/** Opens chats, changes their bots and changes them back, each time with messages under fire, and compares all with the plans. */
export async function moveUnderFire(
  { chance, say }: Pick<Ground, 'chance' | 'say'>,
  scale: Scale,
): Promise<Outcome> {
  const { servers, databaseUrl, pairs, each } = scale;
  const bots: FlightBot[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    bots.push(await makeBot(servers[0], versionPair(chance), POLICIES[pair % POLICIES.length]));
  }
  const ports = servers.map(({ port }) => port);
  const counter = { ports, chance, lastServed: 0, failures: new Map<string, number>() };
  const chats = await openChats(counter, bots, each);
  say(`${chats.length} chats are open`);
  const flight: Flight = { ...scale, say, bots, chats, counter };
  const there = await change(flight, publishNext);
  const back = await change(flight, rollBack);
  const kills = there.kills + back.kills + (await sayUnderFire(flight));
  closeConnections();
  const { gaps } = await audit(databaseUrl(), new Map());
  const flown = await readFlown((sql) => queryOn(databaseUrl(), sql), chats);
  return outcomeOf({ flight, kills, gaps, flown, plans: [there.plans, back.plans] });
}

interface Flight extends Pick<Scale, 'servers' | 'fire'>, Pick<Ground, 'say'> {
  readonly bots: readonly FlightBot[];
  readonly chats: readonly FlightChat[];
  readonly counter: Counter;
}

const madeSchema = z.object({
  publicId: z.string(),
  version: z.object({ id: z.string(), number: z.number() }),
});

async function makeBot(
  server: Phoenix,
  [first, next]: ReturnType<typeof versionPair>,
  policy: (typeof POLICIES)[number] = 'FINISH_ON_OLD',
): Promise<FlightBot> {
  const graphCoordinates = { x: 0, y: 0 };
  const start = { id: 'start', type: 'start', graphCoordinates, outgoingEdgeId: 'begin' };
  const flow = { version: '6', name: 'Moving', events: [start], theme: {}, settings: {} };
  const { botId } = await importWithWorkspace(server.now(), { ...flow, ...first });
  const { publicId, version } = await post(server, `bots/${botId}/publish`, {}, madeSchema);
  await ask(server.now(), `/api/v1/bots/${botId}`, { method: 'PATCH', body: { bot: next } });
  return { botId, publicId, firstVersionId: version.id, policy };
}

async function post<T>(
  server: Phoenix,
  path: string,
  body: object,
  schema: z.ZodType<T>,
): Promise<T> {
  return schema.parse(await (await ask(server.now(), `/api/v1/${path}`, { body })).json());
}

async function openChats(
  counter: Counter,
  bots: readonly FlightBot[],
  each: number,
): Promise<FlightChat[]> {
  const wanted = bots.flatMap((bot) => Array.from({ length: each }, () => bot));
  const chats: FlightChat[] = [];
  await byWriters(wanted.entries(), async ([number, bot]) => {
    const { text } = await insist(counter, callTo(`bots/${bot.publicId}/startChat`, {}));
    const sessionId = String(memberOf(text, 'sessionId'));
    const chat: FlightChat = {
      number,
      sessionId,
      botId: bot.botId,
      said: [],
      rounds: [],
      awaits: awaitedIn(text),
    };
    chats.push(chat);
    const count = Math.floor(counter.chance() * (MOST_BEFORE + 1));
    for (let answer = 0; answer < count; answer += 1) await answerIn(counter, chat);
  });
  return chats;
}

/** The kind of input that a reply awaits; undefined where the chat has ended. */
function awaitedIn(reply: string): string | undefined {
  const type = z.object({ type: z.string() }).safeParse(memberOf(reply, 'input'));
  return type.data?.type;
}

async function answerIn(counter: Counter, chat: FlightChat): Promise<void> {
  if (chat.awaits === undefined) return;
  const message = answerTo(chat.awaits, chat.number, chat.said.length);
  const call = callTo(`sessions/${chat.sessionId}/continueChat`, { message });
  const { text } = await insist(counter, call);
  chat.said.push(message);
  chat.awaits = awaitedIn(text);
}

async function byWriters<T>(work: Iterator<T> & Iterable<T>, run: (one: T) => Promise<void>) {
  const runAll = async (): Promise<void> => {
    for (const one of work) await run(one);
  };
  await Promise.all(Array.from({ length: WRITERS }, runAll));
}

/** A way to make another version of a bot live: the version to plan with, undefined for its draft, and what makes it live. */
interface Way {
  planned(bot: FlightBot): string | undefined;
  goLive(server: Phoenix, bot: FlightBot): Promise<void>;
}

const publishNext: Way = {
  planned: () => undefined,
  async goLive(server, { botId, policy }) {
    await post(server, `bots/${botId}/publish`, { inFlightPolicy: policy }, madeSchema);
  },
};

const rollBack: Way = {
  planned: ({ firstVersionId }) => firstVersionId,
  async goLive(server, { botId, firstVersionId }) {
    await post(server, `bots/${botId}/versions/${firstVersionId}/rollback`, {}, madeSchema);
  },
};

/** Plans what becomes of all open chats, makes the other versions live, and sends one message to each chat while servers are killed. */
async function change(
  flight: Flight,
  { planned, goLive }: Way,
): Promise<{ readonly plans: ReadonlyMap<string, Plan>; readonly kills: number }> {
  const [server] = flight.servers;
  const plans = new Map<string, Plan>();
  for (const bot of flight.bots) {
    plans.set(bot.botId, await planOf(server, bot, planned(bot)));
  }
  for (const bot of flight.bots) await goLive(server, bot);
  // The server that makes a version live knows it at once.
  if (flight.servers.length > 1) await wait(LEARNS_WITHIN);
  return { plans, kills: await sayUnderFire(flight) };
}

const planSchema = z.object({
  ...{ open: z.number(), unaffected: z.number(), moving: z.number() },
  reasons: z.array(z.object({ message: z.string(), chats: z.number() })),
  nextCursor: z.null(),
});

async function planOf(server: Phoenix, { botId }: FlightBot, versionId?: string): Promise<Plan> {
  const version = versionId === undefined ? '' : `&versionId=${versionId}`;
  const path = `/api/v1/bots/${botId}/movePlan?atMost=5000${version}`;
  return planSchema.parse(await (await ask(server.now(), path)).json());
}

/** Sends one message to each open chat, while the servers are killed by chance; returns how often. */
async function sayUnderFire(flight: Flight): Promise<number> {
  const { servers, chats, counter, fire, say } = flight;
  let isOver = false;
  const killing = fire(() => isOver);
  const open = chats.filter(({ awaits }) => awaits !== undefined);
  for (const chat of open) chat.rounds.push(chat.said.length);
  const send = async (chat: FlightChat): Promise<void> => answerIn(counter, chat);
  await byWriters(open.values(), send).finally(() => {
    isOver = true;
  });
  const kills = await killing;
  await until(
    async () => (await Promise.all(servers.map((one) => one.isReady()))).every(Boolean),
    60_000,
  );
  say(`one message more in each chat, ${kills} kills`);
  return kills;
}

interface Landed {
  readonly flight: Flight;
  readonly kills: number;
  /** Logs with a gap. */
  readonly gaps: number;
  readonly flown: ReadonlyMap<string, Flown>;
  /** Before the change, and before the way back. */
  readonly plans: readonly ReadonlyMap<string, Plan>[];
}

function outcomeOf({ flight, kills, gaps, flown, plans }: Landed): Outcome {
  const { bots, chats, counter } = flight;
  const all = [...flown.values()];
  const sum = (of: (one: Flown) => number): number =>
    all.reduce((total, one) => total + of(one), 0);
  const [lost, doubled] = [sum((one) => one.lost), sum((one) => one.doubled)];
  const seen = bots.map((bot) => ({
    bot,
    ofBot: chats.flatMap((chat) => {
      const one = flown.get(chat.sessionId);
      return one && chat.botId === bot.botId ? [[chat, one] as const] : [];
    }),
  }));
  const wrong = seen.flatMap(({ bot, ofBot }) =>
    ofBot.filter(([, one]) => !isAllowed(bot.policy, one)),
  );
  const unlike = seen.flatMap(({ bot: { botId, policy }, ofBot }) =>
    plans.flatMap((planned, round) => {
      const plan = planned.get(botId);
      return plan ? differences({ plan, policy, round }, ofBot) : ['a bot has no plan'];
    }),
  );
  const failures = [...counter.failures].map(([what, count]) => `${count} × ${what}`);
  const moves = (version: number): number =>
    sum((one) => one.moves.filter((made) => made.version === version).length);
  return {
    figures: {
      ...{ chats: chats.length, kills, lost, doubled, 'gaps in logs': gaps },
      acknowledged: chats.reduce((total, { said }) => total + said.length, 0),
      'moved there and back': `${moves(2)} and ${moves(1)}`,
      'ended since they could not': all.filter(({ end }) => end).length,
      'plans that differ': unlike.length,
      'failed requests, tried again': failures.join(', ') || 'none',
    },
    broken: [
      ...sentencesOf([
        [lost, 'acknowledged messages are lost'],
        [doubled, 'messages are there twice'],
        [gaps, 'chats have a gap in their log'],
        [wrong.length, 'chats run a version, or ended, against the policy of their bot'],
        [moves(2) > 0 && moves(1) > 0 ? 0 : 1, 'way on which nobody moved'],
      ]),
      ...new Set(unlike),
    ],
  };
}
