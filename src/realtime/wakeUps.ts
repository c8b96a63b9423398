import type { WakeUps, Watch } from '../context/context.js';

/** How long a watcher waits without being woken, and who else is to know what this process knows. */
export interface WakeUpOptions {
  /** Milliseconds after which a watcher looks by itself: a wake-up may be lost. */
  readonly pollEvery: number;
  /** Tells other processes; absent where there are none. */
  readonly spread?: (id: string) => void;
  /** Whether what other processes tell arrives here; then a watcher that sees nothing looks ever less often. */
  readonly isConnected?: () => boolean;
}

/** The wake-ups of one process, and the two ways others reach its watchers. */
export interface OpenWakeUps extends WakeUps {
  /** Wakes the watchers here, and tells nobody else. */
  wake(id: string): void;
  /** Wakes all watchers here: something may have been missed. */
  wakeAll(): void;
}

/** By how much a watcher stretches its looking while wake-ups arrive: at first, and at most when it goes on seeing nothing. */
const [FIRST_STRETCH, LONGEST_STRETCH] = [2, 8] as const;

/** Wake-ups inside one process: whoever watches a thing is told that its log grew, and reads it. */
export function createWakeUps(options: WakeUpOptions): OpenWakeUps {
  const watched = new Map<string, Set<Wake>>();
  const wake = (id: string): void => {
    for (const each of watched.get(id) ?? []) each();
  };
  return {
    wake,
    wakeAll() {
      for (const id of watched.keys()) wake(id);
    },
    announce(id) {
      wake(id);
      options.spread?.(id);
    },
    watch(...ids) {
      const { watch, wake: wakeThis } = createWatch(options, () => {
        for (const id of ids) remove(watched, id, wakeThis);
      });
      for (const id of ids) watched.set(id, (watched.get(id) ?? new Set()).add(wakeThis));
      return watch;
    },
  };
}

type Wake = () => void;

const AT_ONCE = Promise.resolve();

function remove(watched: Map<string, Set<Wake>>, id: string, wake: Wake): void {
  const watchers = watched.get(id);
  watchers?.delete(wake);
  if (watchers?.size === 0) watched.delete(id);
}

/** One flag and at most one waiter: however many wake-ups come, nothing piles up. */
function createWatch(options: WakeUpOptions, onClose: () => void): { watch: Watch; wake: Wake } {
  const { pollEvery, isConnected = () => false } = options;
  let isAwake = false;
  let stretch: number = FIRST_STRETCH;
  let settle: (() => void) | undefined;
  const wake = (): void => {
    isAwake = true;
    stretch = FIRST_STRETCH;
    settle?.();
  };
  // Thousands wait, each for long: what a wait is made of should be little.
  const waitForOne = (resolve: () => void): void => {
    const rise = (): void => {
      clearTimeout(timer);
      settle = undefined;
      isAwake = false;
      resolve();
    };
    const lookAnyhow = (): void => {
      stretch = Math.min(stretch * 2, LONGEST_STRETCH);
      rise();
    };
    const timer = setTimeout(lookAnyhow, pollEvery * (isConnected() ? stretch : 1));
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
