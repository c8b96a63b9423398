import { newChat, type ChatState } from '@parley/client';
import type { ChatOptions, Shown } from './chat.js';
import { until } from './wait.js';

/** What a page shows of a chat, and how to change it. */
export interface Screen {
  read(): Shown;
  show(next: Partial<Shown>): void;
  /** Changes the state of the chat itself. */
  fold(change: (now: ChatState) => ChatState): void;
  /** Shows a chat that has not started. */
  clear(): void;
  /** Calls a function after each change; returns the function that ends this. */
  subscribe(changed: () => void): () => void;
}

/** A chat that runs in this page: its screen, its options, and a signal that ends it. */
export interface ChatPage extends Screen {
  readonly options: ChatOptions;
  readonly signal: AbortSignal;
}

const notStarted: Shown = {
  ...newChat,
  theme: {},
  settings: {},
  isTyping: true,
  fileTexts: new Map(),
  isOffline: false,
  isLost: false,
};

/** A screen that shows a chat which has not started. */
export function openScreen(): Screen {
  const listeners = new Set<() => void>();
  let shown = notStarted;
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
    clear: () => become(notStarted),
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

/** Waits until a condition on what is shown holds, or the chat is closed. */
export async function untilShown(
  { read, subscribe, signal }: ChatPage,
  holds: (shown: Shown) => boolean,
): Promise<void> {
  if (holds(read())) return;
  await until(signal, (settle) => subscribe(() => holds(read()) && settle()));
}
