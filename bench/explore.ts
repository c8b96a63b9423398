import { readdirSync, readFileSync } from 'node:fs';
import { compileFlow, flowDefinitionSchema, type Flow } from '../src/engine/index.js';
import { createSandbox, type Sandbox } from '../src/sandbox/pool.js';
import { explore } from '../src/simulation/explore.js';
import { rememberCode } from '../src/simulation/rememberCode.js';
import { describeMachine, machineLine } from './machine.js';
import { quantilesOf } from './measure.js';
import { simulated } from './simulated.js';

const EXAMPLES = new URL('../examples/bots/', import.meta.url);
const TURNS = 4_000;
/** Explorations of a flow that warm up the compiler, and those of which the median is shown. */
const [WARM_UP, ROUNDS] = [4, 9] as const;

/**
 * Shows how many turns explorations of the examples take for each second of processor time of all threads, and how much of their time code of
 * the flow is waited for. The flow is compiled before. The first exploration of a process is shown apart: Node still compiles the code
 * that it runs.
 */
export async function benchExplore(): Promise<void> {
  console.log(machineLine(describeMachine()));
  const sandbox = createSandbox();
  const first = await exploreOnce(exampleFlow(FIRST), sandbox, 'first');
  console.log(`${FIRST}, the first exploration of the process: ${lineOf([first])}`);
  for (const name of readdirSync(EXAMPLES)) {
    const runs: Run[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const run = await exploreOnce(exampleFlow(name), sandbox, String(round));
      if (round >= 0) runs.push(run);
    }
    console.log(`${name}: ${lineOf(runs)}`);
  }
  await sandbox.close();
}

const FIRST = 'lead-form.json';

interface Run {
  readonly perCpuSecond: number;
  readonly perSecond: number;
  readonly inCode: number;
}

function lineOf(runs: readonly Run[]): string {
  const median = (values: number[]) => Math.round(quantilesOf(values)(0.5));
  const perCpuSecond = median(runs.map((run) => run.perCpuSecond));
  const perSecond = median(runs.map((run) => run.perSecond));
  const inCode = median(runs.map((run) => run.inCode));
  return `${perCpuSecond} turns for each second of processor time, ${perSecond} a second, ${inCode} % waiting for code`;
}

function exampleFlow(name: string): Flow {
  const sent: unknown = JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8'));
  return compileFlow(name, flowDefinitionSchema.parse({ ...Object(sent), version: '6' }));
}

async function exploreOnce(flow: Flow, sandbox: Sandbox, seed: string): Promise<Run> {
  let waited = 0;
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = await work;
    waited += performance.now() - began;
    return done;
  };
  const code: Pick<Sandbox, 'evaluate' | 'runScript'> = {
    evaluate: (...call) => timed(sandbox.evaluate(...call)),
    runScript: (script) => timed(sandbox.runScript(script)),
  };
  const bot = simulated(flow, { sandbox: rememberCode(code), seed });
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const running = explore(bot, TURNS);
  let step = await running.next();
  while (!step.done) step = await running.next();
  const took = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return {
    perCpuSecond: (step.value.turns * 1_000_000) / (user + system),
    perSecond: (step.value.turns * 1_000) / took,
    inCode: (100 * waited) / took,
  };
}
