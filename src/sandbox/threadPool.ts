import type { Thread } from './thread.js';

/** The threads of a sandbox: some run jobs, some are idle and warm. */
export interface ThreadPool {
  /** An idle thread, or a new one. */
  take(): Thread;
  /** Returns a thread for the next job, unless it is worn out or there are enough. */
  giveBack(thread: Thread): void;
  /** Starts a thread in advance when none is idle, so that the next job does not wait for one. */
  warm(): void;
  close(): Promise<void>;
}

/** Creates an empty pool that keeps at most `maxIdle` threads idle. */
export function createThreadPool(maxIdle: number, start: () => Thread): ThreadPool {
  const threads = new Set<Thread>();
  const idle: Thread[] = [];

  const open = (): Thread => {
    const thread = start();
    threads.add(thread);
    return thread;
  };
  const retire = (thread: Thread): void => {
    threads.delete(thread);
    void thread.stop();
  };
  const take = (): Thread => {
    const thread = idle.pop() ?? open();
    if (thread.isUsable()) return thread;
    retire(thread);
    return take();
  };
  return {
    take,
    giveBack: (thread) => {
      if (thread.isUsable() && idle.length < maxIdle) idle.push(thread);
      else retire(thread);
    },
    warm: () => {
      try {
        if (idle.length === 0) idle.push(open());
      } catch {
        // The machine cannot start a thread now. The next job tries again, and fails with the reason.
      }
    },
    close: async () => {
      await Promise.all([...threads].map((thread) => thread.stop()));
    },
  };
}
