import { Failure } from '../errors/errors.js';

/**
 * Refuses a page that the bot does not allow, before anything is executed.
 * An empty list allows all; a request without an origin comes from no page and passes.
 */
export function assertOrigin(allowed: readonly string[], origin: string | undefined): void {
  if (origin === undefined || allowed.length === 0 || allowed.includes(origin)) return;
  throw new Failure('ORIGIN_NOT_ALLOWED', 'This page may not run this bot');
}
