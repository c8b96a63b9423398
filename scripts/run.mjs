// The one entry behind every npm script: `node scripts/run.mjs <task> [arguments]`.
// Each task does its own set-up first, so that a fresh clone needs nothing but Node and npm.
import { installPackages } from './install.mjs';
import { buildServer } from './build.mjs';
import { bundleServer } from './bundle.mjs';
import { buildChat } from './chat.mjs';
import { buildClient, packClient } from './client.mjs';
import { buildConsole } from './console.mjs';
import { runInProcess, runNode, runTool } from './launch.mjs';

const typescript = ['--import', './scripts/typescript.mjs'];

const tasks = {
  start: async () => {
    await Promise.all([bundleServer(), buildChat(), buildConsole()]);
    return runInProcess('bundle/main.js');
  },
  // In this process, so that killing the command also ends its work on the database.
  migrate: async (args) => {
    await buildServer();
    process.setSourceMapsEnabled(true);
    return runInProcess('dist/cli/migrate.js', args);
  },
  token: async (args) => runCommand('token', args),
  user: async (args) => runCommand('user', args),
  'rotate-secrets': async (args) => runCommand('rotateSecrets', args),
  build: async () => {
    await Promise.all([bundleServer({ always: true }), buildChat(), buildConsole()]);
    return 0;
  },
  // Before npm packs, and afterwards.
  prepack: async () => (await import('./package.mjs')).takeManifest(),
  postpack: async () => (await import('./package.mjs')).keepManifest(),
  dev: async () => {
    const { watchAndRestart } = await import('./dev.mjs');
    return watchAndRestart();
  },
  bench: async (args) => {
    await bundleServer();
    return runNode([...typescript, 'bench/main.ts', ...args]);
  },
  chaos: async (args) => {
    await Promise.all([bundleServer(), buildClient(), buildConsole()]);
    return runNode([...typescript, 'bench/chaos/main.ts', ...args]);
  },
  blocks: async () => runNode([...typescript, 'scripts/printBlocks.mjs']),
  schema: async () => {
    const printed = await runNode([...typescript, 'scripts/printContracts.mjs']);
    return printed || runNode(['scripts/printClient.mjs']);
  },
  settings: async () => runNode([...typescript, 'scripts/settings.mjs']),
  client: async () => packClient(),
  test: async (args) => {
    await Promise.all([buildClient(), buildChat(), buildConsole()]);
    return runNode(['node_modules/jest/bin/jest.js', ...args]);
  },
  typecheck: async (args) => {
    const server = await compile('tsconfig.json', args);
    const chat = await compile('packages/chat/tsconfig.json', args);
    const ofConsole = await compile('packages/console/tsconfig.json', args);
    return server || chat || ofConsole;
  },
  // Side by side, since each uses little more than one core.
  lint: async (args) => {
    const ended = await Promise.all([
      runTool('prettier', 'prettier', ['--check', '--log-level=warn', '.']),
      runTool('eslint', 'eslint', ['.', ...args]),
      runTool('oxlint', 'oxlint', ['.']),
      runTool('knip', 'knip', []),
    ]);
    return ended.find((status) => status !== 0) ?? 0;
  },
};

/** The tasks that need only the packages for serving; for all others the tools are installed too. */
const serving = new Set([
  'start',
  'dev',
  'build',
  'prepack',
  'postpack',
  'migrate',
  'token',
  'user',
  'rotate-secrets',
]);

/** Checks the types of one project; the compiler's build information is stored for the next check. */
function compile(project, args) {
  const kept = `.cache/typecheck-${project.replaceAll('/', '-')}buildinfo`;
  const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', kept];
  return runTool('typescript-7', 'tsc', ['-p', project, ...options, ...args]);
}

/** Runs a command of src/cli with the arguments after its name. */
async function runCommand(command, args) {
  await buildServer();
  return runNode(['--enable-source-maps', `dist/cli/${command}.js`, ...args]);
}

const [name, ...args] = process.argv.slice(2);
const task = tasks[name];
if (!task) {
  console.error(`No task "${name ?? ''}". Tasks: ${Object.keys(tasks).join(', ')}`);
  process.exit(2);
}
try {
  await installPackages({ withTools: !serving.has(name) });
  process.exitCode = await task(args);
} catch (error) {
  console.error(error.expected ? error.message : error);
  process.exitCode = 1;
}
