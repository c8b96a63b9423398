import type { Caller, Way } from './target.js';

/** What callers do, over and over. */
export type Operation = 'startChat' | 'continueChat';

/** Callers of one way that are ready to do the same thing at once. */
export interface LoadGenerator {
  readonly way: Way;
  /** What each of them does. */
  readonly calls: readonly (() => Promise<void>)[];
  close(): void;
}

/** Opens so many callers of a way; those that are to continue a chat have started theirs. */
export async function openParty(
  way: Way,
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
