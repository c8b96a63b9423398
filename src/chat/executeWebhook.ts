import type { ChatReply } from '../schema/chatReply.js';
import type { AwaitedAt, ContinueRequest } from './openTurn.js';
import type { ChatPorts } from './ports.js';
import { continueChat } from './turn.js';

/** A call from outside to a webhook block. */
export interface WebhookCall
  extends AwaitedAt, Pick<ContinueRequest, 'sessionId' | 'once' | 'clientAddress'> {
  /** The body of the call, any JSON. */
  readonly data: unknown;
}

/**
 * Continues a chat that waits at a webhook block with the body of the call, as if the client had reported a response with status 200. Waits
 * for a running turn, which may be about to reach the block. Fails with `WEBHOOK_NOT_AWAITED` where the chat does not wait there, so that a
 * call that is sent twice has the effect of one.
 */
export function executeWebhook(
  ports: ChatPorts,
  { botId, blockId, data, ...request }: WebhookCall,
): Promise<ChatReply> {
  const message = { text: JSON.stringify({ statusCode: 200, data }) };
  return continueChat(ports, { ...request, message, awaitedAt: { botId, blockId } });
}
