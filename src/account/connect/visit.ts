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
  /** Absent where this server has no client at Google. */
  readonly google: ConnectPorts | undefined;
}

/** A request of somebody who is signed in, to a server with a client at Google. */
export interface ConnectVisit extends Visit {
  readonly caller: Caller;
  readonly google: ConnectPorts;
}

/** The person who is signed in with the browser, if any. */
export function findVisitor(services: Services, request: Request): Promise<Caller | undefined> {
  const { cookie } = shownByVisitor(request, services);
  return findCaller(services.storage.openUnit(), { cookie });
}

/** The query of a request. */
export function queryOf({ originalUrl }: Request): URLSearchParams {
  return new URL(originalUrl, 'http://here.invalid').searchParams;
}

/** The id that a query names; one that belongs to nothing where it names none. */
export function idIn(query: URLSearchParams, name: string): string {
  const id = query.get(name) ?? '';
  return /^\w{1,64}$/.test(id) ? id : '';
}

/** The address that Google sends people back to: the same, to the letter, as its console has. */
export function redirectUriOf({ ownAddress }: Services): string {
  return `${ownAddress()}/connect/google/callback`;
}
