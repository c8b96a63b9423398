import type { TurnEvent } from '../reply/reply.js';
import type { UserMessage } from '../documents/userMessage.js';

/** What the log notes of a message, and of the input it came to; nothing where no text, choice or recording came. */
export function receivedEvents(message: UserMessage, blockId?: string): TurnEvent[] {
  const { attachedFileUrls: files } = message;
  const text = message.text ?? message.replyId ?? message.audioUrl;
  if (text === undefined) return [];
  const place = blockId !== undefined && { blockId };
  return [{ kind: 'heard', ...place, text, ...(files?.length && { attachedFileUrls: files }) }];
}
