import type { Point } from '../flowModel.js';
import { around, type Line, type Placed, type Scene } from './scene.js';

/** Space between layers and between parts of a layer, in pixels. */
const BETWEEN = { x: 140, y: 48 } as const;

/** How often each layer is ordered by its neighbours. */
const SWEEPS = 4;

interface Node {
  readonly part: Placed;
  readonly next: { readonly node: Node; readonly line: Line }[];
  readonly previous: { readonly node: Node; readonly line: Line }[];
  component: number;
  layer: number;
  /** Its place in its layer, and its upper end. */
  place: number;
  y: number;
}

/**
 * Where each group and event goes in layers from left to right, by the longest way from where the flow begins; `only` those parts.
 * Takes time in proportion to the flow. The same flow always gives the same places; the first of the parts stays where it is.
 */
export function tidy(scene: Scene, only?: ReadonlySet<string>): ReadonlyMap<string, Point> {
  const nodes = nodesOf(scene, only);
  const order = layer(nodes);
  const components = new Map<number, Node[]>();
  for (const node of order) {
    const members = components.get(node.component);
    if (members) members.push(node);
    else components.set(node.component, [node]);
  }
  const places = new Map<string, Point>();
  let top = 0;
  for (const members of components.values()) {
    const height = placeComponent(members, top, places);
    top += height + BETWEEN.y * 2;
  }
  return anchored(nodes, places);
}

function nodesOf(scene: Scene, only: ReadonlySet<string> | undefined): readonly Node[] {
  const parts = scene.parts.filter(({ id, note }) => !note && (!only || only.has(id)));
  const nodes = parts.map((part): Node => {
    return { part, next: [], previous: [], component: -1, layer: 0, place: 0, y: 0 };
  });
  const byId = new Map(nodes.map((node) => [node.part.id, node]));
  for (const line of scene.lines) {
    const [from, to] = [byId.get(line.source), byId.get(line.target)];
    if (!from || !to || from === to) continue;
    from.next.push({ node: to, line });
    to.previous.push({ node: from, line });
  }
  for (const { next } of nodes) next.sort((one, other) => one.line.from.y - other.line.from.y);
  return nodes;
}

/** Gives each node its layer and component; the nodes so that each comes after those that lead to it, but for edges that lead back. */
function layer(nodes: readonly Node[]): readonly Node[] {
  const order = depthFirst(nodes).reverse();
  const rank = new Map(order.map((node, place) => [node, place]));
  const isForward = (from: Node, to: Node) => (rank.get(from) ?? 0) < (rank.get(to) ?? 0);
  for (const node of order) {
    for (const { node: to } of node.next) {
      if (isForward(node, to)) to.layer = Math.max(to.layer, node.layer + 1);
    }
  }
  let component = 0;
  for (const start of nodes) {
    if (start.component < 0) join(start, component++);
  }
  return order;
}

/** Gives a component to a node and to all that edges join with it. */
function join(start: Node, component: number): void {
  const open = [start];
  start.component = component;
  for (let node = open.pop(); node; node = open.pop()) {
    const beside = [...node.next, ...node.previous].map((one) => one.node);
    for (const one of beside.filter((other) => other.component < 0)) {
      one.component = component;
      open.push(one);
    }
  }
}

/** The nodes, each after all that it leads to, without recursion: a flow may be one long path. Those that nothing leads to begin. */
function depthFirst(nodes: readonly Node[]): Node[] {
  const done: Node[] = [];
  const seen = new Set<Node>();
  const starts = [...nodes.filter(({ previous }) => previous.length === 0), ...nodes];
  for (const start of starts) {
    if (seen.has(start)) continue;
    seen.add(start);
    const stack = [{ node: start, at: start.next.length - 1 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      // From the last outlet to the first, so that in the reversed list the first comes first.
      const to = top.node.next[top.at--]?.node;
      if (!to) {
        done.push(top.node);
        stack.pop();
      } else if (!seen.has(to)) {
        seen.add(to);
        stack.push({ node: to, at: to.next.length - 1 });
      }
    }
  }
  return done;
}

/** Places the nodes of a component below `top`; returns its height. */
function placeComponent(members: readonly Node[], top: number, places: Map<string, Point>): number {
  const layers: Node[][] = [];
  for (const node of members) {
    const one = (layers[node.layer] ??= []);
    node.place = one.length;
    one.push(node);
  }
  // Longest paths leave no layer empty.
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    for (const one of isForward ? layers : layers.toReversed()) orderLayer(one, isForward);
  }
  let x = 0;
  for (const one of layers) {
    placeLayer(one);
    x += widthOf(one) + BETWEEN.x;
  }
  const above = Math.min(...members.map(({ y }) => y));
  x = 0;
  for (const one of layers) {
    for (const { part, y } of one) places.set(part.id, { x, y: top + y - above });
    x += widthOf(one) + BETWEEN.x;
  }
  return Math.max(...members.map(({ y, part }) => y + part.box.height)) - above;
}

function widthOf(nodes: readonly Node[]): number {
  return Math.max(...nodes.map(({ part }) => part.box.width));
}

function orderLayer(nodes: Node[], isForward: boolean): void {
  const wanted = new Map(
    nodes.map((node) => {
      const beside = (isForward ? node.previous : node.next).filter(
        (one) => one.node.layer < node.layer === isForward,
      );
      const sum = beside.reduce((total, { node: one }) => total + one.place, 0);
      return [node, beside.length > 0 ? sum / beside.length : node.place];
    }),
  );
  // Sorting keeps the order of equals, so the result is the same each time.
  nodes.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
  nodes.forEach((node, place) => (node.place = place));
}

/** Places each node at the height of what leads to it, or below the one above it. */
function placeLayer(nodes: readonly Node[]): void {
  let free = -Infinity;
  for (const node of nodes) {
    const before = node.previous.filter((one) => one.node.layer < node.layer);
    const heights = before.map(({ node: from, line }) => from.y + line.from.y - from.part.box.y);
    const target = before[0] ? before[0].line.to.y - node.part.box.y : 0;
    const sum = heights.reduce((total, height) => total + height, 0);
    const wanted = before.length > 0 ? sum / before.length - target : 0;
    node.y = Math.round(Math.max(free, wanted));
    free = node.y + node.part.box.height + BETWEEN.y;
  }
}

/** The same places, moved so that the first of the parts stays, or the corner of all of them if there is no first. */
function anchored(
  nodes: readonly Node[],
  places: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const first = nodes[0]?.part;
  const at = first && places.get(first.id);
  const box = around(nodes.map(({ part }) => part.box));
  if (!first || !at || !box) return places;
  const [dx, dy] = [first.box.x - at.x, first.box.y - at.y].map(Math.round);
  return new Map([...places].map(([id, { x, y }]) => [id, { x: x + (dx ?? 0), y: y + (dy ?? 0) }]));
}
