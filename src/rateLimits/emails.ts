import type { RateLimits } from './limits.js';

/** Counts the e-mails of chats; rejects above a limit. */
export function countEmails(rateLimits: RateLimits | undefined) {
  return async (botId: string, chat: string): Promise<void> => {
    await rateLimits?.count('chatEmail', chat);
    await rateLimits?.count('botEmail', botId);
  };
}
