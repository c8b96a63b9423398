import { commonFailure } from '../errors/commonFailure.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { findChat, type ChatRef } from './load.js';
import type { ChatPorts } from './ports.js';

/** What is done to a chat under its lock. */
export interface ChatWork<T> {
  /** Undefined where it cannot be done to the chat as it is: then it must have had no effect. */
  readonly attempt: (chat: ChatRow) => Promise<T | undefined>;
  /** The chat as this process remembers it, for a first attempt that spares the read. */
  readonly recall?: () => ChatRow | undefined;
}

/** How often, in milliseconds, the lease of another process is looked at when no wake-up comes. */
const POLL_EVERY = 250;

/**
 * Loads a chat and does something to it: after all that came before it to this process, and not while another process holds
 * the chat's lease. An attempt may find that it cannot be made now, or that somebody else was faster: then another is made
 * with the chat as it is then. Fails with `SESSION_NOT_FOUND`, and with `SESSION_BUSY` when too many wait, or one for too long.
 */
export async function withChatLock<T>(
  ports: ChatPorts,
  ref: ChatRef,
  { attempt, recall }: ChatWork<T>,
): Promise<T> {
  const { turnWithin } = ports.timeouts;
  const until = ports.now() + turnWithin;
  const work = async (): Promise<T> => {
    const recalled = recall?.();
    const done = recalled && (await attempt(recalled));
    if (done !== undefined) return done;
    if (recalled) ports.recent.forget(recalled.id);
    return retryUntilDone(ports, { ...ref, until }, attempt);
  };
  return ports.mutex(ref.sessionId, work, turnWithin);
}

/** The same without waiting in line, whoever holds the lease; until an instant, in milliseconds since 1970. */
export async function retryUntilDone<T>(
  ports: ChatPorts,
  ref: ChatRef & { readonly until: number },
  attempt: ChatWork<T>['attempt'],
): Promise<T> {
  for (;;) {
    const chat = await findChat(ports, ref);
    const done = await attempt(chat);
    if (done !== undefined) return done;
    if (ports.now() >= ref.until) {
      throw commonFailure('SESSION_BUSY');
    }
    if (chat.lease === 'held') await ports.untilNotified(chat.id, POLL_EVERY);
  }
}
