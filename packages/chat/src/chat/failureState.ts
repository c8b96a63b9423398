import { ParleyError } from '@parley/client';
import type { ChatOptions, Shown } from './chat.js';

/**
 * The state of a chat that cannot continue. A visitor reads a text of the chat, and the owner of the page finds the reason in the
 * console. A closed bot shows its own message; the author of a previewed flow reads the reason in the chat.
 */
export function failureState(error: unknown, options: ChatOptions): Partial<Shown> {
  const reason = error instanceof ParleyError ? error.reason : '';
  if (CLOSED.has(reason)) return { isTyping: false, closed: reasonOf(error) };
  if (options.flow) return { isTyping: false, failure: reasonOf(error) };
  const { bot, url } = options;
  switch (reason) {
    case 'ORIGIN_NOT_ALLOWED':
      console.warn(
        `The bot "${bot}" does not allow pages of ${location.origin}. Add that to settings.security.allowedOrigins of the bot, and publish it.`,
      );
      return { isTyping: false, stopped: 'notHere' };
    case 'BOT_NOT_FOUND':
      console.warn(
        `The server ${url} has no published bot "${bot}". Publish it, or mend the name.`,
      );
      return { isTyping: false, stopped: 'notFound' };
    default:
      warnOfServer(options, error);
      return { isTyping: false, stopped: 'unreachable' };
  }
}

/** Reasons for which a bot accepts no chats; the server explains them in words for visitors. */
const CLOSED = new Set(['BOT_CLOSED', 'WORKSPACE_SUSPENDED']);

/** Writes to the console, for the owner of the page, that the server does not answer as it should. */
export function warnOfServer({ url, bot }: ChatOptions, error: unknown): void {
  console.warn(
    `The chat with "${bot}" does not work: ${reasonOf(error)}. Is ${url} the address of a Parley server, and within reach?`,
    error,
  );
}

/** The message of an error, for a person. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
