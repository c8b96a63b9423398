import { randomUUID } from 'node:crypto';
import { createNotifier, EVERYTHING, readNotice, type SendNotice } from './notifier.js';
import { createWakeUps, type OpenWakeUps } from './wakeUps.js';

/** The wake-ups of this process joined with those of all others on the same database. */
export interface PubSub {
  readonly wakeUps: OpenWakeUps;
  /** Takes what another process, or this one, has sent. */
  take(payload: string): void;
  /** Says that anything may have grown elsewhere without our having been told. */
  onMissed(): void;
  /** Settles when everything told so far was sent. */
  idle(): Promise<void>;
}

/** What joins processes. */
export interface PubSubOptions {
  readonly pollEvery: number;
  readonly send: SendNotice;
  readonly isConnected: () => boolean;
  /** What this process remembers of things that may grow elsewhere. */
  readonly memory?: Memory;
}

/** Forgets what may be out of date. */
export interface Memory {
  forget(id: string): void;
  forgetAll(): void;
}

/** Joins the wake-ups of this process with the others'. Watchers here are woken at once, without the way round. */
export function openPubSub({ pollEvery, send, isConnected, memory }: PubSubOptions): PubSub {
  const me = randomUUID().slice(0, 8);
  const notifier = createNotifier(me, send);
  const wakeUps = createWakeUps({ pollEvery, spread: notifier.tell, isConnected });
  const onMissed = (): void => {
    memory?.forgetAll();
    wakeUps.wakeAll();
  };
  return {
    wakeUps,
    idle: notifier.idle,
    onMissed,
    take(payload) {
      const { sender, ids } = readNotice(payload);
      if (sender === me) return;
      if (ids.includes(EVERYTHING)) return onMissed();
      for (const id of ids) {
        memory?.forget(id);
        wakeUps.wake(id);
      }
    },
  };
}
