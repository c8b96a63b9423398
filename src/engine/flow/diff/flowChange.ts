/** The kinds of changes to a part of a flow, in the order they are listed. */
export const FLOW_CHANGE_KINDS = [
  'EVENT_ADDED',
  'EVENT_REMOVED',
  'EVENT_CHANGED',
  'GROUP_ADDED',
  'GROUP_REMOVED',
  'GROUP_RENAMED',
  'GROUP_MOVED',
  'GROUP_CHANGED',
  'BLOCK_ADDED',
  'BLOCK_REMOVED',
  'BLOCK_MOVED',
  'TEXT_CHANGED',
  'BLOCK_CHANGED',
  'EDGE_ADDED',
  'EDGE_REMOVED',
  'EDGE_REWIRED',
  'EDGE_CHANGED',
  'VARIABLE_ADDED',
  'VARIABLE_REMOVED',
  'VARIABLE_RENAMED',
  'VARIABLE_CHANGED',
  'NOTE_ADDED',
  'NOTE_REMOVED',
  'NOTE_MOVED',
  'NOTE_CHANGED',
  'THEME_CHANGED',
  'SETTINGS_CHANGED',
  'TRANSLATIONS_CHANGED',
  'FLOW_CHANGED',
] as const;

/** A kind of change to a part of a flow. */
export type FlowChangeKind = (typeof FLOW_CHANGE_KINDS)[number];

/** One difference between two flows. */
export interface FlowChange {
  readonly kind: FlowChangeKind;
  /** The id of the event, group, block, edge, variable or note. */
  readonly id?: string;
  /** Of a block: its group; for a removed one the group it was in. */
  readonly groupId?: string;
  /** The name shown to people: the title of a group, the name of a variable, the type of a block or event. */
  readonly name?: string;
  /** For a move, a new name, a new text or a new edge: the old value. */
  readonly before?: unknown;
  /** … and the new one. */
  readonly after?: unknown;
  /** For other changes: the members that differ, as dotted paths. */
  readonly paths?: readonly string[];
}
