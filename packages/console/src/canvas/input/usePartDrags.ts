import { useReactFlow } from '@xyflow/react';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { randomKey } from '@parley/client';
import type { Point } from '../flowModel.js';
import { useDraft } from '../../draft/useDraft.js';
import { joinTo, moveBlockTo, type Gesture } from '../model/gestures.js';
import { originAt } from '../model/plan.js';
import { freePlace, type Scene } from '../model/scene.js';
import type { Picked } from '../picked.js';
import { follow } from './drag.js';
import { slotAt, type Slot, targetAt } from './places.js';
import type { Popup } from './Popups.js';

/** What is dragged now: an edge, or a block over the place where it would be put. */
export interface Dragging {
  readonly line?: { readonly from: Point; readonly to: Point };
  readonly targetId?: string | undefined;
  readonly slot?: Slot | undefined;
}

interface Doing {
  readonly scene: Scene;
  run(gesture: Gesture, words: string): void;
  select(parts: Partial<Picked>): void;
  open(popup: Popup): void;
}

/** Dragging edges from outlets, and blocks within and between groups. */
export function usePartDrags(doing: Doing) {
  const draft = useDraft();
  const { screenToFlowPosition } = useReactFlow();
  const [dragging, setDragging] = useState<Dragging>({});
  const now = useRef(doing);
  now.current = doing;
  const begins = useMemo(() => {
    const end = () => setDragging({});
    return {
      beginEdge(outlet: string, event: PointerEvent) {
        event.stopPropagation();
        const box = event.currentTarget.getBoundingClientRect();
        const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        const from = screenToFlowPosition(middle, { snapToGrid: false });
        follow(event, {
          move(place) {
            const to = screenToFlowPosition(place, { snapToGrid: false });
            const targetId = targetAt(now.current.scene, to)?.groupId;
            setDragging({ line: { from, to }, targetId });
          },
          drop(place) {
            const point = screenToFlowPosition(place);
            const target = targetAt(now.current.scene, point);
            if (target) now.current.run(joinTo(outlet, target, randomKey), 'Connected');
            else now.current.open({ kind: 'palette', at: { outlet, point } });
          },
          click() {
            const { blockId, itemId } = originAt(outlet) as { blockId?: string; itemId?: string };
            if (blockId !== undefined) now.current.select({ blockId, itemId });
            now.current.open({
              kind: 'connect',
              outlet,
              point: freePlace(now.current.scene, { x: from.x + 120, y: from.y - 18 }),
            });
          },
          end,
        });
      },
      beginBlock(blockId: string, event: PointerEvent) {
        follow(event, {
          move(place) {
            setDragging({ slot: slotAt(now.current.scene, screenToFlowPosition(place)) });
          },
          drop(place) {
            const slot = slotAt(now.current.scene, screenToFlowPosition(place));
            const { flow } = draft.state();
            if (slot) now.current.run(moveBlockTo(flow, blockId, slot), 'Block moved');
          },
          click: () => now.current.select({ blockId }),
          end,
        });
      },
    };
  }, [draft, screenToFlowPosition]);
  return { dragging, ...begins };
}
