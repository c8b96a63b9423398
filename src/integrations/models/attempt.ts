import type { EffectOrigin } from '../effectOrigin.js';
import { startEnd } from '../requestEnd.js';
import { whyFailed } from './whyFailed.js';

/** In milliseconds: less than a turn may take. */
export const LONGEST_WAIT = 50_000;

/**
 * Runs a request to a vendor until it ends, `LONGEST_WAIT` passes, it is abandoned or `stopped`. Throws a message for the author of a flow,
 * with secrets masked.
 */
export async function attempt<T>(
  {
    abandoned,
    stopped,
  }: Pick<EffectOrigin, 'abandoned'> & { readonly stopped?: AbortSignal | undefined },
  secrets: readonly string[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signals = [abandoned, stopped].filter((candidate) => candidate !== undefined);
  const end = startEnd(LONGEST_WAIT, signals);
  try {
    return await run(end.signal);
  } catch (error) {
    const isStopped = signals.some(({ aborted }) => aborted);
    const late = isStopped ? 'the request was stopped' : 'the request took too long';
    throw failure(end.signal.aborted ? late : whyFailed(error), secrets);
  } finally {
    end.close();
  }
}

/** Has no cause, because that may quote secrets. */
function failure(reason: string, secrets: readonly string[]): Error {
  const masked = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), reason);
  return new Error(`The service failed: ${masked.slice(0, 500)}`);
}
