import type { EffectResult } from './effect.js';
import { cleanText } from '../text/cleanText.js';
import type { Log } from '../reply/reply.js';

/**
 * The log of a failure outside the engine. The reason may come from a vendor and is shown only to the author of the
 * bot.
 */
export function failureLog(description: string, reason: string): Log {
  return { status: 'error', description, details: shortened(reason) };
}

/** The log of an incomplete result; none for a complete one. */
export function warningLogs({ warning }: Pick<EffectResult, 'warning'>, subject: string): Log[] {
  return warning === undefined ? [] : [failureLog(`${subject} broke off`, warning)];
}

/** A text from outside, cut to a length for logs and without characters that PostgreSQL refuses. */
export function shortened(text: string, maxLength = 1_000): string {
  return cleanText(text.slice(0, maxLength));
}
