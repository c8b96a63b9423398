import type { TakeWritten, WakeUps, Watch } from '../context/context.js';
import type { WrittenEvents } from '../storage/events.js';

/** How watchers poll, and how other processes are notified. */
export interface WakeUpOptions {
  /** Milliseconds after which a watcher reads without a wake-up, since one may be lost. */
  readonly pollEvery: number;
  /** Notifies other processes; absent where there are none. */
  readonly spread?: (id: string) => void;
  /** Whether notifications of other processes arrive; if so, a watcher without news polls less and less often. */
  readonly isConnected?: () => boolean;
}

/** The wake-ups of one process, which also receive those of others. */
export interface OpenWakeUps extends WakeUps {
  /** Wakes the watchers of this process only. */
  wake(id: string): void;
  /** Wakes all watchers of this process, because notifications may have been missed. */
  wakeAll(): void;
  /**
   * Calls back when a topic is announced, and not when that may have been missed, until the returned function is called. What follows a `|`
   * in what is announced is a note, which only those who listen get.
   */
  listen(topic: string, onAnnounced: (note: string | undefined) => void): () => void;
}

/** Factors of the polling interval while notifications arrive: the first one, and the greatest, which is reached without news. */
const [FIRST_FACTOR, GREATEST_FACTOR] = [2, 8] as const;

/** Creates the wake-ups of one process: the watchers of a log are woken when it grows, and read it. */
export function createWakeUps(options: WakeUpOptions): OpenWakeUps {
  const watched = new Map<string, Set<Wake>>();
  const listened = new Map<string, Set<Hear>>();
  const wake = (id: string, written?: WrittenEvents): void => {
    const [topic = '', note] = id.split('|', 2);
    for (const each of watched.get(topic) ?? []) each(written);
    for (const each of listened.get(topic) ?? []) each(note);
  };
  const add = (ids: readonly string[], take?: TakeWritten): Watch => {
    const { watch, wake: wakeThis } = createWatch(options, () => {
      for (const id of ids) remove(watched, id, wakeOrTake);
    });
    const wakeOrTake: Wake = (written) => {
      if (!written || !take?.(written)) wakeThis();
    };
    for (const id of ids) watched.set(id, (watched.get(id) ?? new Set()).add(wakeOrTake));
    return watch;
  };
  return {
    wake,
    wakeAll() {
      for (const id of watched.keys()) wake(id);
    },
    announce(id, written) {
      wake(id, written);
      options.spread?.(id);
    },
    listen(topic, onAnnounced) {
      listened.set(topic, (listened.get(topic) ?? new Set()).add(onAnnounced));
      return () => remove(listened, topic, onAnnounced);
    },
    watch: (...ids) => add(ids),
    watchLog: (id, take) => add([id], take),
  };
}

type Wake = (written?: WrittenEvents) => void;
type Hear = (note: string | undefined) => void;

const AT_ONCE = Promise.resolve();

function remove<Called>(watched: Map<string, Set<Called>>, id: string, wake: Called): void {
  const watchers = watched.get(id);
  watchers?.delete(wake);
  if (watchers?.size === 0) watched.delete(id);
}

/** One flag and at most one waiter, so that wake-ups do not accumulate. */
function createWatch(options: WakeUpOptions, onClose: () => void): { watch: Watch; wake: Wake } {
  const { pollEvery, isConnected = () => false } = options;
  let isAwake = false;
  let factor: number = FIRST_FACTOR;
  let settle: (() => void) | undefined;
  const wake = (): void => {
    isAwake = true;
    factor = FIRST_FACTOR;
    settle?.();
  };
  // Thousands of watchers wait for a long time, so a wait must take little memory.
  const waitForOne = (resolve: () => void): void => {
    const rise = (): void => {
      clearTimeout(timer);
      settle = undefined;
      isAwake = false;
      resolve();
    };
    const wakeByTime = (): void => {
      factor = Math.min(factor * 2, GREATEST_FACTOR);
      rise();
    };
    const timer = setTimeout(wakeByTime, pollEvery * (isConnected() ? factor : 1));
    settle = rise;
  };
  const watch: Watch & { isClosed: boolean } = {
    isClosed: false,
    next() {
      if (!isAwake) return new Promise(waitForOne);
      isAwake = false;
      return AT_ONCE;
    },
    close() {
      watch.isClosed = true;
      onClose();
      wake();
    },
  };
  return { watch, wake };
}

interface Waiting {
  /** Milliseconds. */
  readonly atMost: number;
  /** Ends the wait when aborted. */
  readonly enough?: AbortSignal | undefined;
}

/** Resolves at the next wake-up of an id, or after the given time; for callers that read once and do not watch. */
export async function untilNews(
  wakeUps: WakeUps,
  id: string,
  { atMost, enough }: Waiting,
): Promise<void> {
  if (enough?.aborted) return;
  const watch = wakeUps.watch(id);
  const close = (): void => watch.close();
  const timer = setTimeout(close, atMost);
  enough?.addEventListener('abort', close);
  await watch.next();
  clearTimeout(timer);
  enough?.removeEventListener('abort', close);
  close();
}
