import type { Flow } from '@parley/client';
import type { Box, Point } from '../flowModel.js';
import type { Addition, Gesture } from '../model/gestures.js';
import type { Kinds } from '../../blocks/kinds.js';
import type { Scene } from '../model/scene.js';
import type { Picked } from '../picked.js';
import type { Popup } from './Popups.js';

/** What is dragged now: an edge, or a part with the place where it would be put. */
export interface Dragging {
  readonly line?: { readonly from: Point; readonly to: Point };
  readonly targetId?: string | undefined;
  /** The line between blocks or items where the part would be put. */
  readonly slot?: Box | undefined;
  /** The group that would be made, or the place to which it would go. */
  readonly place?: Box | undefined;
  /** What is dragged, at the pointer. */
  readonly ghost?: { readonly at: Point; readonly words: string };
}

/** What drags act on, as it is when it is asked for. */
export interface Doing {
  readonly scene: Scene;
  readonly kinds: Kinds;
  readonly picked: Picked;
  run(gesture: Gesture, words: string): void;
  select(parts: Partial<Picked>): void;
  open(popup: Popup): void;
  /** Where a block goes that is added without a place. */
  placeForNew(): Omit<Addition, 'block'>;
}

/** What every kind of drag is made of. Places are in pixels of the window, points on the canvas. */
export interface DragTools {
  flow(): Flow;
  doing(): Doing;
  toPoint(place: Point): Point;
  /** The point on the grid that is near a place. */
  toGrid(place: Point): Point;
  show(dragging: Dragging): void;
}
