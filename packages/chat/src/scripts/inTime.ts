import { wait } from '../chat/wait.js';

/** Milliseconds after which a chat goes on without waiting for a script. */
const WITHIN = 10_000;

/** The result of a script. Rejects when it takes too long, or when the chat is closed meanwhile. */
export async function inTime(running: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const late = wait(WITHIN, signal).then(() => {
    throw new Error('The script took too long');
  });
  return Promise.race([running, late]);
}
