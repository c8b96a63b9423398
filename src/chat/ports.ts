import type { Pool } from 'pg';
import type { EffectResult, OutsideEffect, Session } from '../engine/index.js';
import type { FlowStore } from '../storage/flows.js';
import type { RecentChats } from '../storage/hot/recentChats.js';
import type { KeyedMutex } from './keyedMutex.js';
import type { PreviewGate } from './previewGate.js';

/** On whose behalf the outside is asked. */
export interface EffectOrigin {
  /** The bot whose workspace's secrets may be used. */
  readonly botId: string | undefined;
  /** A chat that nobody vouched for may use none of them. */
  readonly reach: Session['settings']['reach'];
  /** Opens the way on which watchers are shown the text of the answer as it comes; absent where nobody could see it. */
  readonly openReply?: () => Promise<ReplySink>;
  /** The same for the same ask of the same turn, so that what is told twice can be done once. */
  readonly callKey?: string;
  /** Aborted when nobody needs the answer any more: what was asked may be given up, and counts as failed. */
  readonly abandoned?: AbortSignal | undefined;
}

/** Takes the text of a reply as it comes. */
export interface ReplySink {
  say(text: string): void;
  /** Aborted when somebody asked to stop: what was said so far is the reply then. */
  readonly stopped: AbortSignal;
}

/** All that a chat needs of the world; handed in by `app.ts`, faked in tests. */
export interface ChatPorts {
  readonly pool: Pool;
  readonly flows: FlowStore;
  /** What this process remembers of chats it served. */
  readonly recent: RecentChats;
  /** Answers what a turn asks of the outside. Never rejects: a failure is an answer. */
  handleEffect(
    effect: OutsideEffect,
    sessionId: string,
    origin?: EffectOrigin,
  ): Promise<EffectResult>;
  /** Keeps the turns of one chat apart within this server. */
  readonly mutex: KeyedMutex;
  /** Says that a chat's log grew; carries no data, may be lost or doubled. */
  announce(sessionId: string): void;
  /** Says, in the same way, that more is there of a reply that is being streamed. */
  announceText(sessionId: string): void;
  /** Says that the results and counts of a bot changed, in the same way. */
  announceResults(botId: string): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Days a chat may rest before it expires. */
  readonly sessionIdleDays: number;
  /** Settles when the log of a chat may have grown, after so many milliseconds, or when that is not to be waited for. */
  untilNotified(sessionId: string, atMost: number, enough?: AbortSignal): Promise<void>;
  readonly timeouts: TurnTimeouts;
  /** Limits how many turns of restricted previews run at a time. */
  readonly previewGate: PreviewGate;
}

/** How long turns wait for each other, in milliseconds. */
export interface TurnTimeouts {
  /** After so long without a sign of life the holder of a lease is taken for dead. */
  readonly leaseLasts: number;
  /** For so long a message waits for the turn that another process takes. */
  readonly turnWithin: number;
}
