import type { Chat } from '../schema/chat.js';
import type { WorkspaceRole } from '../schema/enums.js';
import type { Totals } from '../storage/counts.js';
import type { TimeWindow } from '../storage/timeWindow.js';
import type { ChatTails } from './chatTails.js';
import type { Pointers } from './pointers.js';
import type { Typing } from './typing.js';

/** What the watchers of this process share. */
export interface SharedByWatchers {
  readonly chatTails: ChatTails;
  readonly pacedReads: PacedReads;
  /** The inboxes of workspaces, by id. */
  readonly inboxReads: WatchedReads<string, Inbox>;
  readonly totalsReads: WatchedReads<TotalsWatched, BotsTotals>;
  readonly typing: Typing;
  readonly pointers: Pointers;
}

/** Shares reads among all watchers of the same thing in this process: it is read at most once a second, not once for each watcher. */
export interface PacedReads {
  /**
   * Resolves to the result of `load`, which starts after this call and at least a second after the last read with this key. Calls until
   * then share it. `load` must return the same for all callers that may use the key.
   */
  read<T>(key: string, load: () => Promise<T>): Promise<T>;
}

/** Things that are watched in this process: one read of each serves all its watchers. */
export interface WatchedReads<Of, Seen> {
  /** Opens a thing for one watcher, who must close it. */
  open(of: Of): WatchedReader<Seen>;
}

/** A watched thing, as one of its watchers reads it. */
export interface WatchedReader<Seen> {
  /** The thing as this process read it last. */
  newest(): Promise<Seen>;
  /** Reads the thing, at most once a second, as a paced read. */
  read(): Promise<Seen>;
  close(): void;
}

/** The chats of an inbox at one time, those that changed last, and who may see them. */
export interface Inbox {
  /** The roles of the members of its workspace, by their ids. */
  readonly roles: ReadonlyMap<string, WorkspaceRole>;
  /** By the ids of the chats, the one that changed last first. */
  readonly chats: ReadonlyMap<string, ChatSeen>;
  /** What changed since an inbox that was read before. */
  since(before: Inbox): InboxChange;
}

/** A chat of an inbox. */
export interface ChatSeen {
  readonly revision: number;
  /** Known if it changed while the inbox was watched, unless too many did at once. */
  readonly chat?: Chat | undefined;
}

/** What changed in an inbox between two reads. */
export interface InboxChange {
  /** The chats that are new or changed, as they were (if that is known) and as they are; undefined when there are too many. */
  readonly changed:
    readonly { readonly before: Chat | undefined; readonly now: Chat }[] | undefined;
  /** The ids of the chats that were deleted or left the workspace. */
  readonly gone: readonly string[];
}

/** The totals of results that are watched: those of the bots of a workspace outside the archive. */
export interface TotalsWatched {
  readonly workspaceId: string;
  /** Identifies the range of time. */
  readonly range: string;
  /** The range at this moment: one such as the last seven days moves with the time. */
  windowNow(): TimeWindow;
}

/** The totals of the bots of a workspace at one time, and who may see them. */
export interface BotsTotals {
  /** The roles of the members of the workspace, by their ids. */
  readonly roles: ReadonlyMap<string, WorkspaceRole>;
  /** By the ids of the bots. */
  readonly totals: ReadonlyMap<string, Totals>;
  /** The bots that are new or whose totals differ since an earlier time. */
  since(before: BotsTotals): readonly (readonly [botId: string, totals: Totals])[];
}
