import { randomUUID } from 'node:crypto';
import type { Chance } from './chance.js';
import type { Ledger } from './ledger.js';
import { memberOf, request } from './request.js';
import { wait } from './times.js';

/** People who chat, each in a chat of their own, and who try again when something fails. */
export interface Visitors {
  /** How many answers were acknowledged so far. */
  acknowledged(): number;
  /** How many requests failed so far, by what came back: a status with its reason, or what the network said. */
  readonly failures: ReadonlyMap<string, number>;
  /** When the last acknowledged request was begun, as `performance.now` tells it. */
  lastServed(): number;
  /** Lets them finish what they are saying; what never came through, in sentences. */
  stop(): Promise<readonly string[]>;
}

/** Who comes, and where to. */
export interface Visit {
  readonly publicId: string;
  readonly count: number;
  /** The ports of the servers; any request may go to any. */
  readonly ports: readonly number[];
  /** Whether the servers know a retry by its `Idempotency-Key`. */
  readonly isKeyed: boolean;
  readonly chance: Chance;
  readonly ledger: Ledger;
}

/** After so many answers a visitor starts a new chat. */
const CHAT_LENGTH = 40;
/** The longest a visitor thinks before the next answer, and before a retry, in milliseconds. */
const [THINKS, RETRIES_AFTER] = [60, 250] as const;
/** How long somebody tries to say one thing, in milliseconds. */
const GIVES_UP_AFTER = 60_000;

/** Lets so many people chat until they are stopped. */
export function openVisitors(visit: Visit): Visitors {
  const state: State = {
    visit,
    isOver: false,
    acknowledged: 0,
    lastServed: 0,
    failures: new Map(),
  };
  const ending = Promise.allSettled(
    Array.from({ length: visit.count }, (_, index) => chatOn(state, `v${index}`)),
  );
  return {
    acknowledged: () => state.acknowledged,
    failures: state.failures,
    lastServed: () => state.lastServed,
    async stop() {
      state.isOver = true;
      const ended = await ending;
      return ended.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    },
  };
}

interface State {
  readonly visit: Visit;
  isOver: boolean;
  acknowledged: number;
  lastServed: number;
  readonly failures: Map<string, number>;
}

async function chatOn(state: State, name: string): Promise<void> {
  const { publicId, ledger, chance } = state.visit;
  for (let chat = 0; !state.isOver; chat += 1) {
    const started = await insist(state, `bots/${publicId}/startChat`, {});
    const sessionId = String(memberOf(started.text, 'sessionId'));
    const said = ledger.get(sessionId) ?? [];
    ledger.set(sessionId, said);
    for (let count = 0; count < CHAT_LENGTH && !state.isOver; count += 1) {
      await wait(chance() * THINKS);
      const text = `${name} ${chat} ${count}`;
      const { tries } = await insist(state, `sessions/${sessionId}/continueChat`, {
        message: text,
      });
      said.push({ text, atMost: state.visit.isKeyed ? 1 : tries });
      state.acknowledged += 1;
    }
  }
}

/** Sends it until it is served, now here, now there. A key says that all of these are one. */
async function insist(
  state: State,
  path: string,
  body: object,
): Promise<{ text: string; tries: number }> {
  const { chance, ports } = state.visit;
  const headers = { 'Idempotency-Key': randomUUID() };
  const deadline = performance.now() + GIVES_UP_AFTER;
  let failure = '';
  for (let tries = 1; performance.now() < deadline; tries += 1) {
    const port = ports[Math.floor(chance() * ports.length)] ?? 0;
    const begun = performance.now();
    const outcome = await attempt({ port, path: `/api/v1/${path}`, body, headers });
    if (outcome.isServed) {
      state.lastServed = Math.max(state.lastServed, begun);
      return { text: outcome.text, tries };
    }
    failure = outcome.text;
    state.failures.set(failure, (state.failures.get(failure) ?? 0) + 1);
    if (outcome.isFinal) break;
    await wait(chance() * RETRIES_AFTER);
  }
  throw new Error(`${path} was never served: ${failure}`);
}

/** Worth another try: conflicts, too many requests, and whatever is the server's own fault. */
const isPassing = (status: number): boolean => status === 409 || status === 429 || status >= 500;

async function attempt(
  asked: Parameters<typeof request>[0],
): Promise<{ text: string; isServed: boolean; isFinal: boolean }> {
  try {
    const { status, text } = await request(asked);
    if (status === 200) return { text, isServed: true, isFinal: true };
    const reason = `${status} ${String(memberOf(text, 'reason'))}`;
    return { text: reason, isServed: false, isFinal: !isPassing(status) };
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    return { text: String(code ?? error), isServed: false, isFinal: false };
  }
}
