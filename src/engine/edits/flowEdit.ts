import type { Edge } from '../documents/edge.js';
import type { FlowEvent } from '../documents/event.js';
import type { Group } from '../documents/group.js';
import type { JsonRecord } from '../documents/jsonRecord.js';
import type { Note } from '../documents/note.js';
import type { Variable } from '../documents/variable.js';

/** A block of a flow, of any kind. */
export type Block = Group['blocks'][number];

/** The part of a flow that `put` and `remove` name, and the document it is. */
export interface FlowParts {
  readonly event: FlowEvent;
  readonly group: Group;
  readonly block: Block;
  readonly edge: Edge;
  readonly variable: Variable;
  readonly note: Note;
  readonly theme: JsonRecord;
  readonly settings: JsonRecord;
  readonly translations: JsonRecord;
}

/** A part that a flow has once. */
export type WholePart = 'theme' | 'settings' | 'translations';

/** What each kind of edit names. An `index` counts from 0; absent, the part goes to the end. */
export interface FlowEdits {
  /** Adds a group with its blocks, whose ids must be new. */
  readonly addGroup: { readonly group: Group; readonly index?: number | undefined };
  /** Moves groups on the canvas, by their `graphCoordinates`. */
  readonly moveGroups: { readonly groups: readonly GroupPlace[] };
  readonly renameGroup: { readonly groupId: string; readonly title: string };
  /** Removes a group, the edges of its blocks, and the edges that lead to it. */
  readonly removeGroup: { readonly groupId: string };
  readonly addBlock: {
    readonly groupId: string;
    readonly block: Block;
    readonly index?: number | undefined;
  };
  /** Merges a patch into a block (RFC 7396); its id stays. */
  readonly updateBlock: { readonly blockId: string; readonly patch: JsonRecord };
  /** Merges a patch into an item of a block (RFC 7396): a button, a card, a condition; its id stays. */
  readonly updateItem: {
    readonly blockId: string;
    readonly itemId: string;
    readonly patch: JsonRecord;
  };
  /** Moves a block to a place in a group, counted without it; the edges that lead to it follow. */
  readonly moveBlock: {
    readonly blockId: string;
    readonly groupId: string;
    readonly index?: number | undefined;
  };
  /** Removes a block and the edges that begin at it; edges that lead to it lead to its group from then on. */
  readonly removeBlock: { readonly blockId: string };
  /** Adds an edge between parts that are there; it replaces the one that begins at the same place. */
  readonly connect: { readonly edge: Edge; readonly index?: number | undefined };
  readonly disconnect: { readonly edgeId: string };
  /** Adds a variable, or replaces the one with its id. */
  readonly setVariable: { readonly variable: Variable; readonly index?: number | undefined };
  /** Gives a variable another name, also in all texts and code that name it. */
  readonly renameVariable: { readonly variableId: string; readonly name: string };
  readonly removeVariable: { readonly variableId: string };
  /** Adds an event, or replaces the one with its id. */
  readonly setEvent: { readonly event: FlowEvent; readonly index?: number | undefined };
  /** Removes an event and its edge. */
  readonly removeEvent: { readonly eventId: string };
  /** Adds a note, or replaces the one with its id; a flow without notes has no list of them. */
  readonly setNote: { readonly note: Note; readonly index?: number | undefined };
  /** Merges a patch into a note (RFC 7396); its id stays. */
  readonly updateNote: { readonly noteId: string; readonly patch: JsonRecord };
  readonly removeNote: { readonly noteId: string };
  /** Merges a patch into the theme (RFC 7396). */
  readonly setTheme: { readonly patch: JsonRecord };
  /** Merges a patch into the settings (RFC 7396). */
  readonly setSettings: { readonly patch: JsonRecord };
  /** Merges a patch into the translations (RFC 7396); a flow has none without any member in them. */
  readonly setTranslations: { readonly patch: JsonRecord };
  /** Adds a part, or replaces the one with its id, and nothing else: edits of this kind undo the others. */
  readonly put: PutPart;
  /** Removes a part and nothing else. */
  readonly remove: RemovedPart;
}

/** A group, and the place it goes to. */
export interface GroupPlace {
  readonly groupId: string;
  readonly x: number;
  readonly y: number;
}

/** A part to add or replace; a new block needs the group it goes to. */
export type PutPart = {
  readonly [P in keyof FlowParts]: {
    readonly part: P;
    readonly value: FlowParts[P];
    readonly groupId?: string | undefined;
    readonly index?: number | undefined;
  };
}[keyof FlowParts];

/** A part to remove. */
export interface RemovedPart {
  readonly part: Exclude<keyof FlowParts, WholePart>;
  readonly id: string;
}

/** The name of a kind of edit. */
export type FlowEditKind = keyof FlowEdits;

/** One edit of a flow: an object with one member, which names its kind. */
export type FlowEdit = {
  readonly [K in FlowEditKind]: { readonly [N in K]: FlowEdits[K] };
}[FlowEditKind];
