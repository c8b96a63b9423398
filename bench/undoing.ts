import type { Later } from './stage.js';

/** Steps to undo at the end, however it ends. */
export interface Undoing {
  readonly later: Later;
  /** Undoes everything registered so far, in reverse order; a second call returns the same promise. */
  undoAll(): Promise<void>;
  /** Whether the user interrupted: failures after that are consequences. */
  isInterrupted(): boolean;
}

/** Undoes everything also when the process receives a signal to stop. */
export function openUndoing(): Undoing {
  const undos: (() => Promise<void> | void)[] = [];
  let undoing: Promise<void> | undefined;
  let isInterrupted = false;
  const undoAll = (): Promise<void> => {
    undoing ??= (async () => {
      for (let undo = undos.pop(); undo; undo = undos.pop()) await undo();
      undoing = undefined;
    })();
    return undoing;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isInterrupted = true;
      void undoAll().finally(() => process.exit(1));
    });
  }
  return {
    later: (undo) => void undos.push(undo),
    undoAll,
    isInterrupted: () => isInterrupted,
  };
}
