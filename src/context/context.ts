import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Pool } from 'pg';
import { findCaller, type Caller } from '../auth/caller.js';
import type { AssertKnown } from '../auth/knownTokens.js';
import type { SecretBox } from '../auth/secretBox.js';
import { ownAuthorization } from '../auth/token.js';
import type { ChatPorts } from '../chat/ports.js';
import type { Examples } from '../examples/openExamples.js';
import type { Files } from '../files/files.js';
import type { ClientAddressOf } from '../http/clientAddress.js';
import type { Accounts } from '../integrations/accounts/openAccounts.js';
import type { DomainLookUp } from '../integrations/domainLookUp.js';
import type { SendLetter } from '../integrations/smtp/letters.js';
import type { RateLimits } from '../rateLimits/limits.js';
import type { Sandbox } from '../sandbox/pool.js';
import type { SimulationGate } from '../simulation/simulationGate.js';
import type { Auditor } from '../storage/audit.js';
import type { OperatorLimits } from '../storage/aiBudgets.js';
import type { WrittenEvents } from '../storage/events.js';
import { openLoaders, type Loaders } from '../storage/loaders.js';
import type { Storage, Unit } from '../storage/orm.js';
import type { RetentionSettings } from '../storage/retention.js';
import type { ConnectTarget } from './connectTarget.js';
import type { SharedByWatchers } from './sharedReads.js';
import { isOtherDomain } from './otherDomain.js';
import { askedOriginOf, readOrigin } from './readOrigin.js';
import type { Timeouts } from './timeouts.js';

/**
 * Wakes the watchers of a log that has grown: that of a chat by session id, that of a bot by bot id. A wake-up carries no data and may be
 * lost or duplicated, so PostgreSQL's NOTIFY can carry it between processes.
 */
export interface WakeUps {
  /** Wakes the watchers of a log. Those in this process get the events that were written. */
  announce(id: string, written?: WrittenEvents): void;
  /** Watches one or several logs until closed. */
  watch(...ids: string[]): Watch;
  /** Watches the log of a chat. Events that `take` accepts do not wake the watch. */
  watchLog(sessionId: string, take: TakeWritten): Watch;
}

/** Receives events that this process wrote to a log. Returns false if the log has to be read instead. */
export type TakeWritten = (written: WrittenEvents) => boolean;

/** The topic for watchers of a bot's results and counts. */
export function resultsTopic(botId: string): string {
  return `results:${botId}`;
}

/** The topic for watchers of the inbox of a workspace. */
export function chatsTopic(workspaceId: string): string {
  return `chats:${workspaceId}`;
}

/** The topic for watchers of the list of a workspace's bots. */
export function botsTopic(workspaceId: string): string {
  return `bots:${workspaceId}`;
}

/** The topic for watchers of the totals of a workspace's bots, within one process. */
export function totalsTopic(workspaceId: string): string {
  return `totals:${workspaceId}`;
}

/** The topic for watchers of the people who have a bot open. */
export function editorsTopic(botId: string): string {
  return `editors:${botId}`;
}

/** The topic for watchers of the people who have a chat open. */
export function viewersTopic(sessionId: string): string {
  return `viewers:${sessionId}`;
}

/** The topic for changes to the rights of a person. */
export function rightsTopic(userId: string): string {
  return `rights:${userId}`;
}

/** A watch of one or several logs. */
export interface Watch {
  readonly isClosed: boolean;
  /** Resolves at the first wake-up since the last call, or when it is time to look without one. */
  next(): Promise<void>;
  /** Closes the watch, and resolves a pending `next`. */
  close(): void;
}

/** The facts about a request that every transport provides. */
export interface RequestFacts {
  readonly requestId: string;
  /** The `Authorization` header, or what a socket sends instead. */
  readonly authorization?: string | undefined;
  /** The cookie of a person who signed in with a browser. */
  readonly cookie?: string | undefined;
  /** The origin of the page that sent it; absent for pages of this server, and for programs. */
  readonly origin?: string | undefined;
  /** The origin to which the request was sent, if its `Host` is valid; absent if there was no HTTP request. */
  readonly askedOrigin?: () => string | undefined;
  /** The header `Accept-Language`: the languages of the person who sent it. */
  readonly acceptLanguage?: string | undefined;
  /** The address of the client, for rate limits (`createClientAddressOf`). */
  readonly clientAddress: string;
  /** Set by REST, which has a status for every failure: operations fail as a whole instead of returning `userErrors`. */
  readonly failsWhole?: boolean;
}

