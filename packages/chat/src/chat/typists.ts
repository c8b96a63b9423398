import { showTyping, watchTyping } from '@parley/client';
import { RETRY } from './network.js';
import type { ChatPage } from './screen.js';
import { wait } from './wait.js';

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

/** Milliseconds between two texts that are shown, at least. */
const TEXTS_APART = 1_000;

/** The most characters of a text that are shown: its last. */
const MOST_SHOWN = 500;

/** The text that is shown next, by the chats of which one was shown a moment ago. */
const nextText = new Map<string, string | undefined>();

/** Shows the agents of a chat what the visitor types: the newest of what is typed within a second. */
export async function tellText(
  { options: { url }, signal }: Pick<ChatPage, 'options' | 'signal'>,
  sessionId: string,
  text: string,
): Promise<void> {
  const isWaiting = nextText.has(sessionId);
  nextText.set(sessionId, text);
  if (isWaiting) return;
  for (let shown: string | undefined = text; shown !== undefined && !signal.aborted;) {
    nextText.set(sessionId, undefined);
    // Whoever waits for a text that was lost sees the next one.
    await showTyping({ url, sessionId, text: shown.slice(-MOST_SHOWN) }).catch(() => undefined);
    await wait(TEXTS_APART, signal);
    shown = nextText.get(sessionId);
  }
  nextText.delete(sessionId);
}
