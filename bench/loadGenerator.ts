import type { Caller, Target } from './target.js';

/** The repeated operation of a load generator. */
export type Operation = 'startChat' | 'continueChat';

/** Callers of one target that are ready to perform the same operation concurrently. */
export interface LoadGenerator {
  readonly way: Target;
  /** The operation of each of them. */
  readonly calls: readonly (() => Promise<void>)[];
  close(): void;
}

/** Opens a number of callers of a target; for continuing a chat, each has started one. */
export async function openLoadGenerator(
  way: Target,
  what: { operation: Operation; callers: number },
): Promise<LoadGenerator> {
  const callers = Array.from({ length: what.callers }, () => way.openCaller());
  if (what.operation === 'continueChat') await Promise.all(callers.map((one) => one.start()));
  return {
    way,
    calls: callers.map((one) => callOf(one, what.operation)),
    close() {
      for (const one of callers) one.close();
    },
  };
}

function callOf(caller: Caller, operation: Operation): () => Promise<void> {
  return operation === 'startChat' ? () => caller.start() : () => caller.continue();
}
