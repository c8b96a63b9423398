import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import { atRoot, failure } from './root.mjs';

/**
 * Installs the packages of package-lock.json unless node_modules already holds exactly them.
 * Development packages are always included: the build needs the compiler, whatever NODE_ENV says.
 */
export function installPackages() {
  // A link leads to somebody else's packages, which npm would empty before it fills them.
  if (isLink('node_modules') || isInstalled()) return;
  console.log('Installing packages (npm ci); this happens once …');
  const started = Date.now();
  const { status, error } = spawnSync(...npmCommand(['ci', '--include=dev', '--no-audit']), {
    cwd: atRoot('.'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) {
    const reason = error ? error.message : `npm ended with ${status}`;
    throw failure(`The packages could not be installed: ${reason}. See npm's message above.`);
  }
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

/**
 * Compares npm's own record of what it installed with the lockfile. File times say nothing after
 * a git checkout; the record is written last, so a broken-off install counts as none.
 */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  if (!wanted || !present) return false;
  const isRight = ([path, { version, optional, link }]) =>
    path === '' || link || (present[path] ? present[path].version === version : Boolean(optional));
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

// The npm that started us, when one did: a machine may have several.
function npmCommand(args) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args];
}
