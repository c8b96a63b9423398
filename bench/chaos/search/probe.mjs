// Loaded into a server under search: records each time its event loop was held, in milliseconds of processor time of
// the main thread. Elapsed time would include what other programs do meanwhile.
import { appendFileSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Shorter holds are those of a normal turn. */
const LEAST = 20;
const EVERY = 2;

if (isMainThread) {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const room = Buffer.alloc(64);
  const spent = () => {
    const length = readSync(file, room, 0, room.length, 0);
    return Number(room.toString('latin1', 0, length).split(' ', 1)[0]) / 1e6;
  };
  let before = spent();
  setInterval(() => {
    const now = spent();
    if (now - before > LEAST) appendFileSync(process.env.HELD_FILE, `${now - before}\n`);
    before = spent();
  }, EVERY).unref();
}
