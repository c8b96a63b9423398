import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { atRoot } from './root.mjs';

const compileCache = atRoot('node_modules/.cache/node');

/**
 * Runs a compiled program, in this process if it has the right version of Node: then signals and `kill -9` reach the program
 * itself, and only one process is started.
 */
export async function runInProcess(file, args = []) {
  if (chooseNode() !== process.execPath) return runNode([file, ...args]);
  // Also for the processes of a cluster.
  process.env.NODE_COMPILE_CACHE ??= compileCache;
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  // The arguments that a separate process would get.
  process.argv = [process.execPath, atRoot(file), ...args];
  await import(pathToFileURL(atRoot(file)));
  return process.exitCode;
}

/** Runs Node with these arguments and resolves to its exit code (128 + signal when one ended it). */
export function runNode(args) {
  const child = spawn(chooseNode(), args, {
    cwd: atRoot('.'),
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? compileCache },
  });
  // A terminal sends Ctrl-C to the child as well; forwarding it would interrupt the child twice.
  const forwarded = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGHUP', 'SIGINT'];
  for (const signal of forwarded) process.on(signal, () => child.kill(signal));
  if (process.stdin.isTTY) process.on('SIGINT', () => {});
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Runs the command `bin` of an installed package. */
export function runTool(packageName, bin, args) {
  const manifest = atRoot(`node_modules/${packageName}/package.json`);
  const { bin: entry } = JSON.parse(readFileSync(manifest, 'utf8'));
  const file = typeof entry === 'string' ? entry : entry[bin];
  return runNode([join(dirname(manifest), file), ...args]);
}

/** The Node of runtime/package.json where it was installed and runs; else the current one. */
export function chooseNode() {
  // Earlier versions ran on a Node among the root's packages; an install that replaced those has removed it.
  if (!existsSync(process.execPath)) return 'node';
  const pinned = atRoot('runtime/node_modules/.bin/node');
  if (!existsSync(pinned)) return process.execPath;
  if (realpathSync(pinned) === realpathSync(process.execPath)) return process.execPath;
  return spawnSync(pinned, ['--version']).status === 0 ? pinned : process.execPath;
}
