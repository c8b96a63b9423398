import type { LocatedBlock } from '../flow/flow.js';
import type { IssueCode } from './issueCodes.js';

/** A place in a flow: a block, and the item of it. */
export interface FoundAt {
  readonly place: LocatedBlock;
  readonly itemId?: string | undefined;
}

/** An issue that a search of a whole flow found. */
export interface FoundIssue {
  readonly place?: LocatedBlock | undefined;
  readonly itemId?: string | undefined;
  readonly code: IssueCode;
  /** What it is about, for people. */
  readonly about?: string;
  /** The member of the block. */
  readonly path?: string | undefined;
  /** Other places that it comes from. */
  readonly related?: readonly FoundAt[];
}

/** A search in steps: undefined where a step ends. */
export type Findings = Generator<FoundIssue | undefined>;
