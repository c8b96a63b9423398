import type { NodeChange } from '@xyflow/react';
import { useState } from 'react';
import { useDraft } from '../../draft/useDraft.js';
import { t } from '../../i18n/t.js';
import type { Point } from '../flowModel.js';
import { type Gesture, placeParts } from '../model/gestures.js';
import { notesOf } from '../model/notes.js';
import type { Picked, Selection } from '../picked.js';

const NOWHERE: ReadonlyMap<string, Point> = new Map();

/** Groups and events that are moved, by pointer or by key, and not put down yet. */
export interface Moves {
  /** Where they are now. */
  readonly places: ReadonlyMap<string, Point>;
  /** Those that are moved by key; undefined while none are. */
  readonly byKey: ReadonlyMap<string, Point> | undefined;
  moveByKey(places: ReadonlyMap<string, Point> | undefined): void;
  /** What React Flow reports: parts that are dragged or selected. */
  change(changes: readonly NodeChange[]): void;
  /** Stores where the dragged parts are. */
  putDown(): void;
}

/** Moving groups and events. */
export function useMoves(
  picked: Picked,
  select: Selection['select'],
  run: (gesture: Gesture, words: string) => void,
): Moves {
  const draft = useDraft();
  const [dragged, setDragged] = useState(NOWHERE);
  const [byKey, moveByKey] = useState<ReadonlyMap<string, Point>>();
  return {
    places: byKey ?? dragged,
    byKey,
    moveByKey,
    change(changes) {
      const places = new Map(dragged);
      for (const change of changes) {
        if (change.type === 'position' && change.position) places.set(change.id, change.position);
      }
      if (changes.some(({ type }) => type === 'position')) setDragged(places);
      const chosen = changes.filter((change) => change.type === 'select');
      if (chosen.length === 0) return;
      // React Flow does not say that something is deselected since somebody deleted it.
      const { flow } = draft.state();
      const parts = new Set([...flow.groups, ...flow.events, ...notesOf(flow)].map(({ id }) => id));
      const ids = new Set(picked.groupIds.filter((id) => parts.has(id)));
      for (const { id, selected } of chosen) {
        if (selected) ids.add(id);
        else ids.delete(id);
      }
      select({ groupIds: [...ids] });
    },
    putDown() {
      setDragged(NOWHERE);
      run({ edits: placeParts(draft.state().flow, dragged) }, t('Moved'));
    },
  };
}
