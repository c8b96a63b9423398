import type { ChatStarted, Sent } from '@parley/client';
import { storageOf, store } from './storage.js';

/** What a browser remembers of a chat, so that a reload goes on with it. */
export interface Remembered {
  readonly sessionId: string;
  readonly resultId?: string | undefined;
  readonly bot: ChatStarted['bot'];
  /** The number of the last event that was shown: what came until then is shown at once after a reload. */
  readonly shownUpTo: number;
  /** Messages that are sent and not answered yet, in order. */
  readonly unsent: readonly Unsent[];
}

/** A message on its way. */
export interface Unsent {
  /** Marks it among all, so that the server takes it once however often it is sent. */
  readonly key: string;
  /** What is shown of it, if anything. */
  readonly text?: string;
  readonly message: Sent | undefined;
  /** What it answers; absent where it is said whatever the chat waits for. */
  readonly question?: Question | undefined;
}

/** The place of a chat at which a question is asked. */
export interface Question {
  /** The last turn that the visitor has seen. */
  readonly turn: number;
  /** How many answers were heard until then. */
  readonly heard: number;
}

/** Where the chats of one bot are remembered. */
export interface Memory {
  read(): Remembered | undefined;
  write(remembered: Remembered): void;
  forget(): void;
}

/** A chat is remembered by its tab, or by the browser; where neither is allowed, until the page is left. */
export function openMemory(name: string, isForBrowser: boolean): Memory {
  const storage = storageOf(isForBrowser ? 'localStorage' : 'sessionStorage');
  const key = `parley:${name}`;
  return {
    read: () => parsed(storage?.getItem(key)),
    write: (remembered) => store(storage, key, JSON.stringify(remembered)),
    forget: () => storage?.removeItem(key),
  };
}

/** What remembers nothing. */
export const noMemory: Memory = {
  read: () => undefined,
  write: () => undefined,
  forget: () => undefined,
};

/** What a tab remembers, with the messages on their way of other tabs with the same chat. */
export function withUnsentOfOthers(
  remembered: Remembered,
  { before, stored }: { readonly before: Remembered; readonly stored: Remembered },
): Remembered {
  const own = new Set([...before.unsent, ...remembered.unsent].map(({ key }) => key));
  const others = stored.unsent.filter(({ key }) => !own.has(key));
  return { ...remembered, unsent: [...remembered.unsent, ...others] };
}

function parsed(text: string | null | undefined): Remembered | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isRemembered(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRemembered(value: unknown): value is Remembered {
  return (
    typeof value === 'object' &&
    value !== null &&
    'sessionId' in value &&
    typeof value.sessionId === 'string' &&
    'bot' in value &&
    'unsent' in value &&
    Array.isArray(value.unsent)
  );
}
