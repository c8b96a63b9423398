import { findCaller, type Caller } from './auth/caller.js';
import type { ChatPorts } from './chat/ports.js';
import { openLoaders, type Loaders } from './storage/loaders.js';
import type { Storage, Unit } from './storage/orm.js';

/** How one process tells the watchers of a chat that its log grew. A wake-up carries no data and may be lost or doubled. */
export interface WakeUps {
  announce(sessionId: string): void;
  /** Watches one chat until closed. */
  watch(sessionId: string): Watch;
}

/** One watcher of one chat. */
export interface Watch {
  /** Settles at the first wake-up since the last call, or after this many milliseconds. */
  next(timeout: number): Promise<void>;
  close(): void;
}

/** What every door says about one request. */
export interface RequestFacts {
  readonly requestId: string;
  /** The `Authorization` header, or what a socket sent in its place. */
  readonly authorization?: string | undefined;
  readonly origin?: string | undefined;
  /** REST has a status for every failure: its operations fail as a whole instead of reporting `userErrors`. */
  readonly failsWhole?: boolean;
}

/** What a resolver receives; made anew for each operation, whatever door it came through. */
export interface Context extends RequestFacts {
  /** Who is asking; looked up once, and only when somebody wants to know. */
  caller(): Promise<Caller | undefined>;
  /** A fresh unit of work; take one per root field, never share it between two. */
  openUnit(): Unit;
  readonly loaders: Loaders;
  readonly chats: ChatPorts;
  readonly wakeUps: WakeUps;
  /** Whether previews of stored drafts need a token (`PREVIEW_REQUIRES_TOKEN`). */
  readonly previewRequiresToken: boolean;
}

/** What contexts are made of. */
export interface World extends Pick<Context, 'chats' | 'wakeUps' | 'previewRequiresToken'> {
  readonly storage: Storage;
}

/** Makes the context of one operation. */
export function contextOf(world: World, facts: RequestFacts): Context {
  const { storage, ...shared } = world;
  const openUnit = (): Unit => storage.openUnit();
  let caller: Promise<Caller | undefined> | undefined;
  return {
    ...facts,
    ...shared,
    openUnit,
    loaders: openLoaders(openUnit),
    caller: () => (caller ??= findCaller(openUnit(), facts.authorization)),
  };
}
