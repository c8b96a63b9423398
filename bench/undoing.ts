import type { Later } from './stage.js';

/** What is to be undone in the end, whatever way it ends. */
export interface Undoing {
  readonly later: Later;
  /** Undoes everything noted so far, what came last first; asked again, it is the same undoing. */
  undoAll(): Promise<void>;
  /** Whether somebody interrupted: whatever fails then fails because of it. */
  isInterrupted(): boolean;
}

/** Undoes everything also when the process is told to stop. */
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
