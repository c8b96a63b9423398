import { describeMachine, machineLine } from '../machine.js';
import { openUndoing } from '../undoing.js';
import { chanceOf } from './chance.js';
import { cutSubscribers } from './cutSubscribers.js';
import { killDatabase } from './killDatabase.js';
import { killNodes } from './killNodes.js';
import { killServers } from './killServers.js';
import { killTogether } from './killTogether.js';
import { killWorkers } from './killWorkers.js';
import { leave } from './leave.js';
import { readOptions, usageOf, type Options } from './options.js';
import { search } from './search/search.js';
import { sameTurn } from './sameTurn.js';
import { stalledReaders } from './stalledReaders.js';
import type { Outcome, Trial } from './trial.js';
import { tellWebhooks } from './tellWebhooks.js';

/** In the order they are run. */
const trials: readonly Trial[] = [
  killServers,
  killWorkers,
  killTogether,
  killDatabase,
  killNodes,
  sameTurn,
  cutSubscribers,
  stalledReaders,
  leave,
  tellWebhooks,
  search,
];

const options = optionsOrUsage();
const undoing = openUndoing();
const wanted = trials.filter(
  ({ name }) => options.only.length === 0 || options.only.includes(name),
);
console.log(`${machineLine(describeMachine())}\nchances of --seed ${options.seed}`);
const results: string[] = [];
for (const trial of wanted) {
  if (!undoing.isInterrupted()) results.push(await runTrial(trial));
}
console.log(`\n${results.join('\n')}`);

/** Runs one trial and prints its outcome; returns a line for the summary. */
async function runTrial(trial: Trial): Promise<string> {
  console.log(`\n${trial.name}: ${trial.promise}`);
  const begun = performance.now();
  const seconds = (): string => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
  const { figures, broken } = await outcomeOf(trial, (text) =>
    console.log(`  ${seconds().padStart(5)}  ${text}`),
  );
  console.log(`  ${lineOf(figures)}`);
  for (const fault of broken) console.log(`  BROKEN: ${fault}`);
  if (broken.length > 0) process.exitCode = 1;
  return `${broken.length > 0 ? 'BROKEN' : 'kept  '}  ${seconds().padStart(5)}  ${trial.name}`;
}

function lineOf(figures: Outcome['figures']): string {
  const all = Object.entries(figures);
  return all.map(([what, figure]) => `${what}: ${figure}`).join('; ') || 'no figures';
}

async function outcomeOf(trial: Trial, say: (text: string) => void): Promise<Outcome> {
  const { isQuick, minutes, seed } = options;
  try {
    return await trial.run({
      isQuick,
      minutes,
      seed,
      chance: chanceOf(seed),
      later: undoing.later,
      say,
    });
  } catch (error) {
    if (!undoing.isInterrupted()) console.error(error);
    return { figures: {}, broken: ['the trial did not come to its end'] };
  } finally {
    await undoing.undoAll();
  }
}

function optionsOrUsage(): Options {
  const names = trials.map(({ name }) => name);
  try {
    return readOptions(process.argv.slice(2), names);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usageOf(names)}`);
    process.exit(2);
  }
}
