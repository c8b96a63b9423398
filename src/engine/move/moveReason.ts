import type { FlowPair } from './pairFlows.js';

/** Why a chat cannot go on in another version of its flow. */
export type MoveCode =
  /** A block at which it waits, or to which it comes back, is not there. */
  | 'BLOCK_GONE'
  /** That block is of another kind, or understands answers differently. */
  | 'BLOCK_CHANGED'
  /** That block's id is there twice. */
  | 'BLOCK_DOUBLED'
  /** A variable that has a value and is read is not there. */
  | 'VARIABLE_GONE'
  /** The other version reads what was said, which was not kept. */
  | 'TRANSCRIPT_MISSING';

/** A reason why a chat cannot move, in words, and the part of the old version it is about. */
export interface MoveReason {
  readonly code: MoveCode;
  readonly message: string;
  readonly groupId?: string;
  readonly blockId?: string;
  readonly variableId?: string;
}

/** Two versions, and the reasons that were found so far. */
export type Move = FlowPair & { readonly reasons: MoveReason[] };
