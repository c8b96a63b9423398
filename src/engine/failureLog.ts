import { cleanText } from './cleanText.js';
import type { Log } from './reply.js';

/** The log of something outside that failed. The reason may come from a vendor and is for the bot's author alone. */
export function failureLog(description: string, reason: string): Log {
  return { status: 'error', description, details: shortened(reason) };
}

/** A text from outside, as a log may hold it: at most 1 000 characters, and none a database refuses (engine §7.3). */
export function shortened(text: string): string {
  return cleanText(text.slice(0, MAX_LENGTH));
}

const MAX_LENGTH = 1_000;
