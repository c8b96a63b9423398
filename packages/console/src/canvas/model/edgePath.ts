import type { Box, Point } from '../flowModel.js';

/** How far an edge goes straight from both its ends, and the radius of its corners. */
const STUB = 20;
const RADIUS = 16;

/** How far below its ends an edge passes that leads backward. */
const BELOW = 120;

/** The corners of an edge, which starts to the right and ends from the left; one that leads backward passes below. */
export function cornersOf(from: Point, to: Point): readonly Point[] {
  const [start, end] = [from.x + STUB, to.x - STUB];
  if (start <= end) {
    const middle = Math.max(start, (from.x + to.x) / 2);
    return [from, { x: middle, y: from.y }, { x: middle, y: to.y }, to];
  }
  const below = Math.max(from.y, to.y) + BELOW;
  const under = Math.abs(from.y - to.y) > 2 * BELOW ? (from.y + to.y) / 2 : below;
  const corners = [
    { x: start, y: from.y },
    { x: start, y: under },
    { x: end, y: under },
    { x: end, y: to.y },
  ];
  return [from, ...corners, to];
}

/** The rectangle that an edge lies in. */
export function boxOfLine(from: Point, to: Point): Box {
  const corners = cornersOf(from, to);
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

/** An edge as the path of SVG, with round corners. */
export function pathOf(from: Point, to: Point): string {
  const corners = cornersOf(from, to);
  const [first, ...rest] = corners;
  const drawn = rest.slice(0, -1).map((corner, place) => {
    const before = corners[place] ?? corner;
    const after = corners[place + 2] ?? corner;
    const [into, out] = [towards(corner, before), towards(corner, after)];
    return `L${into.x} ${into.y}Q${corner.x} ${corner.y} ${out.x} ${out.y}`;
  });
  return `M${first?.x} ${first?.y}${drawn.join('')}L${to.x} ${to.y}`;
}

/** The place on the way from a corner to the next where its curve ends. */
function towards(corner: Point, next: Point): Point {
  const [dx, dy] = [next.x - corner.x, next.y - corner.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return corner;
  const part = Math.min(RADIUS, length / 2) / length;
  return { x: corner.x + dx * part, y: corner.y + dy * part };
}
