import { type FlowPart, randomKey } from '@parley/client';
import type { PointerEvent } from 'react';
import { t } from '../../i18n/t.js';
import { findBlock, type Point } from '../flowModel.js';
import { type DraggedItem, hasLooseItems, moveItem } from '../model/drops.js';
import type { Kinds } from '../../blocks/kinds.js';
import { itemTextOf, rowsOf } from '../model/textOf.js';
import { follow } from './drag.js';
import type { DragTools } from './dragging.js';
import { itemSlotAt } from './places.js';

/** Dragging items within a block, and to another block of its kind. */
export function itemDrags({ flow, doing, toPoint, show }: DragTools) {
  return {
    beginItem(item: DraggedItem, event: PointerEvent) {
      event.stopPropagation();
      const block = findBlock(flow(), item.blockId)?.block;
      if (!block) return;
      const slotOf = (place: Point) =>
        hasLooseItems(block, doing().kinds)
          ? itemSlotAt(doing().scene, toPoint(place), block['type'])
          : undefined;
      follow(event, {
        move(place) {
          const ghost = { at: toPoint(place), words: nameOf(block, item.itemId, doing().kinds) };
          show({ slot: slotOf(place)?.box, ghost });
        },
        drop(place) {
          const target = slotOf(place);
          if (!target) return;
          doing().run(moveItem(flow(), item, { target, newId: randomKey }), t('Item moved'));
        },
        click: () => doing().select(item),
        end: () => show({}),
      });
    },
  };
}

function nameOf(block: FlowPart, itemId: string, kinds: Kinds): string {
  const row = rowsOf(block, kinds).find(({ item }) => item['id'] === itemId);
  return row ? itemTextOf(row, () => '…') : '';
}
