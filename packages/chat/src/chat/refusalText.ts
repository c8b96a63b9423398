import { ParleyError } from '@parley/client';
import { wordsIn } from '../words.js';
import type { ChatOptions } from './chat.js';
import { reasonOf } from './reasonOf.js';

/** The refusals whose message names parts of the flow. */
const OF_FLOW = new Set(['PAYMENT_IMPOSSIBLE', 'PAYMENT_UNVERIFIED']);

/**
 * Why the server has refused an answer, for the visitor. Who tries a flow reads what is wrong in it; a visitor of a published bot
 * does not, and the console has it for the owner of the page.
 */
export function refusalText(error: unknown, { flow }: Pick<ChatOptions, 'flow'>): string {
  const reason = reasonOf(error);
  if (flow || !(error instanceof ParleyError && OF_FLOW.has(error.reason))) return reason;
  console.warn('The bot could not go on:', reason);
  return wordsIn(navigator.languages).failed;
}
