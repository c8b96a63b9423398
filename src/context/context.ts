import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Pool } from 'pg';
import { findCaller, type Caller } from '../auth/caller.js';
import type { AssertKnown } from '../auth/knownTokens.js';
import type { SecretBox } from '../auth/secretBox.js';
import { shownHere } from '../auth/token.js';
import type { ChatPorts } from '../chat/ports.js';
import type { ClientAddressOf } from '../http/clientAddress.js';
import type { DomainLookUp } from '../integrations/domainLookUp.js';
import type { RateLimits } from '../rateLimits/limits.js';
import { openLoaders, type Loaders } from '../storage/loaders.js';
import type { Storage, Unit } from '../storage/orm.js';

/**
 * How the watchers of a thing are told that its log grew: of a chat by its session id, of a bot by its own. A wake-up
 * carries no data and may be lost or doubled, so that PostgreSQL's NOTIFY could carry it between processes.
 */
export interface WakeUps {
  announce(id: string): void;
  /** Watches a thing, or several, until closed. */
  watch(...ids: string[]): Watch;
}

/** What watchers of a bot's results and counts watch. */
export function resultsTopic(botId: string): string {
  return `results:${botId}`;
}

/** What is announced when a person may do less than before, or other things. */
export function rightsTopic(userId: string): string {
  return `rights:${userId}`;
}

/** One watcher. */
export interface Watch {
  readonly isClosed: boolean;
  /** Settles at the first wake-up since the last call, or when it is time to look without one. */
  next(): Promise<void>;
  /** Also settles the `next` that somebody waits for. */
  close(): void;
}

/** How long the server waits for what may not come, in milliseconds. Tests have less time. */
export interface Timeouts {
  /** Before a watcher looks without having been woken. */
  readonly pollEvery: number;
  /** Between two comments on an idle stream, so that nothing on the way takes it for dead. */
  readonly commentEvery: number;
  /** Between two pings of a socket; one that does not answer until the next is let go. */
  readonly pingEvery: number;
  /** For a socket to introduce itself. */
  readonly initWithin: number;
  /** For the headers of a request, and for each next part of its body. */
  readonly bytesWithin: number;
  /** For a reader to take what waits for it. */
  readonly stalledAfter: number;
  /** After so long without a sign of life the holder of a chat's lease is taken for dead. */
  readonly leaseLasts: number;
  /** For so long a message waits for the turn that another process takes. */
  readonly turnWithin: number;
  /** Before a server that was told to stop takes no more connections: the balancer must notice first. */
  readonly leaveAfter: number;
}

/** The defaults. */
export const TIMEOUTS: Timeouts = {
  pollEvery: 5_000,
  commentEvery: 15_000,
  pingEvery: 12_000,
  initWithin: 3_000,
  bytesWithin: 10_000,
  stalledAfter: 30_000,
  leaseLasts: 10_000,
  turnWithin: 30_000,
  leaveAfter: 2_000,
};

/** What every transport says about one request. */
export interface RequestFacts {
  readonly requestId: string;
  /** The `Authorization` header, or what a socket sent in its place. */
  readonly authorization?: string | undefined;
  /** The cookie of somebody who signed in with a browser. */
  readonly cookie?: string | undefined;
  readonly origin?: string | undefined;
  /** The address of the client, for counting what one client does (`createClientAddressOf`). */
  readonly clientAddress: string;
  /** REST has a status for every failure: its operations fail as a whole instead of reporting `userErrors`. */
  readonly failsWhole?: boolean;
}

