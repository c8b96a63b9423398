import { setTimeout as pause } from 'node:timers/promises';
import type { Context, Watch } from '../context/context.js';
import { invalid } from '../errors/errors.js';
import { MAX_WINDOWS, type SignOutcome } from '../storage/editors.js';

/** The people who have something open. */
export interface Presence<Key, Shown> {
  /** What is open, for people. */
  readonly what: 'bot' | 'chat';
  /** The topic of changes of the list. */
  readonly topic: string;
  /** The subscriber's own window, after checking their rights, which may be lost; undefined if they only watch. */
  own(): Promise<Key | undefined>;
  /** Notes that the window is still open. */
  readonly keep: (own: Key) => Promise<SignOutcome>;
  /** Deletes the window; returns whether it was stored. */
  leave(own: Key): Promise<boolean>;
  list(): Promise<Shown[]>;
}

/** Milliseconds between two renewals of the lease of an open window. */
const RENEWAL_INTERVAL = 5_000;

/** Milliseconds between two reads of the list, at least. */
const MIN_READ_INTERVAL = 200;

/**
 * The list of those who have something open, at first and after each change, until the watch is closed. The subscriber's own window is
 * listed as long; if the server process dies, until the lease ends.
 */
export async function* followPresence<Key, Shown>(
  { wakeUps }: Context,
  watch: Watch,
  presence: Presence<Key, Shown>,
): AsyncGenerator<Shown[], void> {
  const waitForNewsOrRenewal = openWaiting(watch);
  let own: Key | undefined;
  try {
    let lastSent = '';
    while (!watch.isClosed) {
      own = await presence.own();
      if (own && (await keptWindow(presence, own))) wakeUps.announce(presence.topic);
      const shown = await presence.list();
      const text = JSON.stringify(shown);
      if (text !== lastSent) yield shown;
      lastSent = text;
      await pause(MIN_READ_INTERVAL);
      await waitForNewsOrRenewal();
    }
  } finally {
    watch.close();
    if (own && (await presence.leave(own))) wakeUps.announce(presence.topic);
  }
}

/** Keeps a window, and returns whether that changed the list. Fails if the person has too many. */
async function keptWindow<Key>(
  { keep, what }: Pick<Presence<Key, unknown>, 'keep' | 'what'>,
  own: Key,
): Promise<boolean> {
  const outcome = await keep(own);
  assertWindow(outcome, what);
  return outcome === 'CHANGED';
}

/** Fails if the person has too many windows of this bot or chat open. */
export function assertWindow(outcome: SignOutcome, what: Presence<unknown, unknown>['what']): void {
  if (outcome !== 'TOO_MANY') return;
  const message = `You have this ${what} open in ${MAX_WINDOWS} windows already`;
  throw invalid([{ path: ['clientId'], message }]);
}

/** Returns a function that waits for a wake-up, but no longer than until the next renewal is due. */
function openWaiting(watch: Watch): () => Promise<void> {
  let news: Promise<void> | undefined;
  return async () => {
    news ??= watch.next().then(() => {
      news = undefined;
    });
    const timer = new AbortController();
    const { signal } = timer;
    await Promise.race([news, pause(RENEWAL_INTERVAL, undefined, { signal })]);
    timer.abort();
  };
}
