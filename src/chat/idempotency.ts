import { replyOf } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ChatReply } from '../schema/chatReply.js';
import { storedEvents } from '../storage/events.js';
import type { KeptReply, LoggedTurn, ReplyWrite } from '../storage/hot/replies.js';
import { shardKeyOf } from '../storage/shardKeys.js';
import type { ChatPorts } from './ports.js';

/** The idempotency key of a call. */
export interface Idempotency {
  readonly key: string;
  /** The hash of everything else that was sent. */
  readonly requestHash: string;
}

/** A key and its scope: a chat, or the starts of a bot. */
export interface ScopedIdempotency extends Idempotency {
  readonly scope: string;
  /** Where the reply may be stored: with its chat. */
  readonly shardKeys: readonly string[];
}

/** The scope of the keys of a chat. */
export function scopeOf(sessionId: string): Pick<ScopedIdempotency, 'scope' | 'shardKeys'> {
  return { scope: sessionId, shardKeys: [shardKeyOf(sessionId)] };
}

/**
 * Starts something once for a key: the same call within a day gets the reply that was kept. `run` returns undefined where the key was
 * written meanwhile. Within this process, calls with the same key wait for each other.
 */
export async function runOnce(
  ports: ChatPorts,
  once: ScopedIdempotency | undefined,
  run: () => Promise<ChatReply | undefined>,
): Promise<ChatReply> {
  const attempt = async (): Promise<ChatReply> => {
    const kept = once && (await ports.findReply(once));
    const reply = kept ? replyAgain(kept, once) : await run();
    return reply ?? attempt();
  };
  return once ? ports.mutex(`${once.scope} ${once.key}`, attempt) : attempt();
}

/** The kept reply, for the same request; fails with `IDEMPOTENCY_MISMATCH` for another. */
export function replyAgain(kept: KeptReply, once: Idempotency | undefined): ChatReply {
  if (kept.requestHash !== once?.requestHash) {
    throw new Failure('IDEMPOTENCY_MISMATCH', 'This idempotency key was used for another request');
  }
  const reply = kept.logged ? loggedReply(kept.logged) : storedReply(kept.reply);
  return { ...reply.raw, ...reply };
}

/** The stored members of a reply, from which all others follow. */
type StoredReply = Pick<ChatReply, 'sessionId' | 'turn' | 'lastSeq' | 'publishedAt' | 'raw'>;

function storedReply(text: string): StoredReply {
  // Only `keptReplyOf` writes it.
  const { publishedAt, ...stored } = JSON.parse(text) as StoredReply;
  return publishedAt ? { ...stored, publishedAt: new Date(publishedAt) } : stored;
}

function loggedReply({ events, ...place }: LoggedTurn): StoredReply {
  return { ...place, raw: replyOf(storedEvents(events)) };
}

/**
 * A reply as it is kept for a key: by the number of the first event of its turn, from whose log it follows; whole for a start, whose reply
 * says more.
 */
export function keptReplyOf(
  { sessionId, turn, lastSeq, publishedAt, raw }: ChatReply,
  { scope, key, requestHash }: ScopedIdempotency,
  { start, firstSeq }: { readonly start?: object | undefined; readonly firstSeq: number },
): ReplyWrite {
  const reply: StoredReply = { sessionId, turn, lastSeq, publishedAt, raw };
  return { scope, key, requestHash, reply: JSON.stringify(start ? reply : firstSeq) };
}
