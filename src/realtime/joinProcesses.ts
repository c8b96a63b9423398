import type { Log } from '../log/log.js';
import type { Timeouts } from '../context/context.js';
import type { Database } from '../storage/database.js';
import type { RecentChats } from '../storage/hot/recentChats.js';
import type { Notifications, openNotifications } from '../storage/notifications.js';
import { openPubSub, type PubSub } from './pubsub.js';

/** What joining the processes of a database needs besides it. */
export interface JoinOptions {
  readonly log: Log;
  readonly timeouts: Timeouts;
  readonly memory: RecentChats;
}

/** The wake-ups of all processes on this database. */
export function joinProcesses(
  { url, storage }: Database,
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
          'no notifications from other processes: watched chats are read every few seconds',
        ),
    },
  );
  const { pollEvery } = timeouts;
  const { send, isConnected } = notices;
  const bus = openPubSub({ pollEvery, send, isConnected, memory });
  const close = async (): Promise<void> => {
    await bus.idle();
    await notices.close();
  };
  return { ...bus, close };
}
