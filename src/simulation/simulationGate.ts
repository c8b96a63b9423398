import { Failure } from '../errors/errors.js';

/** The most simulations that people wait for in one process at a time. */
const MAX_RUNNING = 4;

/** Lets simulations of one process run: explorations, runs of tests, and replays. */
export interface SimulationGate {
  /** Begins one for a person; what is returned ends it. Fails with `SIMULATIONS_BUSY` while they have another, or too many others run. */
  begin(userId: string | undefined): () => void;
  /** Runs one that must not be refused, once all that came here before have ended. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Opens the gate of a process. */
export function openSimulationGate(): SimulationGate {
  const running = new Set<string | undefined>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    begin(userId) {
      if (running.has(userId)) {
        throw new Failure('SIMULATIONS_BUSY', 'You run another simulation; try again when it ends');
      }
      if (running.size >= MAX_RUNNING) {
        throw new Failure('SIMULATIONS_BUSY', 'Other simulations run now; try again');
      }
      running.add(userId);
      return () => void running.delete(userId);
    },
    inTurn(work) {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    },
  };
}
