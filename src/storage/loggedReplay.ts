import type { TurnEvent } from '../engine/index.js';
import type { ReplayInput, ReplayRecord } from '../schema/chatReplay.js';

/**
 * What the log of a chat tells of a turn in which the visitor sent a text: what running the turn again needs, if it had no effect. For such
 * turns nothing else is stored. `at` is when the turn was written, in milliseconds since 1970. Undefined where the visitor sent nothing.
 */
export function loggedReplay(
  events: readonly TurnEvent[],
  at: number,
): (ReplayRecord & { readonly input: ReplayInput }) | undefined {
  const [heard] = events;
  if (heard?.kind !== 'heard') return undefined;
  return { beganAt: at, input: { type: 'message', message: { text: heard.text } } };
}
