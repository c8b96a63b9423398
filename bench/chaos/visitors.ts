import type { Told } from './auditCalls.js';
import type { Chance } from './chance.js';
import { callTo, insist, type Counter } from './insist.js';
import type { Ledger } from './ledger.js';
import { openRepetitions, type Repetitions } from './repetitions.js';
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
