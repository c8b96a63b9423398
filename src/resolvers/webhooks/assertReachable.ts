import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';

/**
 * Fails with `URL_REFUSED` if the guard of outgoing requests refuses the URL itself. The IP addresses of a host name may change, so the
 * guard checks them whenever an event is sent.
 */
export function assertReachable({ whyRefused }: Context, url: string): void {
  const why = whyRefused(new URL(url));
  if (why === undefined) return;
  const message = `No event can be sent to this address: ${why}`;
  throw new Failure('URL_REFUSED', message, [{ path: ['url'], message }]);
}
