import { rememberKind } from '../draw/kindChoices.js';
import { type FlowPart, randomKey } from '@parley/client';
import type { PointerEvent } from 'react';
import { t } from '../../i18n/t.js';
import { findBlock, type Point } from '../flowModel.js';
import { dropBeside } from '../model/drops.js';
import { type Kind, type Kinds, labelOf } from '../../blocks/kinds.js';
import { addBlock, type Addition, moveBlockTo, newBlock } from '../model/gestures.js';
import { SIZES } from '../model/plan.js';
import { textOf } from '../model/textOf.js';
import { withBlock } from '../picked.js';
import { follow } from './drag.js';
import type { DragTools } from './dragging.js';
import { slotAt, type Slot } from './places.js';

/** What becomes of a dragged block. */
interface BlockDrop {
  into(slot: Pick<Slot, 'groupId' | 'index'>): void;
  /** It is dropped beside all groups. */
  beside(point: Point): void;
  click(): void;
}

/** The size of the place that is shown for a group with one block, in pixels at zoom 1. */
const NEW_GROUP = { width: SIZES.group, height: 88 } as const;

/** Dragging blocks within and between groups, and new ones from the panel. */
export function blockDrags({ flow, doing, toPoint, toGrid, show }: DragTools) {
  /** Follows a block until it is dropped. */
  const followBlock = (event: PointerEvent, words: string, drop: BlockDrop) =>
    follow(event, {
      move(place) {
        const ghost = { at: toPoint(place), words };
        if (!isOverCanvas(place)) return show({ ghost });
        const slot = slotAt(doing().scene, toPoint(place));
        show(
          slot ? { slot: slot.box, ghost } : { place: { ...toGrid(place), ...NEW_GROUP }, ghost },
        );
      },
      drop(place) {
        if (!isOverCanvas(place)) return;
        const slot = slotAt(doing().scene, toPoint(place));
        if (slot) drop.into({ groupId: slot.groupId, index: slot.index });
        else drop.beside(toGrid(place));
      },
      click: drop.click,
      end: () => show({}),
    });
  /** Adds a block of a kind, at a place or where one goes that is added by key. */
  const addNew = (kind: Kind, at: Omit<Addition, 'block'> = doing().placeForNew()) => {
    rememberKind(kind.type);
    const block = newBlock(kind, randomKey);
    doing().run(
      addBlock(flow(), { ...at, block }, randomKey),
      t('{kind} added', { kind: kind.label }),
    );
  };
  return {
    beginBlock(blockId: string, event: PointerEvent) {
      followBlock(event, nameOf(findBlock(flow(), blockId)?.block, doing().kinds), {
        into: (slot) => doing().run(moveBlockTo(flow(), blockId, slot), t('Block moved')),
        beside(point) {
          const gesture = dropBeside(flow(), blockId, { point, newId: randomKey });
          doing().run(gesture, t('Block moved'));
        },
        click: () =>
          doing().select(isAdding(event) ? withBlock(doing().picked, blockId) : { blockId }),
      });
    },
    /** Begins to drag a new block of a kind, or adds it where the pointer does not move. */
    beginNew(kind: Kind, event: PointerEvent) {
      followBlock(event, kind.label, {
        into: (slot) => addNew(kind, slot),
        beside: (point) => addNew(kind, { point }),
        click: () => addNew(kind),
      });
    },
    addNew: (kind: Kind) => addNew(kind),
  };
}

/** Whether a click adds to what is selected. */
export function isAdding(held: Pick<PointerEvent, 'shiftKey' | 'metaKey' | 'ctrlKey'>): boolean {
  return held.shiftKey || held.metaKey || held.ctrlKey;
}

/** Whether a place of the window is on the plane, and not on a panel over it. */
function isOverCanvas({ x, y }: Point): boolean {
  return Boolean(document.elementFromPoint(x, y)?.closest('.react-flow'));
}

function nameOf(block: FlowPart | undefined, kinds: Kinds): string {
  return block ? textOf(block, kinds) || labelOf(block['type'], kinds) : '';
}
