import { spawn } from 'node:child_process';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildServer } from './build.mjs';
import { buildChat, chatSources } from './chat.mjs';
import { buildConsole, consoleSources } from './console.mjs';
import { chooseNode } from './launch.mjs';
import { atRoot } from './root.mjs';

const sources = [atRoot('src'), ...chatSources, ...consoleSources];

/**
 * Builds and serves; builds again on every change of the sources. A change of the server restarts it; a change of the chat appears
 * when a page is reloaded. Ends with Ctrl-C.
 */
export async function watchAndRestart() {
  const changes = watchSources();
  let server;
  const quit = async () => {
    await stop(server);
    process.exit(0);
  };
  process.on('SIGINT', quit);
  process.on('SIGTERM', quit);
  for (;;) {
    server = await buildAndServe(server);
    await changes.next();
  }
}

async function buildAndServe(running) {
  try {
    // One after the other: if one fails, both are built again at the next change.
    await buildChat();
    await buildConsole();
    const isNew = await buildServer();
    if (isRunning(running) && !isNew) return running;
  } catch (error) {
    console.error(`${error.message}\nWaiting for the next change …`);
    return running;
  }
  await stop(running);
  // Its own process group, so that stopping it stops whatever it started.
  return spawn(chooseNode(), ['--enable-source-maps', 'dist/main.js'], {
    cwd: atRoot('.'),
    stdio: 'inherit',
    detached: true,
  });
}

function isRunning(server) {
  return server !== undefined && server.exitCode === null && server.signalCode === null;
}

async function stop(server) {
  if (!isRunning(server)) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  process.kill(-server.pid, 'SIGTERM');
  const stopped = await Promise.race([ended.then(() => true), wait(10_000, false, { ref: false })]);
  if (!stopped) process.kill(-server.pid, 'SIGKILL');
  await ended;
}

/**
 * `next()` waits until the sources have changed since the last call and then stayed unchanged for 100 ms. Every folder is watched
 * separately: with recursive watching, Node on Linux loses a file that an editor replaces by a new one.
 */
function watchSources() {
  let changed = false;
  let wake = () => {};
  let watchers = [];
  const watchAll = () => {
    for (const watcher of watchers) watcher.close();
    watchers = sources.flatMap(foldersIn).map((folder) =>
      watch(folder, () => {
        changed = true;
        wake();
      }),
    );
  };
  const next = async () => {
    if (!changed) await new Promise((resolve) => (wake = resolve));
    while (changed) {
      changed = false;
      await wait(100);
    }
    // The list of folders may have changed.
    watchAll();
  };
  watchAll();
  return { next };
}

function foldersIn(folder) {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return [folder, ...below];
}
