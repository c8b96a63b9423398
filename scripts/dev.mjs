import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { buildServer } from './build.mjs';
import { chooseNode } from './launch.mjs';
import { atRoot } from './root.mjs';

/** Builds and serves; on every change below src builds again and restarts. Ends with Ctrl-C. */
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
    server = await buildAndServe();
    await changes.next();
    await stop(server);
  }
}

async function buildAndServe() {
  try {
    await buildServer();
  } catch (error) {
    console.error(`${error.message}\nWaiting for the next change …`);
    return undefined;
  }
  // Its own process group, so that stopping it stops whatever it started.
  return spawn(chooseNode(), ['--enable-source-maps', 'dist/main.js'], {
    cwd: atRoot('.'),
    stdio: 'inherit',
    detached: true,
  });
}

async function stop(server) {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  process.kill(-server.pid, 'SIGTERM');
  const stopped = await Promise.race([ended.then(() => true), wait(10_000, false, { ref: false })]);
  if (!stopped) process.kill(-server.pid, 'SIGKILL');
  await ended;
}

/** `next()` waits until src has changed since the last call and has been quiet for 100 ms. */
function watchSources() {
  let changed = false;
  let wake = () => {};
  watch(atRoot('src'), { recursive: true }, () => {
    changed = true;
    wake();
  });
  const next = async () => {
    if (!changed) await new Promise((resolve) => (wake = resolve));
    while (changed) {
      changed = false;
      await wait(100);
    }
  };
  return { next };
}
