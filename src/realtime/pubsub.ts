import { randomUUID } from 'node:crypto';
import type { Log } from '../log/log.js';
import type { Timeouts } from '../context/timeouts.js';
import type { Database } from '../storage/database.js';
import type { RecentChats } from '../storage/hot/recentChats.js';
import type { Notifications, openNotifications } from '../storage/notifications.js';
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
  /** Whether there is no other process to notify. */
  readonly isAlone?: () => boolean;
  /** A cache of things that other processes may change. */
  readonly memory?: Memory;
}

/** Removes entries that may be out of date. */
export interface Memory {
  forget(id: string): void;
  forgetAll(): void;
}

/** Connects the wake-ups of this process with those of the others. Watchers of this process are woken directly. */
export function openPubSub({
  pollEvery,
  send,
  isConnected,
  isAlone = () => false,
  memory,
}: PubSubOptions): PubSub {
  const me = randomUUID().slice(0, 8);
  const notifier = createNotifier(me, send);
  const spread = (id: string): void => {
    if (!isAlone()) notifier.tell(id);
  };
  const wakeUps = createWakeUps({ pollEvery, spread, isConnected });
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

/** What joining the processes of a database needs besides it. */
export interface JoinOptions {
  readonly log: Log;
  readonly timeouts: Timeouts;
  readonly memory: RecentChats;
}

/** The wake-ups of all processes on this database. */
export function joinProcesses(
  { directUrl: url, storage }: Database,
  open: typeof openNotifications,
  { log, timeouts, memory }: JoinOptions,
): PubSub & { close(): Promise<void> } {
  const notices: Notifications = open(
    { url, pool: storage.chatPool },
    {
      onMessage: (text) => bus.take(text),
      onConnected: () => bus.onMissed(),
      onDisconnected: (reason) =>
        log.warn(
          { reason },
          'no notifications from other processes: watched chats are read every few seconds. Behind a pooler, set DATABASE_DIRECT_URL',
        ),
    },
  );
  const { pollEvery } = timeouts;
  const { send, isConnected, isAlone } = notices;
  const bus = openPubSub({ pollEvery, send, isConnected, isAlone, memory });
  const close = async (): Promise<void> => {
    await bus.idle();
    await notices.close();
  };
  return { ...bus, close };
}
