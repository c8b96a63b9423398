import { randomKey } from '@parley/client';
import type { PointerEvent } from 'react';
import { t } from '../../i18n/t.js';
import { joinTo } from '../model/gestures.js';
import { originAt } from '../model/plan.js';
import { freePlace } from '../model/scene.js';
import { follow } from './drag.js';
import type { DragTools } from './dragging.js';
import { targetAt } from './places.js';

/** Dragging edges from outlets to groups, or to a place for a new one. */
export function edgeDrags({ doing, toPoint, toGrid, show }: DragTools) {
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
