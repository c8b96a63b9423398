import { spawn } from 'node:child_process';
import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { atRoot, failure } from './root.mjs';

/** The version of Node the server is tuned for: below it, the one of runtime/package.json is installed beside it. */
const WANTED_NODE = 24;

/**
 * Installs the packages of package-lock.json unless node_modules already holds them: those for serving, the compiler
 * included, and with `withTools` also those that only tests, benches and lint need. Tools are added to what is
 * installed, so that a server that runs from this folder is not disturbed.
 */
export async function installPackages({ withTools }) {
  // A link leads to the packages of another installation, which npm would delete first.
  if (isLink('node_modules')) return;
  await Promise.all([installFromLockfile({ withTools }), installNode()]);
}

async function installFromLockfile({ withTools }) {
  if (isInstalled('.', { withTools })) return;
  if (!withTools) return runNpm(['ci', '--omit=dev', '--no-audit'], 'packages');
  if (!isInstalled('.', { withTools: false })) {
    return runNpm(['ci', '--include=dev', '--no-audit'], 'packages');
  }
  const addition = ['install', '--no-save', '--include=dev', '--no-audit'];
  return runNpm(addition, 'the packages for tests');
}

/**
 * Installs the Node of runtime/package.json if the current one is older, since Express takes three times the processor time there.
 * If there is none for the platform, the older one is used.
 */
async function installNode() {
  const isOurs = process.execPath.startsWith(atRoot('runtime/'));
  if (Number.parseInt(process.versions.node, 10) >= WANTED_NODE && !isOurs) return;
  const name = `node-${process.platform}-${process.arch}`;
  if (!readPackages('runtime/package-lock.json')?.[`node_modules/${name}`]) return;
  if (isInstalled('runtime', { withTools: false })) return;
  await runNpm(['ci', '--no-audit', '--prefix', 'runtime'], `Node ${WANTED_NODE}`);
  // A third of the package is headers for compiling add-ons.
  rmSync(atRoot(`runtime/node_modules/${name}/include`), { recursive: true, force: true });
}

async function runNpm(args, what) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.log(`Installing ${what} (npm ${args[0]}); this happens once …`);
  const progress = setInterval(
    () => console.log(`… still installing ${what} after ${seconds()} s`),
    10_000,
  );
  const reason = await ended(spawnNpm(args));
  clearInterval(progress);
  if (reason) throw failure(`npm could not install ${what}: ${reason}. See npm's message above.`);
  console.log(`Installed ${what} in ${seconds()} s`);
}

// The npm that started this script, if any: a machine may have several.
function spawnNpm(args) {
  const npm = process.env.npm_execpath;
  const [program, before] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  // Some tools require a newer Node than the one npm runs on, but run on another. Errors are still shown.
  return spawn(program, [...before, ...args, '--loglevel=error'], {
    cwd: atRoot('.'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Resolves when a program has ended: with the reason of its failure, or undefined. */
function ended(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (status) => resolve(status === 0 ? undefined : `npm ended with ${status}`));
  });
}

/**
 * Compares npm's own record of what it installed with the lockfile. File times are unreliable after a git checkout; the
 * record is written last, so an interrupted install counts as none.
 */
function isInstalled(folder, { withTools }) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const present = readPackages(join(folder, 'node_modules/.package-lock.json'));
  if (!wanted || !present) return false;
  const isRight = ([path, { version, optional, link, dev }]) => {
    if (path === '' || link || (dev && !withTools)) return true;
    return present[path] ? present[path].version === version : Boolean(optional);
  };
  const isWanted = (path) => wanted[path] !== undefined;
  return Object.entries(wanted).every(isRight) && Object.keys(present).every(isWanted);
}

function isLink(path) {
  return lstatSync(atRoot(path), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function readPackages(lockfile) {
  try {
    return JSON.parse(readFileSync(atRoot(lockfile), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
