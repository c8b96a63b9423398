import { Failure, invalid } from '../errors/errors.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { assertOrigin, findChat } from './load.js';
import type { ChatPorts } from './ports.js';

/** A request to watch the events of a chat. */
export interface Watcher {
  readonly sessionId: string;
  /** The number of the last known event; 0 for all. */
  readonly after: number;
  readonly origin: string | undefined;
}

/**
 * The chat that is to be watched. Fails for a number below 0, for a chat that does not exist (`SESSION_NOT_FOUND`), for a page that the bot
 * does not allow (`ORIGIN_NOT_ALLOWED`), and for a number that its log has not reached (`FUTURE_CURSOR`): the client then means another
 * chat, or one that was restored from a backup.
 */
export async function watchChat(
  ports: ChatPorts,
  { sessionId, after, origin }: Watcher,
): Promise<ChatRow> {
  if (after < 0) throw invalid([{ path: ['after'], message: 'Must be 0 or more' }]);
  const chat = await findChat({ pool: ports.watchPool }, { sessionId });
  assertOrigin(chat.allowedOrigins, origin);
  if (after > chat.seq) {
    throw new Failure('FUTURE_CURSOR', `The log of this chat ends at ${chat.seq}`);
  }
  return chat;
}
