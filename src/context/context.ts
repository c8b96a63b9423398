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
import type { DomainLookUp } from '../integrations/domainLookUp.js';
import type { SendLetter } from '../integrations/smtp/letters.js';
import type { RateLimits } from '../rateLimits/limits.js';
import type { OperatorLimits } from '../storage/aiBudgets.js';
import type { WrittenEvents } from '../storage/events.js';
import { openLoaders, type Loaders } from '../storage/loaders.js';
import type { Storage, Unit } from '../storage/orm.js';
import type { ChatTails } from './chatTails.js';
import { isOtherDomain } from './otherDomain.js';
import { askedOriginOf, readOrigin } from './readOrigin.js';
import type { Timeouts } from './timeouts.js';

/**
 * Wakes the watchers of a log that grew: of a chat by its session id, of a bot by its own. A wake-up carries no data
 * and may be lost or doubled, so PostgreSQL's NOTIFY can carry it between processes.
 */
export interface WakeUps {
  /** Wakes the watchers of a log; those in this process are given what was written to it. */
  announce(id: string, written?: WrittenEvents): void;
  /** Watches one log, or several, until closed. */
  watch(...ids: string[]): Watch;
  /** Watches the log of a chat; not woken for what `take` takes. */
  watchLog(sessionId: string, take: TakeWritten): Watch;
}

/** Takes what this process wrote to a log; false where the log is to be read instead. */
export type TakeWritten = (written: WrittenEvents) => boolean;

/** Reads for all who watch the same thing in this process: what changes often is read once a second, not once for each. */
export interface PacedReads {
  /**
   * What `load` gives. It begins after this call, and at least a second after the last read with this key began; calls
   * until then share it. `load` must give the same for everybody who may call with this key.
   */
  read<T>(key: string, load: () => Promise<T>): Promise<T>;
}

/** The topic for watchers of a bot's results and counts. */
export function resultsTopic(botId: string): string {
  return `results:${botId}`;
}

/** The topic for watchers of who has a bot open. */
export function editorsTopic(botId: string): string {
  return `editors:${botId}`;
}

/** The topic for changes to the rights of a person. */
export function rightsTopic(userId: string): string {
  return `rights:${userId}`;
}

/** One watcher. */
export interface Watch {
  readonly isClosed: boolean;
  /** Settles at the first wake-up since the last call, or when it is time to look without one. */
  next(): Promise<void>;
  /** Also settles a pending `next`. */
  close(): void;
}

/** The facts that every transport passes on about one request. */
export interface RequestFacts {
  readonly requestId: string;
  /** The `Authorization` header, or what a socket sent instead. */
  readonly authorization?: string | undefined;
  /** The cookie of a person who signed in with a browser. */
  readonly cookie?: string | undefined;
  /** Of the page that sent it; absent for the pages of this server itself, and for programs. */
  readonly origin?: string | undefined;
  /** The origin that the request was sent to, as far as its `Host` is one; absent where no request asked. */
  readonly askedOrigin?: () => string | undefined;
  /** The address of the client, for rate limits (`createClientAddressOf`). */
  readonly clientAddress: string;
  /** REST has a status for every failure: its operations fail as a whole instead of reporting `userErrors`. */
  readonly failsWhole?: boolean;
}

/** What an account is connected to. */
export interface ConnectTarget {
  readonly workspaceId: string;
  /** The type of the credentials that are stored. */
  readonly type: string;
  /** The credentials whose account is replaced; absent for new credentials. */
  readonly credentialsId?: string | undefined;
}

/** What a resolver receives; made for each operation of every transport. */
export interface Context extends RequestFacts {
  /** The caller; looked up once, and only when needed. */
  caller(): Promise<Caller | undefined>;
  /**
   * Looks the caller up again and forgets everything that was loaded. Streams call it before each event, because tokens, rights
   * and data change while they are open.
   */
  callerNow(): Promise<Caller | undefined>;
  /** Forgets what was loaded: call it after a write. */
  forget(): void;
  /** Fails with `UNAUTHENTICATED` for an unknown token: it must not count as none. */
  assertKnown(): Promise<void>;
  /** A new unit of work; one for each root field, never shared between two. */
  openUnit(): Unit;
  /** The connections of units, for hand-written statements; chats have their own (`chats.pool`). */
  readonly pool: Pool;
  /** Batching loaders; created on first use, because a turn of a chat, for example, needs none. */
  loaders(): Loaders;
  readonly chats: ChatPorts;
  readonly wakeUps: WakeUps;
  readonly pacedReads: PacedReads;
  readonly chatTails: ChatTails;
  /** Whether previews of stored drafts need a token (`PREVIEW_REQUIRES_TOKEN`). */
  readonly previewRequiresToken: boolean;
  /** What the operator lets AI blocks take in a month (`AI_BUDGETS`). */
  readonly aiBudgets: OperatorLimits;
  /** The start of public addresses (`PUBLIC_URL`), where that is set. */
  readonly publicUrl: string | undefined;
  /** The start of links: `PUBLIC_URL`, else the address the server listens at. */
  readonly ownAddress: () => string;
  /**
   * The start of addresses in a reply: `PUBLIC_URL`, else where the request was sent to, else the address the server listens at.
   * Whoever sends a request chooses its `Host`, so this is never stored, and never sent to others.
   */
  readonly addressForCaller: () => string;
  readonly lookUpDomain: DomainLookUp;
  /** Why the guard would refuse every request to an address (`Http.whyRefused`). */
  readonly whyRefused: (url: URL) => string | undefined;
  /** Counts a look-up of a domain that somebody asks for; rejects above the limit of the workspace. */
  countLookUp(workspaceId: string): Promise<void>;
  /** The examples of the front page. */
  readonly examples: Examples;
  /** Encrypts values that are stored for use and never shown. */
  readonly secrets: SecretBox;
  /** Files of visitors and authors. */
  readonly files: Files;
  /** Sends e-mails of this server itself; absent without a mail server (`SMTP_URL`). */
  readonly sendLetter: SendLetter | undefined;
  /** The page where a person connects an account to a workspace; none where no account can be connected. */
  readonly connectAddressOf: (target: ConnectTarget) => string | undefined;
}

