import { setTimeout as wait } from 'node:timers/promises';
import type { BenchServer } from './server.js';

/** Options for Node by which a server can be asked for its memory in use. */
export const COLLECTING = [
  '--expose-gc',
  '--import',
  new URL('./collectGarbage.mjs', import.meta.url).href,
];

/** The server's resident memory without garbage, in bytes. */
export async function heldBy({ pid, memory }: BenchServer): Promise<number> {
  for (let time = 0; time < 2; time += 1) {
    process.kill(pid, 'SIGUSR2');
    await wait(1_500);
  }
  return memory() ?? 0;
}
