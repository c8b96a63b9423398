import type { JsonObject } from '@parley/client';
import { createContext, type PointerEvent, useContext } from 'react';
import type { DraggedItem } from '../model/drops.js';
import type { Kinds } from '../../blocks/kinds.js';

/** What is wrong at a part of the flow. */
export interface Fault {
  readonly level: string;
  readonly message: string;
  readonly groupId: string | null;
  readonly blockId: string | null;
}

/** What every drawn group needs, and what a person does with its parts. */
interface Board {
  readonly kinds: Kinds;
  nameOf(variableId: string): string;
  /** Begins to drag an edge from an outlet. */
  beginEdge(outlet: string, event: PointerEvent): void;
  /** Begins to drag a block, or selects it where the pointer does not move. */
  beginBlock(blockId: string, event: PointerEvent): void;
  /** Begins to drag an item of a block, or selects it where the pointer does not move. */
  beginItem(item: DraggedItem, event: PointerEvent): void;
  /** Begins to write the title of a group, or a note. */
  beginRename(id: string): void;
  /** Ends the writing of a title or a note; the keys are meant for the canvas then, unless the focus goes elsewhere. */
  endWriting(to: EventTarget | null): void;
  /** Gives a group another title; one that is blank is none. */
  changeTitle(groupId: string, title: string): void;
  /** Merges a patch into a note. */
  changeNote(noteId: string, patch: JsonObject): void;
}

const nothing = () => undefined;

/** The board that groups are drawn on. */
export const BoardContext = createContext<Board>({
  kinds: new Map(),
  nameOf: (id) => id,
  beginEdge: nothing,
  beginBlock: nothing,
  beginItem: nothing,
  beginRename: nothing,
  endWriting: nothing,
  changeTitle: nothing,
  changeNote: nothing,
});

/** What is around a group that is drawn. */
export function useBoard(): Board {
  return useContext(BoardContext);
}
