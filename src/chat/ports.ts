import type { Pool } from 'pg';
import type { EffectResult, OutsideEffect, Session } from '../engine/index.js';
import type { NamedUploads } from '../files/claimUploads.js';
import type { ChatOwner, MadeFile } from '../files/files.js';
import type { ReadFile } from '../files/findOwn.js';
import type { ChatFiles } from '../storage/files.js';
import type { FlowStore } from '../storage/flows.js';
import type { FindPublished } from '../storage/hot/published.js';
import type { RecentChats } from '../storage/hot/recentChats.js';
import type { FindReply } from '../storage/hot/replies.js';
import type { TurnWriter } from '../storage/hot/turnWriter.js';
import type { WrittenEvents } from '../storage/events.js';
import type { KeyedMutex } from './keyedMutex.js';
import type { PreviewGate } from './previewGate.js';

export type { ReadFile };

/** On whose behalf an effect is handled. */
export interface EffectOrigin {
  /** The bot whose workspace's secrets may be used. */
  readonly botId: string | undefined;
  /** What a restricted preview may use of the workspace; absent for other chats, which may use all of it. */
  readonly reach: Session['settings']['reach'];
  /** Opens a stream that shows watchers the text of the result as it comes; absent where nobody could see it. */
  readonly openReply?: () => Promise<ReplySink>;
  /** The same for the same effect of the same turn, so that what is requested twice can be done once. */
  readonly callKey?: string;
  /** Aborted when nobody needs the result any more: the effect may be given up, and counts as failed. */
  readonly abandoned?: AbortSignal | undefined;
  /**
   * Stores a file that the effect made, and gives its address, which anybody who has it may read. It is deleted with the result
   * of the chat. Absent in restricted previews.
   */
  readonly keepFile?: (made: MadeFile) => Promise<string>;
  /** The file at an address, if it is one of this chat, to be sent on. Absent in restricted previews. */
  readonly findFile?: (address: string) => Promise<ReadFile | undefined>;
}

/** Takes the text of a reply as it comes. */
export interface ReplySink {
  say(text: string): void;
  /** Aborted when the reply is to stop: the text until now is the reply then. */
  readonly stopped: AbortSignal;
}

/** All that chats need of the rest of the server; given by `app.ts`, faked in tests. */
export interface ChatPorts {
  readonly pool: Pool;
  /** Writes the turns. */
  readonly turns: TurnWriter;
  readonly findPublished: FindPublished;
  readonly findReply: FindReply;
  /** The connections of those who watch, so that turns never wait for them. */
  readonly watchPool: Pool;
  readonly flows: FlowStore;
  /** Chats as this process wrote them last. */
  readonly recent: RecentChats;
  /** Handles an effect of a turn. Never rejects: a failure is a result. */
  handleEffect(
    effect: OutsideEffect,
    sessionId: string,
    origin?: EffectOrigin,
  ): Promise<EffectResult>;
  /** Keeps the turns of one chat apart within this server. */
  readonly mutex: KeyedMutex;
  /** Says that a chat's log grew, and what this process wrote to it; to other processes without data, may be lost or doubled. */
  announce(sessionId: string, written?: WrittenEvents): void;
  /** Says, in the same way, that more is there of a reply that is being streamed. */
  announceText(sessionId: string): void;
  /** Says that the results and counts of a bot changed, in the same way. */
  announceResults(botId: string): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Days without a turn after which a chat expires. */
  readonly sessionIdleDays: number;
  /** Settles when the log of a chat may have grown, after `atMost` milliseconds, or when `enough` is aborted. */
  untilNotified(sessionId: string, atMost: number, enough?: AbortSignal): Promise<void>;
  /** The uploads of a chat at these addresses, which are kept from now on, and what is at this server and is none. */
  claimUploads(chat: ChatFiles, addresses: readonly string[]): Promise<NamedUploads>;
  /** Stores a file that was made for a chat, and gives its address. */
  keepFile(made: MadeFile, owner: ChatOwner): Promise<string>;
  /** The file at an address, if it belongs to this chat. */
  findFile(address: string, owner: ChatOwner): Promise<ReadFile | undefined>;
  readonly timeouts: TurnTimeouts;
  /** Limits how many turns of restricted previews run at a time. */
  readonly previewGate: PreviewGate;
}

/** How long turns take, and wait for each other, in milliseconds. */
export interface TurnTimeouts {
  /** Milliseconds without a renewal after which another process may take a lease. */
  readonly leaseLasts: number;
  /** How long a message waits for the turns before it, in this and in other processes. */
  readonly turnWithin: number;
  /** How long one turn may take in all: what it still asks of the outside then is refused, which ends it. */
  readonly turnLasts: number;
  /** The same for a turn of a restricted preview. */
  readonly restrictedTurnLasts: number;
}
