import { commonFailure } from '../errors/commonFailure.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { findChat, type ChatRef } from './load.js';
import type { ChatPorts } from './ports.js';

/** Work on a chat under its lock. */
export interface ChatWork<T, Ref extends ChatRef = ChatRef> {
  /** Returns undefined where the chat as it is does not allow the work; then the attempt must have had no effect. */
  readonly attempt: (chat: ChatRow) => Promise<T | undefined>;
  /** The chat as this process remembers it, for a first attempt without a read. */
  readonly recall?: (ports: ChatPorts, ref: Ref) => ChatRow | undefined;
}

/** How often the lease of another process is checked without a wake-up, in milliseconds. */
const POLL_EVERY = 250;

/**
 * Loads a chat and works on it: after all earlier work of this process, and not while another process holds the chat's lease. An attempt
 * may find that it cannot be made now, or that another process was faster: then it is repeated with the chat as it is by then. Fails with
 * `SESSION_NOT_FOUND`, and with `SESSION_BUSY` when too many calls wait, or this one waits for too long.
 */
export async function withChatLock<T, Ref extends ChatRef>(
  ports: ChatPorts,
  ref: Ref,
  { attempt, recall }: ChatWork<T, Ref>,
): Promise<T> {
  const { turnWithin } = ports.timeouts;
  const until = ports.now() + turnWithin;
  const work = async (): Promise<T> => {
    const recalled = recall?.(ports, ref);
    const result = recalled && (await attempt(recalled));
    if (result !== undefined) return result;
    if (recalled) ports.recent.forget(recalled.id);
    return retryUntilDone(ports, { ...ref, until }, attempt);
  };
  return ports.mutex(ref.sessionId, work, turnWithin);
}

/** The same without a queue, whoever holds the lease, until an instant in milliseconds since 1970. */
export async function retryUntilDone<T>(
  ports: ChatPorts,
  ref: ChatRef & { readonly until: number },
  attempt: ChatWork<T>['attempt'],
): Promise<T> {
  for (;;) {
    const chat = await findChat(ports, ref);
    const result = await attempt(chat);
    if (result !== undefined) return result;
    if (ports.now() >= ref.until) {
      throw commonFailure('SESSION_BUSY');
    }
    if (chat.lease === 'held') await ports.untilNotified(chat.id, POLL_EVERY);
  }
}
