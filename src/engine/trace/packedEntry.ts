import type { Rest } from '../interpreter/session.js';
import type { StateChange } from './stateChange.js';
import type { BlockVisited, EdgeTaken, TraceEntry } from './traceEntry.js';

/**
 * An entry of a trace as it is stored: most of a trace repeats the names of members and what the entry before says. A number is the time
 * of a beginning. Whatever has no short form is stored as it is.
 */
export type PackedEntry = number | PackedVisit | PackedEnd | TraceEntry;

/**
 * A visit of a block at the time of the entry before: the places of its call in `BLOCK_CALLS` and of its way in `WAYS`, and 0 where it is at
 * the block to which the visit before leads, and for what it does not have.
 */
export type PackedVisit = readonly [
  call: number,
  way: number,
  at: PackedPlace | 0,
  edges: readonly PackedEdge[] | 0,
  to: PackedPlace | 0,
  changes: readonly PackedChange[] | 0,
  details?: VisitDetails,
];

/** What few visits have. */
export type VisitDetails = Pick<BlockVisited, 'bot' | 'logs' | 'conditions'>;

/** A group, and a block where the flow has it. */
export type PackedPlace = readonly [groupId: string, blockId?: string];

/** An edge that leaves the block, or an item of it. */
export type PackedEdge = string | readonly [id: string, itemId: string] | EdgeTaken;

/**
 * A change: of the number of answers; of the place of rest, to the block that is visited; an answer, or the variable before as one; a
 * variable of the first bot, with the value before unless that was null.
 */
export type PackedChange =
  | number
  | true
  | readonly [rest: Omit<Rest, 'groupId' | 'blockId'>]
  | readonly [key: string, to: string]
  | PackedVariable
  | StateChange;

type Written = Extract<StateChange, { change: 'variable' }>;

/** A variable that was written. */
export type PackedVariable =
  | readonly [id: string, name: string, to: Written['to']]
  | readonly [id: string, name: string, to: Written['to'], from: Written['from']];

/** The end of a turn at the time of the entry before. */
export type PackedEnd = readonly [
  kind: 'ended',
  blocks: number,
  characters: number,
  work: number,
  /** Null where nobody measured. */
  engineTook: number | null,
  turnTook: number | null,
];

/** The calls of a block by their numbers in stored traces: new ones come last. */
export const BLOCK_CALLS = ['enter', 'parseReply', 'resume'] as const;
