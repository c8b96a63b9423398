import {
  compileFlow,
  flowDefinitionSchema,
  seededEnv,
  startSession,
  step,
  tracedStep,
  type Flow,
  type Session,
} from '../src/engine/index.js';
import { ANSWER, benchFlow, ringOf } from './flow.js';
import { describeMachine, machineLine } from './machine.js';
import { quantilesOf } from './measure.js';

const SIZES = [10, 1_000, 10_000] as const;
/** Sizes are measured in turn, so that other load of the machine affects all alike. */
const ROUNDS = 30;
const STEPS = 2_000;

/**
 * Shows the cost of one step of the engine in flows of several sizes: without database and network, for one text and
 * one input.
 */
export function benchEngine(): Promise<void> {
  console.log(machineLine(describeMachine()));
  const plain = SIZES.map((size) => ({ name: `${size} groups`, run: chatIn(size) }));
  const traced = { name: `${SIZES[0]} groups, traced`, run: chatIn(SIZES[0], takeTraced) };
  const runs = [...plain, traced].map((run) => ({ ...run, times: new Array<number>() }));
  for (const { run } of runs) timeOf(run);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { run, times } of runs) times.push(timeOf(run));
  }
  for (const { name, times } of runs) {
    const partOf = quantilesOf(times);
    const [least, median] = [0, 0.5].map((part) => partOf(part).toFixed(2));
    console.log(`${name}: ${median} µs a step (least ${least})`);
  }
  return Promise.resolve();
}

/** Microseconds for each step. */
function timeOf(run: () => void): number {
  const begin = performance.now();
  for (let count = 0; count < STEPS; count += 1) run();
  return ((performance.now() - begin) * 1_000) / STEPS;
}

/** Takes a step with its trace, which is written as JSON, as for the database. */
const takeTraced: typeof step = (flows, session, input, env) => {
  const { result, entries } = tracedStep({ flows, env }, session, input);
  JSON.stringify(entries);
  return result;
};

/** A chat in a flow with a number of groups; every call runs its next turn. */
function chatIn(size: number, take = step): () => void {
  const flow: Flow = compileFlow(
    `of${size}`,
    flowDefinitionSchema.parse({ ...benchFlow, ...ringOf(size) }),
  );
  const about = { botId: 'bot', resultId: 'res', isPreview: false, isStreamEnabled: false };
  let turn = 0;
  const env = () => seededEnv({ now: 1_700_000_000_000, seed: String((turn += 1)) });
  const first = step(() => flow, startSession({ flow, ...about }), { type: 'start' }, env());
  let session: Session = first.session;
  const message = { type: 'text', text: ANSWER } as const;
  return () => {
    ({ session } = take(() => flow, session, { type: 'message', message }, env()));
  };
}
