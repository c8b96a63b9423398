import { jsonOf, type ChatStarted, type Sent } from '@parley/client';
import { recordOf } from '../json.js';
import { storageOf, store, type StorageKind } from './storage.js';

/** What a browser remembers of a chat, so that a reload goes on with it. */
export interface Remembered {
  readonly sessionId: string;
  readonly resultId?: string | undefined;
  readonly bot: ChatStarted['bot'];
  /** The number of the last event that was shown: after a reload, events up to it are shown at once. */
  readonly shownUpTo: number;
  /** Messages that the server has not confirmed yet, in order. */
  readonly unsent: readonly Unsent[];
}

/** A message that is being sent. */
export interface Unsent {
  /** The idempotency key: the server takes the message once, however often it is sent. */
  readonly key: string;
  /** The text that is shown for it, if any. */
  readonly text?: string;
  readonly message: Sent | undefined;
  /** The question that it answers; absent if it may be sent whatever the chat waits for. */
  readonly question?: Question | undefined;
}

/** A question of the chat, by its place in the chat. */
export interface Question {
  /** The last turn that the visitor has seen. */
  readonly turn: number;
  /** How many answers the server had accepted by then. */
  readonly heard: number;
}

/** Where a browser remembers the chat with one bot. */
export interface Memory {
  read(): Remembered | undefined;
  write(remembered: Remembered): void;
  forget(): void;
}

/** The memory of the tab (`sessionStorage`) or of all tabs of the browser (`localStorage`). Without storage, it remembers nothing. */
export function openMemory(name: string, kind: StorageKind): Memory {
  const storage = storageOf(kind);
  const key = `parley:${name}`;
  return {
    read: () => parsed(storage?.getItem(key)),
    write: (remembered) => store(storage, key, jsonOf(remembered)),
    forget: () => storage?.removeItem(key),
  };
}

/** A memory that remembers nothing, for previews. */
export const noMemory: Memory = {
  read: () => undefined,
  write: () => undefined,
  forget: () => undefined,
};

/** What a tab remembers, with the unsent messages that other tabs have added to the same chat. */
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

/** Another program of the site, or another version of this one, may have stored something else under this name. */
function isRemembered(value: unknown): value is Remembered {
  const { sessionId, bot, unsent } = recordOf(value);
  const { theme, settings } = recordOf(bot);
  const isOurs = typeof sessionId === 'string' && isObject(theme) && isObject(settings);
  return isOurs && Array.isArray(unsent) && unsent.every(isObject);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
