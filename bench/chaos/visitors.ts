import type { Told } from './auditCalls.js';
import type { Chance } from './chance.js';
import { callTo, insist, type Counter } from './insist.js';
import type { Ledger } from './ledger.js';
import { openRepetitions, type Repetitions } from './repetitions.js';
import { memberOf } from './request.js';
import { wait } from './times.js';

/** People who chat, each in a chat of their own, and who try again when something fails. */
export interface Visitors {
  /** How many answers were acknowledged so far. */
  acknowledged(): number;
  /** How many requests failed so far, by what came back: a status with its reason, or what the network said. */
  readonly failures: ReadonlyMap<string, number>;
  /** When the last acknowledged request was begun, as `performance.now` tells it. */
  lastServed(): number;
  /** What those were told whose bot asks the outside, by what they had said. */
  readonly told: ReadonlyMap<string, Told>;
  readonly repetitions: Repetitions;
  /** Lets them finish what they are saying; what never came through, in sentences. */
  stop(): Promise<readonly string[]>;
}

/** The public ids of the bots they chat with: one that needs nobody else, and one whose turns call the shop. */
export interface Bots {
  readonly plain: string;
  readonly asking: string;
}

/** Who comes, and where to. */
export interface Visit {
  readonly bots: Bots;
  readonly count: number;
  /** The ports of the servers; any request may go to any. */
  readonly ports: readonly number[];
  readonly chance: Chance;
  readonly ledger: Ledger;
}

/** One visitor of so many chats with the bot that asks the outside. */
const ASKING_EACH = 3;
/** After so many answers a visitor starts a new chat. */
const CHAT_LENGTH = 40;
/** The longest a visitor thinks before the next answer, in milliseconds. */
const THINKS = 60;

/** Lets so many people chat until they are stopped. */
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
