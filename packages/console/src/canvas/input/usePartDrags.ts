import { randomKey } from '@parley/client';
import { useReactFlow } from '@xyflow/react';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { useDraft } from '../../draft/useDraft.js';
import { t } from '../../i18n/t.js';
import type { Point } from '../flowModel.js';
import { joinTo } from '../model/gestures.js';
import { originAt } from '../model/plan.js';
import { freePlace } from '../model/scene.js';
import { blockDrags } from './blockDrags.js';
import { follow } from './drag.js';
import type { Doing, Dragging, DragTools } from './dragging.js';
import { itemDrags } from './itemDrags.js';
import { targetAt } from './places.js';

/** Dragging edges, blocks and items, and what is dragged now. */
export function usePartDrags(doing: Doing) {
  const draft = useDraft();
  const { screenToFlowPosition } = useReactFlow();
  const [dragging, show] = useState<Dragging>({});
  const now = useRef(doing);
  now.current = doing;
  const begins = useMemo(() => {
    const tools = {
      ...{ flow: () => draft.state().flow, doing: () => now.current, show },
      toPoint: (place: Point) => screenToFlowPosition(place, { snapToGrid: false }),
      toGrid: (place: Point) => screenToFlowPosition(place),
    };
    return { ...edgeDrags(tools), ...blockDrags(tools), ...itemDrags(tools) };
  }, [draft, screenToFlowPosition]);
  return { dragging, ...begins };
}

/** Dragging edges from outlets to groups, or to a place for a new one. */
function edgeDrags({ doing, toPoint, toGrid, show }: DragTools) {
  return {
    beginEdge(outlet: string, event: PointerEvent) {
      event.stopPropagation();
      const box = event.currentTarget.getBoundingClientRect();
      const from = toPoint({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
      follow(event, {
        move(place) {
          const to = toPoint(place);
          show({ line: { from, to }, targetId: targetAt(doing().scene, to)?.groupId });
        },
        drop(place) {
          const point = toGrid(place);
          const target = targetAt(doing().scene, point);
          if (target) doing().run(joinTo(outlet, target, randomKey), t('Connected'));
          else doing().open({ kind: 'palette', at: { outlet, point } });
        },
        click() {
          const { blockId, itemId } = originAt(outlet) as { blockId?: string; itemId?: string };
          if (blockId !== undefined) doing().select({ blockId, itemId });
          const point = freePlace(doing().scene, { x: from.x + 120, y: from.y - 18 });
          doing().open({ kind: 'connect', outlet, point });
        },
        end: () => show({}),
      });
    },
  };
}
