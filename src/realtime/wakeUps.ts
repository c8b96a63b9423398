import type { WakeUps, Watch } from '../context.js';

/** How long a watcher waits without being woken, and who else is to know what this process knows. */
export interface WakeUpOptions {
  /** Milliseconds after which a watcher looks by itself: a wake-up may be lost. */
  readonly pollEvery: number;
  /** Tells other processes; absent where there are none. */
  readonly spread?: (id: string) => void;
  /** Whether what other processes tell arrives here; then a watcher that sees nothing looks ever less often. */
  readonly isHearing?: () => boolean;
}

/** The wake-ups of one process, and the two ways others reach its watchers. */
export interface OpenWakeUps extends WakeUps {
  /** Wakes the watchers here, and tells nobody else. */
  wake(id: string): void;
  /** Wakes all watchers here: something may have been missed. */
  wakeAll(): void;
}

/** By how much a watcher that sees nothing may stretch its looking while wake-ups arrive. */
const LONGEST_STRETCH = 8;

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

function remove(watched: Map<string, Set<Wake>>, id: string, wake: Wake): void {
  const watchers = watched.get(id);
  watchers?.delete(wake);
  if (watchers?.size === 0) watched.delete(id);
}

/** One flag and at most one waiter: however many wake-ups come, nothing piles up. */
function createWatch(
  { pollEvery, isHearing = () => false }: WakeUpOptions,
  onClose: () => void,
): { watch: Watch; wake: Wake } {
  let isAwake = false;
  let isClosed = false;
  let stretch = 1;
  let settle: (() => void) | undefined;
  const wake = (): void => {
    isAwake = true;
    stretch = 1;
    settle?.();
  };
  const watch: Watch = {
    get isClosed() {
      return isClosed;
    },
    async next() {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollEvery * (isHearing() ? stretch : 1));
          settle = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        if (!isAwake) stretch = Math.min(stretch * 2, LONGEST_STRETCH);
      }
      settle = undefined;
      isAwake = false;
    },
    close() {
      isClosed = true;
      onClose();
      wake();
    },
  };
  return { watch, wake };
}
