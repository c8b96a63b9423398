import { stopStream } from '../storage/streams.js';
import { assertOrigin, findChat } from './load.js';
import type { ChatPorts } from './ports.js';

/** Whose reply is to be stopped. */
export interface StopRequest {
  readonly sessionId: string;
  /** The `Origin` the request came with. */
  readonly origin: string | undefined;
}

/**
 * Stops the reply of a chat that some process streams: what was said so far is the reply, and the turn goes on.
 * False when nothing is being streamed. Fails with `SESSION_NOT_FOUND`, and for a page the bot does not allow.
 */
export async function stopReply(ports: ChatPorts, request: StopRequest): Promise<boolean> {
  const chat = await findChat(ports, { sessionId: request.sessionId });
  assertOrigin(chat.allowedOrigins, request.origin);
  return stopStream(ports.pool, { sessionId: chat.id, turn: chat.turn });
}
