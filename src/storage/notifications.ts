import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';

/** Short texts between all processes on one database, by LISTEN and NOTIFY. None is kept: any may be lost. */
export interface Notifications {
  /** Sends a text below 8000 bytes to all, also to this process. Rejects when the database cannot be reached. */
  send(text: string): Promise<void>;
  /** Whether what others send arrives here now. */
  isConnected(): boolean;
  /** Whether no other process listens, so that nothing need be sent: nobody's test text arrived for long, and ours did. */
  isAlone(): boolean;
  close(): Promise<void>;
}

/** Callbacks of `openNotifications`. */
export interface NotificationHandlers {
  /** Called with a text that a process sent. */
  onMessage(text: string): void;
  /** Called when texts arrive from now on; some may have been missed before. */
  onConnected(): void;
  /** Called once each time texts stop arriving. */
  onDisconnected(reason: string): void;
}

const CHANNEL = 'parley_grown';

/** First and longest wait, in milliseconds, before the connection is made again. */
const [FIRST_WAIT, LONGEST_WAIT] = [100, 10_000] as const;

/** How long, in milliseconds, connecting and disconnecting may take. */
const [CONNECTS_WITHIN, ENDS_WITHIN] = [5_000, 1_000] as const;

/** Time limits of the check that texts arrive, in milliseconds. */
export interface Probing {
  /** How long our own test text may take. */
  readonly arrivesWithin: number;
  /** Between two of them: a connection may stop delivering without ending. */
  readonly every: number;
}

const PROBING: Probing = { arrivesWithin: 3_000, every: 15_000 };

/** The number of test texts that a process leaves out before it counts as gone. */
const GONE_AFTER = 3;

/** The prefix of a test text, which is not passed to the handlers. */
const PROBE = 'probe ';

/**
 * Listens on a connection of its own, and connects again whenever it breaks. Never rejects: where LISTEN does not work, such as
 * behind a pooler with a connection for each transaction, nothing arrives, and `onDisconnected` is called.
 */
export function openNotifications(
  place: { readonly url: string; readonly pool: Pool },
  handlers: NotificationHandlers,
  probing = PROBING,
): Notifications {
  const state: Listening = {
    isClosed: false,
    isConnected: false,
    wasTold: false,
    others: new Map(),
    connectedAt: 0,
  };
  const send = (text: string): Promise<void> => notify(place.pool, text);
  const listening = keepListening(place.url, { state, handlers, probing, send });
  return {
    send,
    isConnected: () => state.isConnected,
    isAlone: () => isAlone(state, probing),
    async close() {
      state.isClosed = true;
      state.stop?.();
      await listening;
    },
  };
}

/** A process answers the first test text of another with its own, so that both soon know of each other. */
function isAlone({ isConnected, connectedAt, others }: Listening, probing: Probing): boolean {
  const now = performance.now();
  if (!isConnected || now - connectedAt < probing.arrivesWithin) return false;
  for (const [probe, heardAt] of others) {
    if (now - heardAt < GONE_AFTER * probing.every) return false;
    others.delete(probe);
  }
  return true;
}

async function notify(by: Pool | Client, text: string): Promise<void> {
  await by.query({
    name: 'notice_send',
    text: 'select pg_notify($1, $2)',
    values: [CHANNEL, text],
  });
}

/** The state of the listening connection. */
interface Listening {
  isClosed: boolean;
  isConnected: boolean;
  /** Whether `onDisconnected` was called since the last text. */
  wasTold: boolean;
  /** When test texts of other processes arrived last, and when ours did first on this connection: by `performance.now()`. */
  readonly others: Map<string, number>;
  connectedAt: number;
  /** Ends all waiting. */
  stop?: () => void;
}

interface Listener {
  readonly state: Listening;
  readonly handlers: NotificationHandlers;
  readonly probing: Probing;
  send(text: string): Promise<void>;
}

async function keepListening(url: string, listener: Listener): Promise<void> {
  const { state, handlers } = listener;
  let pause: number = FIRST_WAIT;
  while (!state.isClosed) {
    const reason = await listenUntilBroken(url, listener);
    if (state.isConnected) pause = FIRST_WAIT;
    state.isConnected = false;
    if (state.isClosed) return;
    if (!state.wasTold) handlers.onDisconnected(reason);
    state.wasTold = true;
    const { promise, cancel } = waitFor(pause * (0.5 + Math.random()));
    state.stop = cancel;
    await promise;
    pause = Math.min(pause * 2, LONGEST_WAIT);
  }
}

/** Settles with why texts no longer arrive. */
async function listenUntilBroken(url: string, listener: Listener): Promise<string> {
  const client = new Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: CONNECTS_WITHIN,
    application_name: 'parley notices',
  });
  const broken = new Promise<string>((resolve) => {
    client.on('error', (error) => resolve(error.message));
    client.on('end', () => resolve('the connection ended'));
    listener.state.stop = () => resolve('closed');
  });
  try {
    await client.connect();
    return await probeUntilBroken(client, broken, listener);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    // A connection whose peer disappeared takes minutes to end, so this does not wait for it.
    await unlessLate(ENDS_WITHIN, undefined, [client.end().catch(() => undefined)]);
  }
}

/** Passes on what arrives, and checks regularly that texts can arrive. */
async function probeUntilBroken(
  client: Client,
  broken: Promise<string>,
  { state, handlers, probing, send }: Listener,
): Promise<string> {
  const probe = PROBE + randomUUID();
  let onProbe = (): void => undefined;
  client.on('notification', ({ payload = '' }) => {
    if (payload === probe) return onProbe();
    if (!payload.startsWith(PROBE)) return handlers.onMessage(payload);
    const isNew = !state.others.has(payload);
    state.others.set(payload, performance.now());
    if (isNew) void send(probe).catch(() => undefined);
  });
  const hears = async (tell: (text: string) => Promise<void>): Promise<string | undefined> => {
    const arrived = new Promise<undefined>((resolve) => (onProbe = () => resolve(undefined)));
    const told = tell(probe).then(() => arrived);
    return unlessLate(probing.arrivesWithin, DEAF, [told, broken]);
  };
  await client.query(`listen ${CHANNEL}`);
  // Sent on this connection itself: the pool may work while this one does not.
  let reason = await hears(send);
  if (reason === undefined) {
    state.isConnected = true;
    state.connectedAt = performance.now();
    state.wasTold = false;
    handlers.onConnected();
  }
  while (reason === undefined) {
    reason = await unlessLate(probing.every, undefined, [broken]);
    reason ??= await hears((text) => notify(client, text));
  }
  return reason;
}

const DEAF = 'the connection does not pass on what it listens for';

/** The value of the first of these promises, or `late` when none has settled after `milliseconds`. */
async function unlessLate<T>(
  milliseconds: number,
  late: T,
  awaited: readonly Promise<T>[],
): Promise<T> {
  const { promise, cancel } = waitFor(milliseconds);
  try {
    return await Promise.race([...awaited, promise.then(() => late)]);
  } finally {
    cancel();
  }
}

/** A promise that settles after some milliseconds, or when it is cancelled. */
function waitFor(milliseconds: number): { promise: Promise<void>; cancel: () => void } {
  let cancel = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    cancel = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { promise, cancel };
}
