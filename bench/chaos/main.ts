import { parseArgs } from 'node:util';
import { describeMachine, machineLine } from '../machine.js';
import { openProgram, readArguments } from '../program.js';
import { editInConsole } from './authors/editInConsole.js';
import { chanceOf } from './chance.js';
import { cutSubscribers } from './cutSubscribers.js';
import { editTogether } from './editTogether.js';
import { killNodes } from './killNodes.js';
import { killDatabase, killServers, killTogether, killWorkers } from './kills.js';
import { leave } from './leave.js';
import { move } from './move.js';
import { search } from './search/search.js';
import { sameTurn } from './sameTurn.js';
import { stalledReaders } from './stalledReaders.js';
import { tellWebhooks } from './tellWebhooks.js';
import type { Trial } from './trial.js';

/** In the order they are run. */
const trials: readonly Trial[] = [
  ...[killServers, killWorkers, killTogether, killDatabase, killNodes],
  ...[
    sameTurn,
    cutSubscribers,
    stalledReaders,
    leave,
    tellWebhooks,
    move,
    editTogether,
    editInConsole,
    search,
  ],
];

const options = readArguments((args) => {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      minutes: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const unknown = values.only.find((name) => !trials.some((trial) => trial.name === name));
  if (unknown !== undefined) throw new Error(`There is no trial called ${unknown}`);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!Number.isSafeInteger(seed)) throw new Error('The seed is a whole number');
  const minutes = Number(values.minutes ?? (values.quick ? 0.5 : 3));
  if (!(minutes > 0)) throw new Error('The minutes are a number above 0');
  return { only: values.only, isQuick: values.quick, minutes, seed };
});
const { only, isQuick, minutes, seed } = options;
const program = openProgram();
console.log(`${machineLine(describeMachine())}\nchances of --seed ${seed}`);
const results: string[] = [];
for (const trial of trials) {
  const isWanted = only.length === 0 || only.includes(trial.name);
  if (isWanted && !program.isInterrupted()) results.push(await runTrial(trial));
}
console.log(`\n${results.join('\n')}`);

/** Runs one trial and prints its outcome; returns a line for the summary. */
async function runTrial({ name, promise, run }: Trial): Promise<string> {
  console.log(`\n${name}: ${promise}`);
  const begun = performance.now();
  const seconds = (): string => `${((performance.now() - begun) / 1000).toFixed(0)} s`.padStart(6);
  const say = (text: string): void => console.log(`${seconds()}  ${text}`);
  let isKept = false;
  await program.run(async (later) => {
    const { figures, broken } = await run({
      ...{ isQuick, minutes, seed, later, say },
      chance: chanceOf(seed),
    });
    const texts = Object.entries(figures).map(([figure, value]) => `${figure}: ${value}`);
    console.log(`  ${texts.join('; ')}`);
    for (const fault of broken) console.log(`  BROKEN: ${fault}`);
    if (broken.length > 0) process.exitCode = 1;
    isKept = broken.length === 0;
  });
  return `${isKept ? 'kept  ' : 'BROKEN'}  ${seconds()}  ${name}`;
}
