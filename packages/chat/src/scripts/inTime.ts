import { wait } from '../chat/wait.js';

/** Milliseconds after which a chat goes on without a script. */
const WITHIN = 10_000;

/** What a script comes to; fails when it takes too long, or when the chat is left meanwhile. */
export async function inTime(running: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const late = wait(WITHIN, signal).then(() => {
    throw new Error('The script took too long');
  });
  return Promise.race([running, late]);
}
