import { useStore } from '@xyflow/react';
import { useRef } from 'react';
import type { Box } from '../flowModel.js';

/** How much is drawn of each group: everything, an icon and one line for each block, or only boxes, on a bitmap. */
export type Level = 'all' | 'brief' | 'boxes';

/** What is seen of the canvas, roughly: another object only after a part of a screen. */
export interface View {
  /** The seen rectangle with a margin, in pixels at zoom 1. */
  readonly box: Box;
  readonly level: Level;
  /** Whether the size of the canvas is known. */
  readonly isReady: boolean;
}

/** Where levels change, and by how much the zoom has to pass that. */
const ALL_FROM = 0.7;
const BRIEF_FROM = 0.35;
const HYSTERESIS = 0.03;

/** So few groups and events are drawn with their blocks at any zoom. */
const FEW = 100;

/** The rectangle near the view, and the level of detail for so many groups and events. */
export function useView(count: number): View {
  const level = useRef<Level>('all');
  return useStore(({ transform: [x, y, zoom], width, height }) => {
    level.current = levelAt(zoom, level.current, count);
    const box = roughly({ x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom });
    return { box, level: level.current, isReady: width > 0 };
  }, isSame);
}

function levelAt(zoom: number, before: Level, count: number): Level {
  // The level stays until the zoom is clearly past its end.
  const allFrom = ALL_FROM + (before === 'all' ? -HYSTERESIS : 0);
  const briefFrom = BRIEF_FROM + (before === 'boxes' ? HYSTERESIS : 0);
  if (zoom >= allFrom) return 'all';
  return zoom >= briefFrom || count <= FEW ? 'brief' : 'boxes';
}

/** A rectangle with a margin, whose ends change in steps of a quarter of it. */
function roughly({ x, y, width, height }: Box): Box {
  const step = 2 ** Math.ceil(Math.log2(Math.max(width, height, 1) / 4));
  const [left, top] = [x, y].map((start) => (Math.floor(start / step) - 0.5) * step);
  const [wide, high] = [width, height].map((size) => (Math.ceil(size / step) + 2) * step);
  return { x: left ?? x, y: top ?? y, width: wide ?? width, height: high ?? height };
}

function isSame(one: View, other: View): boolean {
  return (
    one.level === other.level &&
    one.isReady === other.isReady &&
    one.box.x === other.box.x &&
    one.box.y === other.box.y &&
    one.box.width === other.box.width &&
    one.box.height === other.box.height
  );
}
