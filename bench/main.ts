import { compareWays } from './comparison.js';
import { benchResults } from './results.js';
import { readOptions, USAGE, type Options } from './options.js';
import type { Later } from './stage.js';
import { showProfile } from './whereTimeGoes.js';

const undos: (() => Promise<void> | void)[] = [];
let undoing: Promise<void> | undefined;
let isInterrupted = false;

const options = optionsOrUsage();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isInterrupted = true;
    void undoAll().finally(() => process.exit(1));
  });
}
try {
  const later: Later = (undo) => void undos.push(undo);
  if (options.isOfResults) await benchResults(later);
  else await (options.isProfile ? showProfile : compareWays)(options, later);
} catch (error) {
  // Whatever fails while everything is being stopped fails because of it.
  if (!isInterrupted) console.error(error);
  process.exitCode = 1;
} finally {
  await undoAll();
}

/** Undoes everything once, also when an interruption and the failure it causes both ask for it. */
function undoAll(): Promise<void> {
  undoing ??= (async () => {
    for (let undo = undos.pop(); undo; undo = undos.pop()) await undo();
  })();
  return undoing;
}

function optionsOrUsage(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  }
}
