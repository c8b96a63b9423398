import type { Later } from './stage.js';

/** Runs the parts of a program, and undoes what they started after each, also when the user interrupts. */
export interface Program {
  /** Runs one part; resolves when everything that it registered with `later` is undone, in reverse order. Prints a failure. */
  run(part: (later: Later) => Promise<void>): Promise<void>;
  isInterrupted(): boolean;
}

/** Reads the command line with `read`; on an error, prints it with the place of the options' description, and ends the process. */
export function readArguments<T>(read: (args: string[]) => T): T {
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : String(error)}: see docs/performance.md`,
    );
    process.exit(2);
  }
}

/** Makes a program, which undoes what it started also when it receives a signal to stop. */
export function openProgram(): Program {
  const undos: (() => Promise<void> | void)[] = [];
  let isInterrupted = false;
  let undoing: Promise<void> | undefined;
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
    isInterrupted: () => isInterrupted,
    async run(part) {
      try {
        await part((undo) => void undos.push(undo));
      } catch (error) {
        // A failure while everything is being stopped is a consequence of that.
        if (!isInterrupted) console.error(error);
        process.exitCode = 1;
      } finally {
        await undoAll();
      }
    },
  };
}
