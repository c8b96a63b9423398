import { MB } from '../config/size.js';
import type { UploadUser } from '../storage/uploadHolds.js';
import { RateLimited, type RateLimits, type RateState } from './limits.js';

/**
 * Counts the requests that an example of the front page sends outside, for its visitor and for all visitors; returns the message for the
 * visitor above a limit. `addressOf` returns the address of the client that started a chat.
 */
export function countExamples(
  rateLimits: RateLimits | undefined,
  addressOf: (chat: string) => Promise<string>,
) {
  return async (botId: string, chat: string): Promise<string | undefined> => {
    if (!rateLimits) return undefined;
    try {
      await rateLimits.count('exampleVisitor', await addressOf(chat));
      await rateLimits.count('exampleDay', botId);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error;
      return wordsOf(error.rate);
    }
  };
}

function wordsOf({ name, limit, seconds, reset }: RateState): string {
  const who = name === 'exampleDay' ? 'by all visitors together' : 'by one visitor';
  const times = limit === 1 ? 'once' : `${limit} times`;
  return `This is an example, which can be asked ${times} in ${inWords(seconds)} ${who}. Please come back in ${inWords(reset)}.`;
}

function inWords(seconds: number): string {
  const [size, unit] =
    seconds > 7_200 ? [3_600, 'hour'] : seconds > 120 ? [60, 'minute'] : [1, 'second'];
  const count = Math.ceil(seconds / size);
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/** Counts the e-mails of chats; rejects above a limit. */
export function countEmails(rateLimits: RateLimits | undefined) {
  return async (botId: string, chat: string): Promise<void> => {
    await rateLimits?.count('chatEmail', chat);
    await rateLimits?.count('botEmail', botId);
  };
}

/** Counts the bytes of visitors' uploads, in megabytes that have begun; rejects above a limit. Uploads of members are not counted. */
export function countUploads(rateLimits: RateLimits | undefined) {
  return async ({ chat, clientAddress, botId }: UploadUser, bytes: number): Promise<void> => {
    if (!rateLimits || chat === undefined || botId === null) return;
    const megabytes = Math.max(1, Math.ceil(bytes / MB));
    await rateLimits.count('chatUpload', chat, megabytes);
    if (clientAddress !== undefined)
      await rateLimits.count('addressUpload', clientAddress, megabytes);
    await rateLimits.count('botUpload', botId, megabytes);
  };
}
