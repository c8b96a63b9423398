import { showTyping, watchTyping } from '@parley/client';
import { RETRY } from './network.js';
import type { ChatPage } from './screen.js';

/** Milliseconds between two signs that the visitor types, at least. */
const APART = 3_000;

/** Shows whether an agent types, until the chat is closed. */
export async function showTypists({ options, signal, show }: ChatPage, sessionId: string) {
  const { url } = options;
  try {
    for await (const { isAgentTyping } of watchTyping({ url, sessionId, signal, retry: RETRY })) {
      show({ isAgentTyping });
    }
  } catch {
    // The chat goes on without it.
    show({ isAgentTyping: false });
  }
}

/** When the visitor last showed that they type, by chat. */
const shownAt = new Map<string, number>();

/** Shows the agents of a chat that the visitor types. */
export async function tellTyping(url: string, sessionId: string): Promise<void> {
  const now = performance.now();
  if (now - (shownAt.get(sessionId) ?? -APART) < APART) return;
  shownAt.set(sessionId, now);
  // Whoever waits for a sign that was lost sees the message.
  await showTyping({ url, sessionId }).catch(() => undefined);
}
