import { readdirSync, readFileSync } from 'node:fs';
import { compileFlow, flowDefinitionSchema, type Flow } from '../src/engine/index.js';
import { createSandbox, type Sandbox } from '../src/sandbox/pool.js';
import { explore } from '../src/simulation/explore.js';
import { rememberCode } from '../src/simulation/rememberCode.js';
import { describeMachine, machineLine } from './machine.js';
import { simulated } from './simulated.js';

const EXAMPLES = new URL('../examples/bots/', import.meta.url);
const TURNS = 4_000;
/** The first ones warm up the compiler. */
const ROUNDS = 4;

/** Shows how many turns a second explorations of the examples take, and how much of that time code of the flow is waited for. */
export async function benchExplore(): Promise<void> {
  console.log(machineLine(describeMachine()));
  const sandbox = createSandbox();
  for (const name of readdirSync(EXAMPLES)) {
    const runs = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      runs.push(await exploreOnce(exampleFlow(name), sandbox, String(round)));
    }
    const best = runs.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));
    const { perSecond, cpuPerSecond, inCode } = best;
    console.log(
      `${name}: ${perSecond} turns a second (${cpuPerSecond} a second of CPU), ${inCode} % waiting for code`,
    );
  }
  await sandbox.close();
}

function exampleFlow(name: string): Flow {
  const sent: unknown = JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8'));
  return compileFlow(name, flowDefinitionSchema.parse({ ...Object(sent), version: '6' }));
}

async function exploreOnce(flow: Flow, sandbox: Sandbox, seed: string) {
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
    perSecond: Math.round((step.value.turns * 1_000) / took),
    cpuPerSecond: Math.round((step.value.turns * 1_000_000) / (user + system)),
    inCode: Math.round((100 * waited) / took),
  };
}
