import { kindOf } from '../blocks/index.js';
import { exitPlaces, leadsAnywhere } from './blockExits.js';
import { isRunByClient } from './fillings.js';
import type { Flow, LocatedBlock } from './flow.js';
import { blockAt } from './position.js';

type Block = LocatedBlock['block'];

/**
 * The loops of a flow that no chat can leave: no block in them waits for the visitor or the client, and every exit of every block leads to
 * another block of the loop. Each is the list of its blocks. They are strongly connected components, found by
 * Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972) in time proportional to the size of the flow; iterative, because
 * a flow may be longer than the call stack allows.
 */
export function endlessLoops(flow: Flow): LocatedBlock[][] {
  const loops: LocatedBlock[][] = [];
  const search: Search = { flow, seen: new Map(), open: [], isOpen: new Set() };
  for (const group of flow.definition.groups)
    for (const index of group.blocks.keys()) {
      const place = blockAt(group, index);
      if (place && !search.seen.has(place.block)) loops.push(...loopsFrom(place, search));
    }
  return loops;
}

interface Search {
  readonly flow: Flow;
  /** The blocks that were visited, with their number in the order of visits. */
  readonly seen: Map<Block, number>;
  /** The visited blocks whose component is not complete. */
  readonly open: LocatedBlock[];
  readonly isOpen: Set<Block>;
}

/** A block of the current path. */
interface Visit {
  readonly place: LocatedBlock;
  readonly number: number;
  readonly left: LocatedBlock[];
  /** The lowest number of an open block that can be reached from here. */
  lowest: number;
}

function* loopsFrom(start: LocatedBlock, search: Search): Generator<LocatedBlock[]> {
  const path = [visit(start, search)];
  for (let last = path.at(-1); last; last = path.at(-1)) {
    const next = last.left.pop();
    if (next) follow(next, last, { path, search });
    else {
      path.pop();
      const before = path.at(-1);
      if (before) before.lowest = Math.min(before.lowest, last.lowest);
      if (last.lowest !== last.number) continue;
      const component = closed(last, search);
      if (isEndless(component, search.flow)) yield component;
    }
  }
}

function follow(
  next: LocatedBlock,
  from: Visit,
  { path, search }: { readonly path: Visit[]; readonly search: Search },
): void {
  const known = search.seen.get(next.block);
  if (known === undefined) path.push(visit(next, search));
  else if (search.isOpen.has(next.block)) from.lowest = Math.min(from.lowest, known);
}

function visit(place: LocatedBlock, { flow, seen, open, isOpen }: Search): Visit {
  const number = seen.size;
  seen.set(place.block, number);
  open.push(place);
  isOpen.add(place.block);
  const exits = waits(place.block) ? [] : exitPlaces(flow, place);
  return { place, number, lowest: number, left: exits.filter((exit) => exit !== undefined) };
}

/** Closes the component that begins with a visit, and returns its blocks in the order of their visits. */
function closed({ place }: Visit, { open, isOpen }: Search): LocatedBlock[] {
  const blocks: LocatedBlock[] = [];
  for (let last = open.pop(); last; last = open.pop()) {
    isOpen.delete(last.block);
    blocks.push(last);
    if (last.block === place.block) break;
  }
  return blocks.reverse();
}

function isEndless(component: readonly LocatedBlock[], flow: Flow): boolean {
  const inside = new Set(component.map(({ block }) => block));
  return component.every(
    (place) =>
      !waits(place.block) &&
      !leadsAnywhere(place.block) &&
      exitPlaces(flow, place).every((exit) => exit !== undefined && inside.has(exit.block)),
  );
}

/** Kinds, besides inputs, with which a turn ends, or after which the client may be gone. */
const RESTS = new Set(['Wait', 'webhook', 'Redirect']);

function waits(block: Block): boolean {
  return kindOf(block.type).family === 'input' || RESTS.has(block.type) || isRunByClient(block);
}
