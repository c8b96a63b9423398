import type { TurnEvent } from '../reply/reply.js';
import type { UserMessage } from '../documents/userMessage.js';

/**
 * The events that record a message and the input it was sent to; none when the message holds no text, choice or
 * recording.
 */
export function receivedEvents(message: UserMessage, blockId?: string): TurnEvent[] {
  const { attachedFileUrls: files } = message;
  const text = message.text ?? message.replyId ?? message.audioUrl;
  if (text === undefined) return [];
  const place = blockId !== undefined && { blockId };
  return [{ kind: 'heard', ...place, text, ...(files?.length && { attachedFileUrls: files }) }];
}