/** The context of resolvers, created for each operation of every transport. */
export interface Context extends RequestFacts, SharedByWatchers {
  /** The caller, looked up once and only when needed. */
  caller(): Promise<Caller | undefined>;
  /**
   * Looks up the caller again and clears all loaders. Streams call it before each event, because tokens, rights and data change while they
   * are open.
   */
  callerNow(): Promise<Caller | undefined>;
  /** Clears all loaders; to be called after a write. */
  forget(): void;
  /** Fails with `UNAUTHENTICATED` for an unknown token, which must not count as an anonymous request. */
  assertKnown(): Promise<void>;
  /** Opens a unit of work, one for each root field, which no two of them share. */
  openUnit(): Unit;
  /** Who acts, for the audit log; undefined in operations that it does not note. */
  auditor(): Promise<Auditor | undefined>;
  /** The connection pool of units, for hand-written statements; chats have their own (`chats.pool`). */
  readonly pool: Pool;
  /** Batching loaders, created on first use, because a turn of a chat, for example, needs none. */
  loaders(): Loaders;
  readonly chats: ChatPorts;
  /** Runs code of flows that no chat runs, as in tests of bots. */
  readonly sandbox: Pick<Sandbox, 'evaluate' | 'runScript'>;
  readonly simulations: SimulationGate;
  readonly wakeUps: WakeUps;
  /** Whether previews of stored drafts need a token (`PREVIEW_REQUIRES_TOKEN`). */
  readonly previewRequiresToken: boolean;
  /** The operator's monthly limits of AI blocks (`AI_BUDGETS`). */
  readonly aiBudgets: OperatorLimits;
  /** How long data is kept. */
  readonly keeping: RetentionSettings;
  /** The base of public URLs (`PUBLIC_URL`), if it is set. */
  readonly publicUrl: string | undefined;
  /** The base of links: `PUBLIC_URL`, else the address at which the server listens. */
  readonly ownAddress: () => string;
  /**
   * The base of URLs in a reply: `PUBLIC_URL`, else the origin to which the request was sent, else the address at which the server listens.
   * Whoever sends a request chooses its `Host`, so this must never be stored or sent to others.
   */
  readonly addressForCaller: () => string;
  readonly lookUpDomain: DomainLookUp;
  /** The reason why the guard always refuses a URL (`Http.whyRefused`). */
  readonly whyRefused: (url: URL) => string | undefined;
  /** Counts a requested look-up of a domain. Rejects above the limit of the workspace. */
  countLookUp(workspaceId: string): Promise<void>;
  /** Asks services about accounts, for forms. */
  readonly accounts: Accounts;
  /** The examples of the front page. */
  readonly examples: Examples;
  /** Encrypts values that are stored for use and never shown. */
  readonly secrets: SecretBox;
  /** The files of visitors and authors. */
  readonly files: Files;
  /** Sends e-mails of this server itself; absent without a mail server (`SMTP_URL`). */
  readonly sendLetter: SendLetter | undefined;
  /** The URL of the page on which a person connects an account to a workspace; undefined if none can be connected. */
  readonly connectAddressOf: (target: ConnectTarget) => string | undefined;
}

/** The dependencies from which contexts are created. */
export interface Services extends Pick<
  Context,
  | 'chats'
  | 'sandbox'
  | 'simulations'
  | 'wakeUps'
  | 'previewRequiresToken'
  | 'aiBudgets'
  | 'keeping'
  | 'publicUrl'
  | 'ownAddress'
  | 'lookUpDomain'
  | 'whyRefused'
  | 'countLookUp'
  | 'accounts'
  | 'examples'
  | 'secrets'
  | 'files'
  | 'sendLetter'
  | 'connectAddressOf'
  | keyof SharedByWatchers
> {
  readonly storage: Storage;
  readonly timeouts: Timeouts;
  readonly clientAddressOf: ClientAddressOf;
  readonly assertKnown: AssertKnown;
  /** Absent if rate limits are off (`RATE_LIMITS`). */
  readonly rateLimits: RateLimits | undefined;
  /** Aborted when the server starts to shut down: streams end, and their readers reconnect elsewhere. */
  readonly stopping: AbortSignal;
}

