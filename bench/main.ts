import { compareCommits } from './against.js';
import { benchCluster } from './cluster.js';
import { compareWays } from './comparison.js';
import { benchEdit } from './edit.js';
import { benchEndurance } from './endurance.js';
import { benchEngine } from './engine.js';
import { benchFirstWords } from './firstWords.js';
import { benchMessenger } from './messenger.js';
import { readOptions, USAGE, type Options, type Subject } from './options.js';
import { benchReaders } from './readers.js';
import { benchResults } from './results.js';
import { benchSizes } from './sizes.js';
import type { Later } from './stage.js';
import { openUndoing } from './undoing.js';
import { benchSubscriptions } from './subscriptions.js';
import { benchWalk } from './walk.js';
import { showProfile } from './whereTimeGoes.js';

const undoing = openUndoing();
const options = optionsOrUsage();
const benches: Readonly<Record<Subject, (later: Later) => Promise<void>>> = {
  turns: (later) => measureTurns(options, later),
  engine: benchEngine,
  sizes: benchSizes,
  subscriptions: benchSubscriptions,
  readers: benchReaders,
  endurance: (later) => benchEndurance(options, later),
  results: benchResults,
  cluster: (later) => benchCluster(options, later),
  walk: benchWalk,
  edit: benchEdit,
  messenger: benchMessenger,
  'first-words': benchFirstWords,
};
try {
  const { later } = undoing;
  await benches[options.subject](later);
} catch (error) {
  // Whatever fails while everything is being stopped fails because of it.
  if (!undoing.isInterrupted()) console.error(error);
  process.exitCode = 1;
} finally {
  await undoing.undoAll();
}

function measureTurns(asked: Options, later: Later): Promise<void> {
  if (asked.against !== undefined) return compareCommits(asked, asked.against, later);
  return asked.isProfile ? showProfile(asked, later) : compareWays(asked, later);
}

function optionsOrUsage(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  }
}
