import type { IssueCode } from '../../issues/issueCodes.js';

/** What is wrong with a block, whatever flow it is in. */
export interface BlockFault {
  readonly code: IssueCode;
  /** What it is about, for people. */
  readonly about?: string | undefined;
  /** The item that it is about. */
  readonly itemId?: string | undefined;
  /** The member of the block. */
  readonly path?: string | undefined;
  /** Another item of the block that it comes from. */
  readonly relatedItemId?: string | undefined;
}

/** For kinds of which nothing can be wrong but what is wrong with any: see `BlockKind.faults`. */
export function noFaults(): Iterable<BlockFault> {
  return [];
}
