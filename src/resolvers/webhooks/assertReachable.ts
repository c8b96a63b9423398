import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';

/**
 * Fails with `URL_REFUSED` where the guard of outgoing requests would refuse every event, by what the address itself tells. The
 * addresses of a name may change, so they are judged when an event is sent.
 */
export function assertReachable({ whyRefused }: Context, url: string): void {
  const why = whyRefused(new URL(url));
  if (why === undefined) return;
  const message = `No event can be sent to this address: ${why}`;
  throw new Failure('URL_REFUSED', message, [{ path: ['url'], message }]);
}
