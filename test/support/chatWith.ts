import type { Transport } from './transports.js';
import { bodyOf } from './transports.js';

/** A chat of a visitor who gives these answers to a bot. */
export async function chatWith(rest: Transport, publicId: string, answers: readonly string[]) {
  const started = await bodyOf(rest.startChat({ publicId }));
  const { sessionId } = started;
  for (const message of answers) await bodyOf(rest.continueChat({ sessionId, message }));
  return started;
}
