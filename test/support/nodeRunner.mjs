// Runs a test file as jest does, except that Node itself loads it, where jest would load it into a separate `node:vm`. So all test
// files of a process share the server's code and its packages, which take longer to load than most tests take to run; see
// docs/adr/0010-source-and-tests.md.
import module, { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { default: runWithCircus } = require('jest-circus/runner');

/** How many test files this process has run; undefined before the first. */
let files;

/** Runs a test file and returns its results; jest calls it as its `testRunner`. */
export default async function runTestFile(globalConfig, config, environment, runtime, ...rest) {
  files = (files ?? prepare(globalConfig, config)) + 1;
  const { moduleMocker, global } = environment;
  const { console: ownConsole } = globalThis;
  globalThis.console = global.console;
  // Jest's function finds no source maps of files that Node has loaded; Node's own does.
  Error.prepareStackTrace = undefined;
  try {
    const loading = loadedByNode(runtime, moduleMocker);
    return await runWithCircus(globalConfig, config, environment, loading, ...rest);
  } finally {
    moduleMocker.restoreAllMocks();
    globalThis.console = ownConsole;
    // Jest reads the coverage here.
    global.__coverage__ = takeCounts();
  }
}

/** How many places of each source were covered when its counts were last given to jest. */
const covered = new Map();

/** The counts of the sources with more coverage than before; jest takes longer to merge the counts of all than many a test. */
function takeCounts() {
  const sources = Object.entries(globalThis.__coverage__ ?? {});
  const grown = sources.filter(([file, { s, f, b }]) => {
    const counts = [s, f, b].flatMap((counted) => Object.values(counted).flat());
    const count = counts.filter((times) => times > 0).length;
    const hasGrown = count > (covered.get(file) ?? -1);
    covered.set(file, count);
    return hasGrown;
  });
  return Object.fromEntries(grown);
}

function prepare(globalConfig, config) {
  const { collectCoverage, collectCoverageFrom, coverageProvider } = globalConfig;
  const coverage = { collectCoverage, collectCoverageFrom, coverageProvider };
  module.register('./nodeHooks.mjs', import.meta.url, { data: { config, coverage } });
  process.setSourceMapsEnabled(true);
  return 0;
}

/** Jest's runtime, except that Node loads the files that it would load into a `node:vm`. */
function loadedByNode(runtime, jest) {
  const setGlobalsForRuntime = (globals) => {
    globalThis[Symbol.for('jest globals')] = { ...globals, jest };
  };
  const unstable_importModule = (path) => import(`${pathToFileURL(path).href}?file=${files}`);
  const overrides = {
    requireInternalModule,
    setGlobalsForRuntime,
    unstable_importModule,
    unstable_shouldLoadAsEsm: () => true,
  };
  return Object.assign(Object.create(runtime), overrides);
}

/** Loads a part of jest again, because its module holds the state of one test file. */
function requireInternalModule(path) {
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  delete require.cache[path];
  return require(path);
}
