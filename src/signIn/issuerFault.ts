import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { IssuerDown } from './guardedFetch.js';

/**
 * What keeps somebody from signing in: the issuer is away (`down`), they said no there (`denied`), the attempt is over or
 * another's (`stale`), or what came back does not hold (`wrong`).
 */
export type FaultKind = 'down' | 'denied' | 'stale' | 'wrong';

/** A sign-in that came to nothing. `detail` is fit for a log: it names the fault and holds nothing that was sent. */
export class IssuerFault extends Error {
  override readonly name = 'IssuerFault';
  constructor(
    readonly kind: FaultKind,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** What the client's error means. Its own text and causes hold tokens and claims, so that only its code is kept. */
export function faultOf(error: unknown): IssuerFault {
  if (error instanceof IssuerFault) return error;
  const down = [error, causeOf(error), causeOf(causeOf(error))].find(isDown);
  if (down) return new IssuerFault('down', down.message);
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return new IssuerFault(KINDS[error.error] ?? 'wrong', wordOf(error.error));
  }
  return new IssuerFault('wrong', wordOf(Reflect.get(Object(error), 'code')));
}

/** What issuers answer with (RFC 6749, OpenID Connect Core 3.1.2.6), where it is not our own or their mistake. */
const KINDS: Readonly<Record<string, FaultKind>> = {
  access_denied: 'denied',
  consent_required: 'denied',
  interaction_required: 'denied',
  login_required: 'denied',
  invalid_grant: 'stale',
  server_error: 'down',
  temporarily_unavailable: 'down',
};

function isDown(error: unknown): error is IssuerDown {
  return error instanceof IssuerDown;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** Only what looks like a code: anybody can write the query that somebody comes back with. */
function wordOf(code: unknown): string {
  return typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : 'unknown';
}
