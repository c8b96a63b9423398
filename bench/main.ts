import { benchCluster } from './cluster.js';
import { benchEndurance } from './endurance.js';
import { benchEngine } from './engine.js';
import { benchExplore } from './explore.js';
import { benchFirstWords } from './firstWords.js';
import { benchInbox } from './inbox.js';
import { benchMessenger } from './messenger.js';
import { benchMutants } from './mutants.js';
import { readOptions } from './options.js';
import { benchProfile } from './profile.js';
import { openProgram, readArguments } from './program.js';
import { benchReaders } from './readers.js';
import { benchReplay } from './replay.js';
import { benchResults } from './results.js';
import { benchSizes } from './sizes.js';
import type { Later } from './stage.js';
import { benchSubscriptions } from './subscriptions.js';
import { benchTraces } from './traces.js';
import { benchTurns } from './turns.js';

/** The benches by name; `turns` is the default. */
const benches: Readonly<Record<string, (later: Later) => Promise<void>>> = {
  turns: (later) => (options.isProfile ? benchProfile : benchTurns)(options, later),
  engine: benchEngine,
  explore: benchExplore,
  mutants: (later) => benchMutants(options, later),
  sizes: benchSizes,
  subscriptions: benchSubscriptions,
  readers: benchReaders,
  endurance: (later) => benchEndurance(options, later),
  results: benchResults,
  cluster: (later) => benchCluster(options, later),
  messenger: benchMessenger,
  traces: (later) => benchTraces(options, later),
  replay: (later) => benchReplay(options, later),
  inbox: benchInbox,
  'first-words': benchFirstWords,
};
const options = readArguments((args) => readOptions(args, Object.keys(benches)));
await openProgram().run(async (later) => benches[options.subject]?.(later));
