import { Failure } from '../errors/errors.js';
import { loadChat } from '../storage/hot/chats.js';
import { stopStream } from '../storage/streams.js';
import { assertOrigin } from './origin.js';
import type { ChatPorts } from './ports.js';

/** Whose reply is to be stopped. */
export interface StopInput {
  readonly sessionId: string;
  /** The `Origin` the request came with. */
  readonly origin: string | undefined;
}

/**
 * Asks whichever process streams the reply of a chat to stop: what was said so far is the reply, and the turn goes on.
 * False when nothing is being streamed. Fails with `SESSION_NOT_FOUND`, and for a page the bot does not allow.
 */
export async function stopReply(
  ports: ChatPorts,
  { sessionId, origin }: StopInput,
): Promise<boolean> {
  const chat = await loadChat(ports.pool, sessionId);
  if (!chat) throw new Failure('SESSION_NOT_FOUND', 'Session not found');
  assertOrigin(chat.allowedOrigins, origin);
  return stopStream(ports.pool, { sessionId, turn: chat.turn });
}
