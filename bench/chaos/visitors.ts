import type { Told } from './auditCalls.js';
import type { Chance } from './chance.js';
import { callTo, type Counter, insist, type KeyedCall } from './insist.js';
import type { Ledger } from './ledger.js';
import { memberOf } from './request.js';
import { wait } from './times.js';

/** Visitors, each in a chat of their own, who retry when something fails. */
export interface Visitors {
  /** The number of acknowledged answers so far. */
  acknowledged(): number;
  /** The number of failed requests so far, by outcome: a status with its reason, or the error of the network. */
  readonly failures: ReadonlyMap<string, number>;
  /** When the last acknowledged request was begun, by `performance.now`. */
  lastServed(): number;
  /** The replies to visitors whose bot calls the shop, by their message. */
  readonly told: ReadonlyMap<string, Told>;
  readonly repetitions: Repetitions;
  /** Lets them finish their current message; returns what was never served, as sentences. */
  stop(): Promise<readonly string[]>;
}

/** The public ids of the bots: one without effects, and one whose turns call the shop. */
export interface Bots {
  readonly plain: string;
  readonly asking: string;
}

/** The number of visitors, and where their requests go. */
export interface Visit {
  readonly bots: Bots;
  readonly count: number;
  /** The ports of the servers; any server may receive any request. */
  readonly ports: readonly number[];
  readonly chance: Chance;
  readonly ledger: Ledger;
}

/** One of this many chats is with the bot that calls the shop. */
const ASKING_EACH = 3;
/** The number of answers after which a visitor starts a new chat. */
const CHAT_LENGTH = 40;
/** The longest pause of a visitor before the next answer, in milliseconds. */
const THINKS = 60;

/** Runs visitors until they are stopped. */
export function openVisitors({ ports, chance, ...visit }: Visit): Visitors {
  const counter = { ports, chance, lastServed: 0, failures: new Map<string, number>() };
  const told = new Map<string, Told>();
  const repetitions = openRepetitions(counter);
  const state: State = { ...visit, counter, told, repetitions, isOver: false, acknowledged: 0 };
  const ending = Promise.allSettled(
    Array.from({ length: visit.count }, (_, index) =>
      chatOn(state, { name: `v${index}`, isAsking: index % ASKING_EACH === 0 }),
    ),
  );
  return {
    acknowledged: () => state.acknowledged,
    failures: counter.failures,
    lastServed: () => counter.lastServed,
    told,
    repetitions,
    async stop() {
      state.isOver = true;
      const ended = await ending;
      return ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    },
  };
}

interface State extends Pick<Visit, 'bots' | 'ledger'> {
  readonly counter: Counter;
  readonly told: Map<string, Told>;
  readonly repetitions: Repetitions;
  isOver: boolean;
  acknowledged: number;
}

interface Visitor {
  readonly name: string;
  readonly isAsking: boolean;
}

async function chatOn(state: State, { name, isAsking }: Visitor): Promise<void> {
  const { bots, ledger, counter } = state;
  const publicId = isAsking ? bots.asking : bots.plain;
  for (let chat = 0; !state.isOver; chat += 1) {
    const started = await send(state, `bots/${publicId}/startChat`, {});
    const sessionId = String(memberOf(started.reply, 'sessionId'));
    const said: string[] = [];
    ledger.set(sessionId, said);
    for (let count = 0; count < CHAT_LENGTH && !state.isOver; count += 1) {
      await wait(counter.chance() * THINKS);
      const message = `${name} ${chat} ${count}`;
      const served = await send(state, `sessions/${sessionId}/continueChat`, { message });
      said.push(message);
      if (isAsking) state.told.set(message, served);
      state.acknowledged += 1;
    }
  }
}

/** Sends something until it is served. */
async function send({ counter, repetitions }: State, path: string, body: object): Promise<Told> {
  const call = callTo(path, body);
  const { text: reply, tries } = await insist(counter, call);
  await repetitions.note(call, reply);
  return { reply, tries };
}

/** Some of the served calls, which are sent again later: each must get the same reply, byte for byte. */
interface Repetitions {
  /** Records a call and its response, at random; and repeats an earlier one, at random. */
  note(call: KeyedCall, reply: string): Promise<void>;
  /** Repeats all recorded calls, on every server. */
  repeatAll(): Promise<void>;
  /** The numbers of recorded calls, of served repetitions, and of replies that differed. */
  seen(): { readonly sampled: number; readonly repeated: number; readonly different: number };
}

/** One of how many calls is repeated, and how many are repeated at once at the end. */
const [SAMPLED, AT_ONCE] = [20, 8] as const;

/** Begins with none. A repetition during kills is sent until it is served, like every other call. */
function openRepetitions(counter: Counter): Repetitions {
  const samples: { readonly call: KeyedCall; readonly reply: string }[] = [];
  let [repeated, different] = [0, 0];
  const repeat = async ({ call, reply }: (typeof samples)[number], way = counter) => {
    const { text } = await insist(way, call);
    repeated += 1;
    if (text !== reply) different += 1;
  };
  return {
    async note(call, reply) {
      const { chance } = counter;
      const earlier = samples[Math.floor(chance() * samples.length)];
      if (chance() < 1 / SAMPLED) samples.push({ call, reply });
      if (earlier && chance() < 1 / SAMPLED) await repeat(earlier);
    },
    async repeatAll() {
      const sent = samples.flatMap((sample) =>
        counter.ports.map((port) => ({ sample, way: { ...counter, ports: [port] } })),
      );
      const work = sent.values();
      const repeatOn = async (): Promise<void> => {
        for (const { sample, way } of work) await repeat(sample, way);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, repeatOn));
    },
    seen: () => ({ sampled: samples.length, repeated, different }),
  };
}
