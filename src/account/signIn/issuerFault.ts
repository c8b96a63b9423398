import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { codeOf } from '../../errors/codeOf.js';
import { IssuerDown } from './guardedFetch.js';

/**
 * Why a sign-in failed: the issuer is unavailable (`down`), the person or the issuer refused (`denied`), the attempt has expired or belongs
 * to another browser (`stale`), or the response is invalid (`wrong`).
 */
export type FaultKind = 'down' | 'denied' | 'stale' | 'wrong';

/** A failed sign-in. `detail` is for logs: it names the fault and contains nothing from the request. */
export class IssuerFault extends Error {
  override readonly name = 'IssuerFault';
  constructor(
    readonly kind: FaultKind,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** The fault of an error of the client library. The error's text and causes contain tokens and claims, so only its code is kept. */
export function faultOf(error: unknown): IssuerFault {
  if (error instanceof IssuerFault) return error;
  const down = [error, causeOf(error), causeOf(causeOf(error))].find(isDown);
  if (down) return new IssuerFault('down', down.message);
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return new IssuerFault(KINDS[error.error] ?? 'wrong', wordOf(error.error));
  }
  return new IssuerFault('wrong', wordOf(codeOf(error)));
}

/**
 * Error codes of issuers (RFC 6749; OpenID Connect Core 1.0, section 3.1.2.6, https://openid.net/specs/openid-connect-core-1_0.html) that
 * are the fault neither of this server nor of the issuer.
 */
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

/** A code, or `unknown` for text that does not look like one: anybody can write the query of the callback. */
function wordOf(code = ''): string {
  return /^\w{1,60}$/.test(code) ? code : 'unknown';
}
