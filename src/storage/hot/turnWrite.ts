import type { TurnEvent, TurnRecord } from '../../engine/index.js';
import type { ReplyWrite } from './replies.js';

/** Everything one turn leaves behind. It is written whole or not at all. */
export interface TurnWrite {
  readonly sessionId: string;
  readonly turn: number;
  readonly firstSeq: number;
  /** The session, as JSON. */
  readonly state: string;
  readonly events: readonly TurnEvent[];
  readonly answers: readonly AnswerRecord[];
  readonly results: readonly ResultRecord[];
  /** Earlier results whose answers are no longer to be read back. */
  readonly hidesEarlierAnswers: boolean;
  readonly counts: readonly CountsRecord[];
  readonly isEnded: boolean;
  /**
   * The flow did not run: a person acted on the chat, or a visitor wrote to them. The results of the chat count as changed though
   * nothing in them is new.
   */
  readonly isOutsideFlow?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Under which condition a turn is written, and what else with it. */
export interface TurnGuard {
  /** The fence must still be this one. */
  readonly fence: number;
  /** The lease of the turn ends with it, and its journal is deleted. */
  readonly endsLease?: boolean;
}

/** What a chat's first write says besides. */
export interface ChatStart {
  readonly botId: string;
  readonly resultId: string | null;
  /** Whether the result was made for this chat: nobody else knows of it. */
  readonly isNewResult?: boolean;
  readonly isPreview: boolean;
  readonly allowedOrigins: readonly string[];
  /** Whether it is a restricted preview, which is written only while its claim exists (`claimPreview`). */
  readonly isClaimed?: boolean;
}

/** A turn, and what it is written with. */
export interface GuardedTurn {
  readonly write: TurnWrite;
  readonly guard: TurnGuard;
  /** Where it is the first write of its chat. */
  readonly start?: ChatStart | undefined;
  /** The reply to keep, of a call with an idempotency key. */
  readonly reply?: ReplyWrite | undefined;
}

/** What a turn adds to the counts of a bot's flow: of what kind, of which block or edge, how many (fewer, when negative). */
export interface CountsRecord {
  readonly botId: string;
  readonly flowId: string;
  readonly parts: readonly (readonly [kind: string, id: string, n: number])[];
}

/** An answer as the engine records it. */
export type AnswerRecord = Extract<TurnRecord, { kind: 'recordAnswer' }>;
/** A result as the engine records it. */
export type ResultRecord = Extract<TurnRecord, { kind: 'saveResult' }>;
