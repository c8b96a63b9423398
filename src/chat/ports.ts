import type { Pool } from 'pg';
import type { EffectResult, OutsideEffect, RefusedUpload, Upload } from '../engine/index.js';
import type { EffectOrigin, MadeFile, ReadFile } from '../integrations/effectOrigin.js';
import type { ChatFiles, ChatOwner } from '../storage/files.js';
import type { FlowStore } from '../storage/flows.js';
import type { FindPublished } from '../storage/hot/published.js';
import type { MovingBots } from '../storage/hot/movingBots.js';
import type { RecentChats } from '../storage/hot/recentChats.js';
import type { FindReply } from '../storage/hot/replies.js';
import type { TurnWriter } from '../storage/hot/turnWriter.js';
import type { WrittenEvents } from '../storage/events.js';
import type { KeyedMutex } from './keyedMutex.js';
import type { PreviewGate } from './previewGate.js';

/** The uploads that the addresses in a message name. */
export interface NamedUploads {
  readonly uploads: readonly Upload[];
  /** The addresses that name no upload of the chat. */
  readonly refusedUploads: readonly RefusedUpload[];
}

/** Everything that chats need of the rest of the server; provided by `app.ts`, faked in tests. */
export interface ChatPorts {
  readonly pool: Pool;
  readonly turns: TurnWriter;
  readonly findPublished: FindPublished;
  readonly findReply: FindReply;
  /** The connections for watchers, so that turns never wait for them. */
  readonly watchPool: Pool;
  readonly flows: FlowStore;
  /** Chats as this process wrote them last. */
  readonly recent: RecentChats;
  /** The bots whose open chats move to a newer version. */
  readonly moving: Pick<MovingBots, 'isNone' | 'targetOf'>;
  /** Handles an effect of a turn. Never rejects: a failure is a result. */
  handleEffect(
    effect: OutsideEffect,
    sessionId: string,
    origin?: EffectOrigin,
  ): Promise<EffectResult>;
  /** The texts in these credentials of a bot's workspace, so that they are masked in a trace. */
  secretTexts(botId: string | undefined, credentialsIds: readonly string[]): Promise<string[]>;
  /** Runs the turns of one chat one after the other within this process. */
  readonly mutex: KeyedMutex;
  /**
   * Announces that a chat's log grew, and what this process wrote to it. Other processes get no data, and may miss an announcement or get
   * it twice.
   */
  announce(sessionId: string, written?: WrittenEvents): void;
  /** Announces, in the same way, more text of a reply that is being streamed. */
  announceText(sessionId: string): void;
  /** Announces, in the same way, that the results and counts of a bot changed. */
  announceResults(botId: string): void;
  /** Announces, in the same way, that open chats of a bot move, or move elsewhere. */
  announceMoves(botId: string): void;
  /** Announces, in the same way, that the inbox of a workspace changed. */
  announceChats(workspaceId: string): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Days without a turn after which a chat expires. */
  readonly sessionIdleDays: number;
  /** Days for which is kept what running a turn again needs. */
  readonly chatReplayDays: number;
  /** Resolves when the log of a chat may have grown, after `atMost` milliseconds, or when `enough` is aborted. */
  untilNotified(sessionId: string, atMost: number, enough?: AbortSignal): Promise<void>;
  /** Claims the uploads of a chat at these addresses, which are kept from then on; names the addresses at this server that are none. */
  claimUploads(chat: ChatFiles, addresses: readonly string[]): Promise<NamedUploads>;
  /** Stores a file that was made for a chat, and returns its address. */
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
  /** How long one turn may take in all: further effects are then refused, which ends it. */
  readonly turnLasts: number;
  /** The same for a turn of a restricted preview. */
  readonly restrictedTurnLasts: number;
}
