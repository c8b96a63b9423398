import type { Request } from 'express';
import { findCaller, type Caller } from '../../auth/caller.js';
import { type Services, shownByVisitor } from '../../context/context.js';
import type { ConnectPorts } from '../../integrations/google/connectAccount.js';
import type { Log } from '../../log/log.js';
import type { Visit } from '../signIn/cookie.js';

/** The dependencies of connecting accounts. */
export interface ConnectEndpoints {
  readonly services: Services;
  readonly log: Log;
  /** Absent if this server has no OAuth client at Google. */
  readonly google: ConnectPorts | undefined;
}

/** A request of a signed-in person, to a server with an OAuth client at Google. */
export interface ConnectVisit extends Visit {
  readonly caller: Caller;
  readonly google: ConnectPorts;
}

/** The person signed in with the browser, if any. */
export function findVisitor(services: Services, request: Request): Promise<Caller | undefined> {
  const { cookie } = shownByVisitor(request, services);
  return findCaller(services.storage.openUnit(), { cookie });
}

/** The query of a request. */
export function queryOf({ originalUrl }: Request): URLSearchParams {
  return new URL(originalUrl, 'http://here.invalid').searchParams;
}

/** The id in a query; empty if there is no valid one, which matches nothing. */
export function idIn(query: URLSearchParams, name: string): string {
  const id = query.get(name) ?? '';
  return /^\w{1,64}$/.test(id) ? id : '';
}

/** The redirect URI, which must equal the one in Google's console exactly. */
export function redirectUriOf({ ownAddress }: Services): string {
  return `${ownAddress()}/connect/google/callback`;
}
