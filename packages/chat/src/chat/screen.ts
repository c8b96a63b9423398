import { newChat, type ChatState } from '@parley/client';
import type { ChatOptions, Shown } from './chat.js';

/** What a page shows of a chat, and how that changes. */
export interface Screen {
  read(): Shown;
  show(next: Partial<Shown>): void;
  /** Changes the state of the chat itself. */
  fold(change: (now: ChatState) => ChatState): void;
  /** Shows a chat of which nothing is known. */
  clear(): void;
  /** Calls a function after each change, until the returned one is called. */
  subscribe(changed: () => void): () => void;
}

/** A chat that runs in this page: its screen, its options, and a signal that ends it. */
export interface ChatPage extends Screen {
  readonly options: ChatOptions;
  readonly signal: AbortSignal;
}

const nothing: Shown = {
  ...newChat,
  theme: {},
  settings: {},
  isTyping: true,
  isOffline: false,
  isLost: false,
};

/** A screen that shows nothing yet. */
export function openScreen(): Screen {
  const listeners = new Set<() => void>();
  let shown = nothing;
  const become = (next: Shown): void => {
    shown = next;
    for (const changed of listeners) changed();
  };
  return {
    read: () => shown,
    show: (next) => become({ ...shown, ...next }),
    fold(change) {
      // What the state leaves out, such as an input that was answered, is not shown any more.
      const { input: _, answeredInput: _answered, ...rest } = shown;
      become({ ...rest, ...change(shown) });
    },
    clear: () => become(nothing),
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

/** Waits until what is shown is so, or the chat is left. */
export async function shownAs(
  { read, subscribe }: Pick<Screen, 'read' | 'subscribe'>,
  isSo: (shown: Shown) => boolean,
  signal: AbortSignal,
): Promise<void> {
  if (isSo(read()) || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      forget();
      signal.removeEventListener('abort', settle);
      resolve();
    };
    const forget = subscribe(() => isSo(read()) && settle());
    signal.addEventListener('abort', settle);
  });
}
