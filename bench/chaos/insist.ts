import { randomUUID } from 'node:crypto';
import type { Chance } from './chance.js';
import { memberOf, request } from './request.js';
import { wait } from './times.js';

/** A call that may be sent repeatedly: its `Idempotency-Key` marks all attempts as one. */
export interface KeyedCall {
  readonly path: string;
  readonly body: object;
  readonly headers: { readonly 'Idempotency-Key': string };
}

/** Where calls go, and the counts of their outcomes. */
export interface Counter {
  /** The ports of the servers; any server may receive any request. */
  readonly ports: readonly number[];
  readonly chance: Chance;
  /** When the last served request was begun, by `performance.now`. */
  lastServed: number;
  /** The number of failed requests, by outcome: a status with its reason, or the error of the network. */
  readonly failures: Map<string, number>;
}

/** The longest wait before a retry, and the time limit for one message, in milliseconds. */
const [RETRIES_AFTER, GIVES_UP_AFTER] = [250, 180_000] as const;

/** A call with a key of its own. */
export function callTo(path: string, body: object): KeyedCall {
  return { path: `/api/v1/${path}`, body, headers: { 'Idempotency-Key': randomUUID() } };
}

/**
 * Sends a call until it is served, on alternating servers; returns the body of the response, and the number of
 * attempts.
 */
export async function insist(
  counter: Counter,
  call: KeyedCall,
): Promise<{ readonly text: string; readonly tries: number }> {
  const { chance, ports, failures } = counter;
  const deadline = performance.now() + GIVES_UP_AFTER;
  let failure = '';
  for (let tries = 1; performance.now() < deadline; tries += 1) {
    const port = ports[Math.floor(chance() * ports.length)] ?? 0;
    const begun = performance.now();
    const outcome = await attempt({ ...call, port });
    if (outcome.isServed) {
      counter.lastServed = Math.max(counter.lastServed, begun);
      return { text: outcome.text, tries };
    }
    failure = outcome.text;
    failures.set(failure, (failures.get(failure) ?? 0) + 1);
    if (outcome.isFinal) break;
    await wait(chance() * RETRIES_AFTER);
  }
  throw new Error(`${call.path} was never served: ${failure}`);
}

/** Whether to retry: conflicts, too many requests, and server errors. */
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
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return { text: String(code ?? error), isServed: false, isFinal: false };
  }
}
