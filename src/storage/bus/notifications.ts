import { randomUUID } from 'node:crypto';
import { codeOf } from '../../errors/codeOf.js';
import type { Bus, OnBroken, Subscription } from './bus.js';

/** Short texts between all processes on one database. None is stored: a text may be lost, or arrive twice. */
export interface Notifications {
  /** Sends a text below 8000 bytes to all processes, including this one. Rejects when the bus cannot be reached. */
  send(text: string): Promise<void>;
  /** Whether texts of other processes arrive now. */
  isConnected(): boolean;
  /** Whether no other process listens, so that nothing need be sent: our test text arrived, and for some time no other did. */
  isAlone(): boolean;
  close(): Promise<void>;
}

/** Callbacks of `openNotifications`. */
export interface NotificationHandlers {
  /** Called with each text of a process. */
  onMessage(text: string): void;
  /** Called when texts arrive from now on; some may have been missed before. */
  onConnected(): void;
  /** Called once each time that texts stop arriving. */
  onDisconnected(reason: string): void;
}

/** The first and the longest wait before connecting again, in milliseconds. */
const [FIRST_WAIT, LONGEST_WAIT] = [100, 10_000] as const;

/** How long disconnecting may take, in milliseconds. */
const ENDS_WITHIN = 1_000;

/** Time limits of the check that texts arrive, in milliseconds. */
export interface Probing {
  /** How long our own test text may take to arrive. */
  readonly arrivesWithin: number;
  /** The pause between two test texts: a connection may stop delivering without ending. */
  readonly every: number;
}

const PROBING: Probing = { arrivesWithin: 3_000, every: 15_000 };

/** A process counts as gone when this many of its test texts are missing. */
const GONE_AFTER = 3;

/** The prefix of a test text, which is not passed to the handlers. */
const PROBE = 'probe ';

/**
 * Subscribes, and subscribes again whenever the connection breaks. Never rejects: where nothing arrives, as with LISTEN behind a pooler
 * that gives each transaction another connection, it calls `onDisconnected`.
 */
export function openNotifications(
  bus: Bus,
  handlers: NotificationHandlers,
  probing = PROBING,
): Notifications {
  const state: Listening = {
    isClosed: false,
    isConnected: false,
    wasReported: false,
    others: new Map(),
    connectedAt: 0,
  };
  const listening = keepListening({ bus, state, handlers, probing });
  return {
    send: bus.send,
    isConnected: () => state.isConnected,
    isAlone() {
      const now = performance.now();
      const { isConnected, connectedAt, others } = state;
      if (!bus.isDatabase || !isConnected || now - connectedAt < probing.arrivesWithin)
        return false;
      // Processes answer the first test text of another with their own, so that both soon know of each other.
      for (const [probe, receivedAt] of others) {
        if (now - receivedAt < GONE_AFTER * probing.every) return false;
        others.delete(probe);
      }
      return true;
    },
    async close() {
      state.isClosed = true;
      state.stop?.();
      await listening;
    },
  };
}

interface Listening {
  isClosed: boolean;
  isConnected: boolean;
  /** Whether `onDisconnected` was called since the last text. */
  wasReported: boolean;
  /** When test texts of other processes arrived last, and when ours first arrived on this connection, by `performance.now()`. */
  readonly others: Map<string, number>;
  connectedAt: number;
  stop?: () => void;
}

interface Listener {
  readonly bus: Bus;
  readonly state: Listening;
  readonly handlers: NotificationHandlers;
  readonly probing: Probing;
}

async function keepListening(listener: Listener): Promise<void> {
  const { state, handlers } = listener;
  let pause: number = FIRST_WAIT;
  while (!state.isClosed) {
    const reason = await listenUntilBroken(listener);
    if (state.isConnected) pause = FIRST_WAIT;
    state.isConnected = false;
    if (state.isClosed) return;
    if (!state.wasReported) handlers.onDisconnected(reason);
    state.wasReported = true;
    const { promise, cancel } = waitFor(pause * (0.5 + Math.random()));
    state.stop = cancel;
    await promise;
    pause = Math.min(pause * 2, LONGEST_WAIT);
  }
}

/** Resolves with the reason when texts no longer arrive. */
async function listenUntilBroken(listener: Listener): Promise<string> {
  let breakOff: OnBroken = () => undefined;
  const broken = new Promise<string>((resolve) => {
    breakOff = (reason = 'the connection ended') => resolve(reasonOf(reason));
  });
  listener.state.stop = () => breakOff('closed');
  const probe = openProbe(listener);
  let subscription: Subscription | undefined;
  try {
    subscription = await listener.bus.subscribe(probe.onText, breakOff);
    return await probeUntilBroken(subscription, { broken, probe }, listener);
  } catch (error) {
    return reasonOf(error);
  } finally {
    // A connection whose peer disappeared takes minutes to end, so the wait for it is limited.
    const ended = subscription?.end().catch(() => undefined);
    if (ended) await unlessLate(ENDS_WITHIN, undefined, [ended]);
  }
}

/** Some connection errors have a code and no message, such as that of a host with several addresses, none of which answers. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)) || (codeOf(error) ?? 'unknown');
}

interface Probe {
  readonly text: string;
  /** Receives each text; passes on those that are not test texts. */
  readonly onText: (text: string) => void;
  /** Resolves when the test text arrives next. */
  arrives(): Promise<undefined>;
}

function openProbe({ bus, state, handlers }: Listener): Probe {
  const probe = PROBE + randomUUID();
  let onProbe = (): void => undefined;
  const answer = (other: string): void => {
    const isNew = !state.others.has(other);
    state.others.set(other, performance.now());
    if (isNew) void bus.send(probe).catch(() => undefined);
  };
  return {
    text: probe,
    arrives: () => new Promise((resolve) => (onProbe = () => resolve(undefined))),
    onText(text) {
      if (text === probe) return onProbe();
      if (!text.startsWith(PROBE)) return handlers.onMessage(text);
      if (bus.isDatabase) answer(text);
    },
  };
}

/** Checks regularly that texts arrive. */
async function probeUntilBroken(
  subscription: Subscription,
  { broken, probe }: { readonly broken: Promise<string>; readonly probe: Probe },
  { bus, state, handlers, probing }: Listener,
): Promise<string> {
  const failureOf = async (send: Bus['send']): Promise<string | undefined> => {
    const arrived = probe.arrives();
    const sent = send(probe.text).then(() => arrived);
    return unlessLate(probing.arrivesWithin, SILENT, [sent, broken]);
  };
  let reason = await failureOf(bus.send);
  if (reason === undefined) {
    state.isConnected = true;
    state.connectedAt = performance.now();
    state.wasReported = false;
    handlers.onConnected();
  }
  while (reason === undefined) {
    reason = await unlessLate(probing.every, undefined, [broken]);
    // Sent over this connection itself: others may work while this one does not.
    reason ??= await failureOf(subscription.send);
  }
  return reason;
}

const SILENT = 'the connection does not pass on what it listens for';

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

/** A promise that resolves after some milliseconds, or when it is cancelled. */
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