/** The dependencies that contexts are made from. */
export interface Services extends Pick<
  Context,
  | 'chats'
  | 'wakeUps'
  | 'pacedReads'
  | 'chatTails'
  | 'previewRequiresToken'
  | 'aiBudgets'
  | 'publicUrl'
  | 'ownAddress'
  | 'lookUpDomain'
  | 'whyRefused'
  | 'countLookUp'
  | 'examples'
  | 'secrets'
  | 'files'
  | 'sendLetter'
  | 'connectAddressOf'
> {
  readonly storage: Storage;
  readonly timeouts: Timeouts;
  readonly clientAddressOf: ClientAddressOf;
  readonly assertKnown: AssertKnown;
  /** Absent where nothing is limited (`RATE_LIMITS`). */
  readonly rateLimits: RateLimits | undefined;
  /** Aborted when the server begins to stop: streams end, and their readers reconnect elsewhere. */
  readonly stopping: AbortSignal;
}

/** The cookie of a person who signed in with a browser. */
export const SIGN_IN_COOKIE = 'parley_session';

/**
 * The name of a cookie at `PUBLIC_URL`. Where that is https, it begins so that browsers take the cookie from this very host alone
 * (RFC 6265bis, section 4.1.3.2): a page at a domain beside it, such as that of a bot, cannot sign anybody in as somebody else.
 */
export function cookieName(name: string, publicUrl: string | undefined): string {
  return publicUrl?.startsWith('https:') ? `__Host-${name}` : name;
}

/** The value of a cookie of this name in a header; undefined where there is none of letters, digits, dots, `_` and `-`. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  return new RegExp(`(?:^|; *)${name}=([\\w.-]+)`).exec(header ?? '')?.[1];
}

type ShownTo = Pick<Services, 'publicUrl' | 'clientAddressOf'>;

/**
 * The credentials of a request, and the address it comes from. A browser sends its cookie with requests of any page, so
 * the cookie counts only for pages of this server.
 */
export function shownBy(
  request: IncomingMessage,
  { publicUrl, clientAddressOf }: ShownTo,
  isOwn = isOwnPage(request.headers, publicUrl),
): Pick<RequestFacts, 'authorization' | 'cookie' | 'origin' | 'askedOrigin' | 'clientAddress'> {
  const { authorization, origin, cookie: sent } = request.headers;
  const cookie = sent && cookieIn(sent, cookieName(SIGN_IN_COOKIE, publicUrl));
  return {
    authorization,
    origin: isOwn ? undefined : origin,
    askedOrigin: () => askedOriginOf(request),
    clientAddress: clientAddressOf(request),
    ...(isOwn && cookie && { cookie }),
  };
}

/**
 * The same for an address that people open: the cookie counts as well where a link of another site, an e-mail or an issuer
 * led the browser there. That other site neither sees the page nor has it act.
 */
export function shownByVisitor(request: IncomingMessage, services: ShownTo) {
  const { method, headers } = request;
  const isOpened =
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document';
  const told = isOpened ? { ...headers, 'sec-fetch-site': 'none' } : headers;
  return shownBy(request, services, isOwnPage(told, services.publicUrl));
}

/**
 * What a browser says of requests that the page of another origin made it send, also where it names no `Origin`
 * (https://www.w3.org/TR/fetch-metadata). `same-site` is a domain beside this one, such as that of a bot.
 */
const ELSEWHERE: readonly unknown[] = ['cross-site', 'same-site'];

/**
 * Whether a request comes from a page of this server, or from no page at all: from the requested host, or `PUBLIC_URL`. A domain of
 * a bot is a page of that bot alone, though this server answers there: its scripts may not act as a person, and nobody signs
 * in there. Browsers that do not say which site it is, as over plain http, still name the origin of whatever could change something.
 */
export function isOwnPage(
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicUrl: string | undefined,
): boolean {
  if (ELSEWHERE.includes(site)) return false;
  if (origin === undefined) return true;
  const asking = readOrigin(origin);
  if (!asking) return false;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const { host: asked, hostname } = asking;
  return origin === own || (asked === host && !isOtherDomain(hostname, publicUrl));
}

/** Creates the context of one operation. */
export function contextOf(services: Services, request: RequestFacts): Context {
  const { storage, timeouts, stopping, clientAddressOf, assertKnown, rateLimits, ...shared } =
    services;
  const { publicUrl, ownAddress } = services;
  const authorization = ownAuthorization(request.authorization);
  const facts = { ...request, authorization };
  const openUnit = (): Unit => storage.openUnit();
  let caller: Promise<Caller | undefined> | undefined;
  let loaders: Loaders | undefined;
  const forget = (): void => {
    loaders = undefined;
  };
  const callerNow = () => {
    forget();
    return (caller = findCaller(openUnit(), facts));
  };
  return {
    ...facts,
    ...shared,
    // Names what it needs: `shared` is a copy, which each open stream would keep.
    addressForCaller: () => publicUrl ?? request.askedOrigin?.() ?? ownAddress(),
    openUnit,
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