/** What a resolver receives; made anew for each operation, whatever transport it came through. */
export interface Context extends RequestFacts {
  /** Who is asking; looked up once, and only when somebody wants to know. */
  caller(): Promise<Caller | undefined>;
  /** The same, looked up anew: for streams that outlive a revoked token. */
  callerNow(): Promise<Caller | undefined>;
  /** Fails with `UNAUTHENTICATED` when a token is shown that names nobody: it must not pass for none. */
  assertKnown(): Promise<void>;
  /** A fresh unit of work; take one per root field, never share it between two. */
  openUnit(): Unit;
  /** The connections of units, for statements written by hand; chats have their own (`chats.pool`). */
  readonly pool: Pool;
  /** What reads in batches; opened when it is first asked for: a turn of a chat, for one, needs none. */
  loaders(): Loaders;
  readonly chats: ChatPorts;
  readonly wakeUps: WakeUps;
  /** Whether previews of stored drafts need a token (`PREVIEW_REQUIRES_TOKEN`). */
  readonly previewRequiresToken: boolean;
  /** What addresses begin with (`PUBLIC_URL`), where that is known. */
  readonly publicUrl: string | undefined;
  /** What links begin with: `PUBLIC_URL`, else where the server listens. */
  readonly ownAddress: () => string;
  readonly lookUpDomain: DomainLookUp;
  /** Seals what is saved to be used and never shown. */
  readonly secrets: SecretBox;
}

/** What contexts are made of. */
export interface Services extends Pick<
  Context,
  | 'chats'
  | 'wakeUps'
  | 'previewRequiresToken'
  | 'publicUrl'
  | 'ownAddress'
  | 'lookUpDomain'
  | 'secrets'
> {
  readonly storage: Storage;
  readonly timeouts: Timeouts;
  readonly clientAddressOf: ClientAddressOf;
  readonly assertKnown: AssertKnown;
  /** Absent where nothing is limited (`RATE_LIMITS`). */
  readonly rateLimits: RateLimits | undefined;
  /** Aborted when the server begins to stop: streams end, and their readers go on elsewhere. */
  readonly stopping: AbortSignal;
}

/** The cookie of somebody who signed in with a browser. */
export const SIGN_IN_COOKIE = 'parley_session';

const signInCookie = new RegExp(`(?:^|; *)${SIGN_IN_COOKIE}=([\\w-]+)`);

/**
 * Who a request says it is from, and the address it comes from. A browser sends its cookie along with whatever page asks, so
 * that it counts only for pages of this server: those whose origin is the host that was asked, or `PUBLIC_URL`.
 */
export function shownBy(
  request: IncomingMessage,
  { publicUrl, clientAddressOf }: Pick<Services, 'publicUrl' | 'clientAddressOf'>,
): Pick<RequestFacts, 'authorization' | 'cookie' | 'origin' | 'clientAddress'> {
  const { headers } = request;
  const { authorization, origin } = headers;
  const clientAddress = clientAddressOf(request);
  const isOwn = isOwnPage(headers, publicUrl);
  const [, cookie] = signInCookie.exec(headers.cookie ?? '') ?? [];
  return { authorization, origin, clientAddress, ...(isOwn && cookie !== undefined && { cookie }) };
}

/** Whether a request comes from a page of this server, or from no page at all. */
export function isOwnPage(
  { origin, host }: IncomingHttpHeaders,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return origin === own || new URL(origin).host === host;
}

/** Makes the context of one operation. */
export function contextOf(world: Services, told: RequestFacts): Context {
  const { storage, timeouts, stopping, clientAddressOf, assertKnown, rateLimits, ...shared } =
    world;
  const authorization = shownHere(told.authorization);
  const facts = { ...told, authorization };
  const openUnit = (): Unit => storage.openUnit();
  let caller: Promise<Caller | undefined> | undefined;
  let loaders: Loaders | undefined;
  const callerNow = () => findCaller(openUnit(), facts);
  return {
    ...facts,
    ...shared,
    openUnit,
    pool: storage.pool,
    loaders: () => (loaders ??= openLoaders(openUnit, storage.pool)),
    caller: () => (caller ??= callerNow()),
    callerNow,
    async assertKnown() {
      if (authorization !== undefined) await (caller ?? assertKnown(authorization));
    },
  };
}
