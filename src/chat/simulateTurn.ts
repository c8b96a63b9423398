import type { EffectResult, Flow } from '../engine/index.js';
import { openUnleasedJournal } from './effectJournal.js';
import type { TurnInput } from './openTurn.js';
import type { ChatPorts } from './ports.js';
import { run, type RunTurn } from './run.js';

/** What a simulated chat has in place of the outside. */
export interface Simulation {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Random numbers and new ids follow from it, the number of the turn and that of the step. */
  readonly seed: string;
  readonly drawsAs?: TurnInput['drawsAs'];
  readonly loadFlow: (flowId: string) => Promise<Flow>;
  /** Handles each effect, also the search for a linked bot. */
  readonly handle: NonNullable<TurnInput['handle']>;
  /** Whether the time for it is over: no further effect of the turn is handled, which stops it. Absent where it may last. */
  readonly isOver?: (() => boolean) | undefined;
}

/** The result of effects after the time of a simulation. */
const TOO_LATE: EffectResult = {
  ok: false,
  error: 'The time of the simulation is over',
  isFinal: true,
};

/**
 * Runs a turn of a chat as `run` does, with the same limits and refusals. Nothing is read or stored, and nothing is sent but by
 * `handle`. Where equal effects have equal results, equal arguments give equal turns.
 */
export function simulateTurn(
  ports: ChatPorts,
  { now, seed, loadFlow, handle, drawsAs, isOver }: Simulation,
  turn: Pick<TurnInput, 'session' | 'turn' | 'input'>,
): Promise<RunTurn> {
  const flows = { ...ports.flows, load: loadFlow };
  const around = { ...ports, now, flows, secretTexts: () => Promise.resolve([]) };
  const journal = openUnleasedJournal(now, seed);
  const inTime: Simulation['handle'] = async (...effect) =>
    isOver?.() ? TOO_LATE : handle(...effect);
  return run(around, { ...turn, sessionId: seed, firstSeq: 1, journal, handle: inTime, drawsAs });
}
