// Jest's own way to run a test file, except that Node itself loads the file, not jest into a `node:vm` of the file's own.
// What one process runs one after the other so shares the server's code and its packages, which take longer to load
// than most tests take to run; see docs/adr/0010-source-and-tests.md.
import module, { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { default: runWithCircus } = require('jest-circus/runner');

/** How many files this process has run; undefined before the first. */
let files;

/** Runs a test file and gives its results; called as jest calls what its option `testRunner` names. */
export default async function runTestFile(globalConfig, config, environment, runtime, ...rest) {
  files = (files ?? prepare(globalConfig, config)) + 1;
  const { moduleMocker, global } = environment;
  const { console: ours } = globalThis;
  globalThis.console = global.console;
  // The one jest has set finds no source maps of what Node has loaded; Node's own does.
  Error.prepareStackTrace = undefined;
  try {
    const loading = loadedByNode(runtime, moduleMocker);
    return await runWithCircus(globalConfig, config, environment, loading, ...rest);
  } finally {
    moduleMocker.restoreAllMocks();
    globalThis.console = ours;
    // Where jest looks for what was counted.
    global.__coverage__ = takeCounts();
  }
}

/** How many places of each source were reached when its counts were last handed to jest. */
const reached = new Map();

/** The counts of the sources of which more was reached than before: to add them up takes jest longer than many a test. */
function takeCounts() {
  const sources = Object.entries(globalThis.__coverage__ ?? {});
  const news = sources.filter(([file, { s, f, b }]) => {
    const counts = [s, f, b].flatMap((counted) => Object.values(counted).flat());
    const count = counts.filter((times) => times > 0).length;
    const isMore = count > (reached.get(file) ?? -1);
    reached.set(file, count);
    return isMore;
  });
  return Object.fromEntries(news);
}

function prepare(globalConfig, config) {
  const { collectCoverage, collectCoverageFrom, coverageProvider } = globalConfig;
  const coverage = { collectCoverage, collectCoverageFrom, coverageProvider };
  module.register('./nodeHooks.mjs', import.meta.url, { data: { config, coverage } });
  process.setSourceMapsEnabled(true);
  return 0;
}

/** Jest's runtime, with what it would load into a `node:vm` loaded by Node. */
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

/** Loads a part of jest again, for what it knows of a file it keeps in itself. */
function requireInternalModule(path) {
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  delete require.cache[path];
  return require(path);
}
