import type { WakeUps, Watch } from '../context.js';

/** Wake-ups inside one process: whoever watches a chat is told that its log grew, and reads it. */
export function createWakeUps(): WakeUps {
  const watched = new Map<string, Set<() => void>>();
  return {
    announce(sessionId) {
      for (const wake of watched.get(sessionId) ?? []) wake();
    },
    watch(sessionId) {
      const watchers = watched.get(sessionId) ?? new Set();
      watched.set(sessionId, watchers);
      const { watch, wake } = createWatch(() => {
        watchers.delete(wake);
        if (watchers.size === 0 && watched.get(sessionId) === watchers) watched.delete(sessionId);
      });
      watchers.add(wake);
      return watch;
    },
  };
}

/** One flag and at most one waiter: however many wake-ups come, nothing piles up. */
function createWatch(onClose: () => void): { watch: Watch; wake: () => void } {
  let isAwake = false;
  let settle: (() => void) | undefined;
  const wake = (): void => {
    isAwake = true;
    settle?.();
  };
  const watch: Watch = {
    async next(timeout) {
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeout);
          settle = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      settle = undefined;
      isAwake = false;
    },
    close() {
      onClose();
      wake();
    },
  };
  return { watch, wake };
}
