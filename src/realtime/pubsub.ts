import { randomUUID } from 'node:crypto';
import { createNotifier, EVERYTHING, readNotice, type SendNotice } from './notifier.js';
import { createWakeUps, type OpenWakeUps } from './wakeUps.js';

/** The wake-ups of this process joined with those of all others on the same database. */
export interface PubSub {
  readonly wakeUps: OpenWakeUps;
  /** Receives a payload of another process, or of this one. */
  take(payload: string): void;
  /** Call when notifications may have been missed. */
  onMissed(): void;
  /** Settles when everything announced so far has been sent. */
  idle(): Promise<void>;
}

/** How processes are connected. */
export interface PubSubOptions {
  readonly pollEvery: number;
  readonly send: SendNotice;
  readonly isConnected: () => boolean;
  /** A cache of things that other processes may change. */
  readonly memory?: Memory;
}

/** Removes entries that may be out of date. */
export interface Memory {
  forget(id: string): void;
  forgetAll(): void;
}

/** Connects the wake-ups of this process with those of the others. Watchers of this process are woken directly. */
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
