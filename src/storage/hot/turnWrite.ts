import type { TurnEvent, TurnRecord } from '../../engine/index.js';

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