/** The cookie of a person who signed in with a browser. */
export const SIGN_IN_COOKIE = 'parley_session';

/**
 * The name of a cookie at `PUBLIC_URL`. If that is https, the name has the prefix `__Host-`, with which browsers accept the cookie only
 * from this very host (RFC 6265bis, section 4.1.3.2): a page at a sibling domain, such as that of a bot, cannot sign anybody in as somebody
 * else.
 */
export function cookieName(name: string, publicUrl: string | undefined): string {
  return publicUrl?.startsWith('https:') ? `__Host-${name}` : name;
}

/** The value of the cookie with this name in a header; undefined if there is none of letters, digits, dots, `_` and `-`. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  return new RegExp(`(?:^|; *)${name}=([\\w.-]+)`).exec(header ?? '')?.[1];
}

type ShownTo = Pick<Services, 'publicUrl' | 'clientAddressOf'>;

/** The credentials of a request, and its address. A cookie counts only for pages of this server: browsers send it for any page. */
export function shownBy(
  request: IncomingMessage,
  { publicUrl, clientAddressOf }: ShownTo,
  isOwn = isOwnPage(request.headers, publicUrl),
): Omit<RequestFacts, 'requestId' | 'failsWhole'> {
  const { authorization, origin, cookie: sent } = request.headers;
  const cookie = sent && cookieIn(sent, cookieName(SIGN_IN_COOKIE, publicUrl));
  return {
    authorization,
    origin: isOwn ? undefined : origin,
    askedOrigin: () => askedOriginOf(request),
    acceptLanguage: request.headers['accept-language'],
    clientAddress: clientAddressOf(request),
    ...(isOwn && cookie && { cookie }),
  };
}

/**
 * The same for pages that people open: the cookie counts even if a link of another site, an e-mail or an issuer led the browser there. That
 * site can neither see the page nor act on it.
 */
export function shownByVisitor(request: IncomingMessage, services: ShownTo) {
  const { method, headers } = request;
  const isOpened =
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document';
  const judgedHeaders = isOpened ? { ...headers, 'sec-fetch-site': 'none' } : headers;
  return shownBy(request, services, isOwnPage(judgedHeaders, services.publicUrl));
}

/**
 * The values of `Sec-Fetch-Site` for requests of pages of another origin, which browsers send even without `Origin`
 * (https://www.w3.org/TR/fetch-metadata). `same-site` is a sibling domain, such as that of a bot.
 */
const ELSEWHERE: readonly unknown[] = ['cross-site', 'same-site'];

/**
 * Whether a request comes from a page of this server (at the requested host or `PUBLIC_URL`) or from no page at all. The domain of a bot is
 * not such a page, although this server answers there: its scripts may not act as a person, and nobody signs in there. Browsers that do not
 * send `Sec-Fetch-Site`, as over plain http, still send `Origin` with every request that could change something.
 */
export function isOwnPage(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicUrl: string | undefined,
): boolean {
  if (ELSEWHERE.includes(site)) return false;
  if (origin === undefined) return true;
  const originUrl = readOrigin(origin);
  if (!originUrl) return false;
  const ownOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const { host: originHost, hostname } = originUrl;
  return origin === ownOrigin || (originHost === host && !isOtherDomain(hostname, publicUrl));
}

/** Creates the context of one operation. */
export function contextOf(services: Services, request: RequestFacts): Context {
  const { storage, publicUrl, ownAddress, assertKnown } = services;
  const authorization = request.authorization && ownAuthorization(request.authorization);
  const openUnit = (): Unit => storage.openUnit();
  let caller: Promise<Caller | undefined> | undefined;
  let loaders: Loaders | undefined;
  const forget = (): void => {
    loaders = undefined;
  };
  const callerNow = () => {
    forget();
    return (caller = findCaller(openUnit(), { authorization, cookie: request.cookie }));
  };
  return {
    // First, because V8 copies the first object of a literal whole; the others member by member.
    ...services,
    ...request,
    authorization,
    addressForCaller: () => publicUrl ?? request.askedOrigin?.() ?? ownAddress(),
    openUnit,
    auditor: async () => undefined,
    pool: storage.pool,
    loaders: () => (loaders ??= openLoaders(storage)),
    caller: () => (caller ??= callerNow()),
    callerNow,
    forget,
    async assertKnown() {
      if (authorization !== undefined) await (caller ?? assertKnown(authorization));
    },
  };
}
