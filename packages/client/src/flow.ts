/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A part of a flow as in its document, with all members of its kind. */
export interface FlowPart {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** A group of a flow, with its blocks. */
export interface FlowGroup extends FlowPart {
  readonly blocks: readonly FlowPart[];
}

/** An edge of a flow. */
export interface FlowEdge extends FlowPart {
  readonly to: { readonly groupId: string; readonly blockId?: string | undefined };
}

/** The document of a flow, such as `Bot.draft`; members that are not listed here are kept. */
export interface Flow {
  readonly events: readonly FlowPart[];
  readonly groups: readonly FlowGroup[];
  readonly edges: readonly FlowEdge[];
  readonly variables: readonly FlowPart[];
  readonly theme: JsonObject;
  readonly settings: JsonObject;
  /** What people wrote on the canvas; absent where it has none. */
  readonly notes?: readonly FlowPart[] | undefined;
  /** Its texts in other languages; absent where it has none. */
  readonly translations?: JsonObject | undefined;
}

/** A place in a list, from 0; by default the end. */
interface Place {
  readonly index?: number | undefined;
}

/** The content of each kind of edit; docs/guide/edit-a-flow.md describes their effects. */
export interface FlowEdits {
  readonly addGroup: { readonly group: FlowGroup } & Place;
  readonly moveGroups: {
    readonly groups: readonly {
      readonly groupId: string;
      readonly x: number;
      readonly y: number;
    }[];
  };
  readonly renameGroup: { readonly groupId: string; readonly title: string };
  readonly removeGroup: { readonly groupId: string };
  readonly addBlock: { readonly groupId: string; readonly block: FlowPart } & Place;
  readonly updateBlock: { readonly blockId: string; readonly patch: JsonObject };
  readonly updateItem: {
    readonly blockId: string;
    readonly itemId: string;
    readonly patch: JsonObject;
  };
  readonly moveBlock: { readonly blockId: string; readonly groupId: string } & Place;
  readonly removeBlock: { readonly blockId: string };
  readonly connect: { readonly edge: FlowEdge } & Place;
  readonly disconnect: { readonly edgeId: string };
  readonly setVariable: { readonly variable: FlowPart } & Place;
  readonly renameVariable: { readonly variableId: string; readonly name: string };
  readonly removeVariable: { readonly variableId: string };
  readonly setEvent: { readonly event: FlowPart } & Place;
  readonly removeEvent: { readonly eventId: string };
  readonly setNote: { readonly note: FlowPart } & Place;
  readonly updateNote: { readonly noteId: string; readonly patch: JsonObject };
  readonly removeNote: { readonly noteId: string };
  readonly setTheme: { readonly patch: JsonObject };
  readonly setSettings: { readonly patch: JsonObject };
  readonly setTranslations: { readonly patch: JsonObject };
  readonly put: {
    readonly part:
      | 'event'
      | 'group'
      | 'block'
      | 'edge'
      | 'variable'
      | 'note'
      | 'theme'
      | 'settings'
      | 'translations';
    readonly value: JsonObject;
    readonly groupId?: string | undefined;
  } & Place;
  readonly remove: {
    readonly part: 'event' | 'group' | 'block' | 'edge' | 'variable' | 'note';
    readonly id: string;
  };
}

/** One edit of a flow: an object with one member, which names its kind. */
export type FlowEdit = {
  readonly [K in keyof FlowEdits]: { readonly [N in K]: FlowEdits[K] };
}[keyof FlowEdits];
