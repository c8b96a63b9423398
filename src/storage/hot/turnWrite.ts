import type { Agent, TurnEvent, TurnRecord } from '../../engine/index.js';
import type { TranscriptRole } from '../../schema/enums.js';
import type { ChatChannel, InboxStatus } from '../../schema/inboxEnums.js';
import type { ReplyWrite } from './replies.js';

/** Everything that one turn stores. It is written whole or not at all. */
export interface TurnWrite {
  readonly sessionId: string;
  readonly turn: number;
  readonly firstSeq: number;
  /** The state of the chat, as JSON. */
  readonly state: string;
  readonly events: readonly TurnEvent[];
  readonly answers: readonly AnswerRecord[];
  readonly results: readonly ResultRecord[];
  /** Whether answers of the result from before this turn are no longer read back. */
  readonly hidesEarlierAnswers: boolean;
  readonly counts: readonly CountsRecord[];
  readonly isEnded: boolean;
  /**
   * Whether the flow did not run: a member acted on the chat, or the visitor wrote to a member. The results of the chat then count as
   * changed, although nothing in them is new.
   */
  readonly isOutsideFlow?: boolean | undefined;
  /** What happened in the turn, as `packTrace` gives it; absent where the chat is not traced. */
  readonly trace?: string | undefined;
  /** What running the turn again needs, as JSON; absent where that is not kept. */
  readonly replay?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The condition under which a turn is written, and whether its lease ends. */
export interface TurnGuard {
  /** The chat must still have this fence. */
  readonly fence: number;
  /** Whether the lease of the turn ends and its journal is deleted. */
  readonly endsLease?: boolean;
}

/** Facts of a chat that its first write stores. */
export interface ChatStart {
  readonly botId: string;
  readonly resultId: string | null;
  /** Whether the result was created for this chat, so that no other chat has it. */
  readonly isNewResult?: boolean;
  readonly isPreview: boolean;
  readonly allowedOrigins: readonly string[];
  /** Whether it is a restricted preview, which is written only while its claim exists (`claimPreview`). */
  readonly isClaimed?: boolean;
}

/** A turn, its guard, and what else is written with it. */
export interface GuardedTurn {
  readonly write: TurnWrite;
  readonly guard: TurnGuard;
  /** Set for the first write of a chat. */
  readonly start?: ChatStart | undefined;
  /** The reply to keep for a call with an idempotency key. */
  readonly reply?: ReplyWrite | undefined;
  /** Set for a chat that a person took part in: what the turn changes of its row in the inbox. */
  readonly desk?: DeskWrite | undefined;
}

/** What a turn changes of the row of its chat in the inbox (`migrations/0052-inbox.sql`). */
export interface DeskWrite {
  readonly botId: string;
  readonly resultId: string | null;
  readonly channel: ChatChannel;
  readonly status: InboxStatus;
  /** The block at which the chat waits. */
  readonly groupId: string | null;
  readonly blockId: string | null;
  /** The last message of the turn; absent where it has none. */
  readonly last?:
    | { readonly text: string; readonly role: TranscriptRole; readonly agent?: Agent | undefined }
    | undefined;
  /** The messages of the visitor that nobody has read, which are added; null where everything was read. */
  readonly unread: number | null;
  /** Whether the visitor waits for a person; absent where that stays as it is. */
  readonly waits?: boolean | undefined;
  /** The queue in which the chat waits; absent where that stays as it is. */
  readonly queue?: string | undefined;
  /** When the flow goes on if nobody came; milliseconds since 1970. */
  readonly waitsUntil?: number | undefined;
  /** The claim that the chat must still have. */
  readonly claim?: number | undefined;
  /** The seconds for which the claim is extended. */
  readonly renews?: number | undefined;
  /** Whether the claim ends. */
  readonly releases?: boolean | undefined;
  /** Whether the chat, which has ended, goes on. */
  readonly reopens?: boolean | undefined;
  /** Called with the id of the workspace once the turn is written. */
  readonly onWritten: (workspaceId: string) => void;
}

/** Counts that a turn adds to those of a bot's flow: the kind, the id of the block or edge, and the number, which may be negative. */
export interface CountsRecord {
  readonly botId: string;
  readonly flowId: string;
  readonly parts: readonly (readonly [kind: string, id: string, n: number])[];
}

/** An answer as the engine records it. */
export type AnswerRecord = Extract<TurnRecord, { kind: 'recordAnswer' }>;
/** A result as the engine records it. */
export type ResultRecord = Extract<TurnRecord, { kind: 'saveResult' }>;
