import { randomUUID } from 'node:crypto';
import type { Log } from '../log/log.js';
import type { Timeouts } from '../context/timeouts.js';
import type { Bus } from '../storage/bus/bus.js';
import type { Notifications, openNotifications } from '../storage/bus/notifications.js';
import { createNotifier, EVERYTHING, type SendNotice } from './notifier.js';
import { createWakeUps, type OpenWakeUps } from './wakeUps.js';

/** The wake-ups of this process joined with those of all others on the same database. */
export interface PubSub {
  readonly wakeUps: OpenWakeUps;
  /** Receives a payload of another process, or of this one. */
  take(payload: string): void;
  /** Called when notifications may have been missed. */
  onMissed(): void;
  /** Called when notifications that could not be sent before may be sent now. */
  retry(): void;
  /** Resolves when nothing more is being sent. */
  idle(): Promise<void>;
}

/** How processes are connected. */
export interface PubSubOptions {
  readonly pollEvery: number;
  readonly send: SendNotice;
  readonly isConnected: () => boolean;
  readonly isAlone?: () => boolean;
  /** Caches of things that other processes may change. */
  readonly memories?: readonly Memory[];
}

/** Removes entries that may be out of date. */
export interface Memory {
  /** What the ids of its entries begin with. */
  readonly topics: string;
  forget(id: string): void;
  forgetAll(): void;
}

/** Connects the wake-ups of this process with those of the others. Watchers of this process are woken directly. */
export function openPubSub({
  pollEvery,
  send,
  isConnected,
  isAlone = () => false,
  memories = [],
}: PubSubOptions): PubSub {
  const me = randomUUID().slice(0, 8);
  const notifier = createNotifier(me, send);
  const spread = (id: string): void => {
    if (!isAlone()) notifier.tell(id);
  };
  const wakeUps = createWakeUps({ pollEvery, spread, isConnected });
  const onMissed = (): void => {
    for (const memory of memories) memory.forgetAll();
    wakeUps.wakeAll();
  };
  return {
    wakeUps,
    retry: notifier.retry,
    idle: notifier.idle,
    onMissed,
    take(payload) {
      const [sender, ...ids] = payload.split(' ');
      if (sender === me) return;
      if (ids.includes(EVERYTHING)) return onMissed();
      for (const id of ids) {
        for (const memory of memories) if (id.startsWith(memory.topics)) memory.forget(id);
        wakeUps.wake(id);
      }
    },
  };
}

/** Dependencies of `joinProcesses`, besides the bus. */
export interface JoinOptions {
  readonly log: Log;
  readonly timeouts: Timeouts;
  readonly caches: Readonly<Record<string, Memory>>;
}

/** Connects the wake-ups of all processes on this database. */
export function joinProcesses(
  bus: Bus,
  open: typeof openNotifications,
  { log, timeouts, caches }: JoinOptions,
): PubSub & { close(): Promise<void> } {
  let isSilent = false;
  const notices: Notifications = open(bus, {
    onMessage: (text) => joined.take(text),
    onConnected() {
      joined.onMissed();
      joined.retry();
      if (isSilent) log.info('notifications from other processes arrive again');
      isSilent = false;
    },
    onDisconnected(reason) {
      log.warn({ reason }, bus.whenSilent);
      isSilent = true;
      // Callers that wait for a notification poll from now on.
      if (!bus.isDatabase) joined.onMissed();
    },
  });
  const { pollEvery } = timeouts;
  const memories = Object.values(caches);
  const { send, isConnected, isAlone } = notices;
  const joined = openPubSub({ pollEvery, send, isConnected, isAlone, memories });
  const close = async (): Promise<void> => {
    await joined.idle();
    await notices.close();
  };
  return { ...joined, close };
}
