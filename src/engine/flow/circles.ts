import { kindOf } from '../blocks/index.js';
import { exitPlaces, leadsAnywhere } from './blockExits.js';
import { isRunByClient } from './fillings.js';
import type { Flow, LocatedBlock } from './flow.js';
import { blockAt } from './position.js';

type Block = LocatedBlock['block'];

/** A circle in which no block waits for the visitor or the client. */
export interface Circle {
  readonly places: readonly LocatedBlock[];
  /** Whether every exit of every block leads to another block of it, so that no chat can leave. */
  readonly isEndless: boolean;
}

/**
 * The circles of a flow without a question. They are strongly connected components, found by
 * Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972) in time proportional to the size of the flow; iterative, because
 * a flow may be longer than the call stack allows. Yields undefined after some work, since a flow may be large.
 */
export function* circles(flow: Flow): Generator<Circle | undefined> {
  const search: Search = { flow, seen: new Map(), open: [], isOpen: new Set() };
  for (const group of flow.definition.groups)
    for (const index of group.blocks.keys()) {
      const place = blockAt(group, index);
      if (place && !search.seen.has(place.block)) yield* loopsFrom(place, search);
    }
}

/** The visits after which the search yields. */
const VISITS_A_STEP = 500;

interface Search {
  readonly flow: Flow;
  /** The blocks that were visited, with their number in the order of visits. */
  readonly seen: Map<Block, number>;
  /** The visits of blocks whose component is not complete. */
  readonly open: Visit[];
  readonly isOpen: Set<Block>;
}

/** A visit of a block. */
interface Visit {
  readonly place: LocatedBlock;
  readonly number: number;
  /** Where the block leads; undefined for one at which chats wait, or of which only the chat decides where it leads. */
  readonly exits: readonly (LocatedBlock | undefined)[] | undefined;
  /** The exits that were not followed yet. */
  readonly left: LocatedBlock[];
  /** The lowest number of an open block that can be reached from here. */
  lowest: number;
}

function* loopsFrom(start: LocatedBlock, search: Search): Generator<Circle | undefined> {
  const path = [visit(start, search)];
  for (let last = path.at(-1); last; last = path.at(-1)) {
    const next = last.left.pop();
    if (next) {
      follow(next, last, { path, search });
      if (search.seen.size % VISITS_A_STEP === 0) yield undefined;
      continue;
    }
    path.pop();
    const before = path.at(-1);
    if (before) before.lowest = Math.min(before.lowest, last.lowest);
    if (last.lowest !== last.number) continue;
    const component = closed(last, search);
    if (isCircle(component))
      yield { places: component.map(({ place }) => place), isEndless: isEndless(component) };
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
  const { block } = place;
  const number = seen.size;
  const exits = waits(block) || leadsAnywhere(block) ? undefined : exitPlaces(flow, place);
  const left = (exits ?? []).filter((exit) => exit !== undefined);
  const visited = { place, number, exits, left, lowest: number };
  seen.set(block, number);
  open.push(visited);
  isOpen.add(block);
  return visited;
}

/** Closes the component that begins with a visit, and returns its visits in their order. */
function closed(first: Visit, { open, isOpen }: Search): Visit[] {
  const visits = open.splice(open.lastIndexOf(first));
  for (const { place } of visits) isOpen.delete(place.block);
  return visits;
}

/** Whether a component is more than a block that does not lead to itself. */
function isCircle([first, second]: readonly Visit[]): boolean {
  return second !== undefined || !!first?.exits?.some((exit) => exit?.block === first.place.block);
}

function isEndless(component: readonly Visit[]): boolean {
  const inside = new Set(component.map(({ place }) => place.block));
  return component.every(({ exits }) =>
    exits?.every((exit) => exit !== undefined && inside.has(exit.block)),
  );
}

/** Kinds, besides inputs, with which a turn ends, or after which the client may be gone. */
const RESTS = new Set(['Wait', 'webhook', 'Redirect', 'Human handover']);

/** Whether a chat rests at a block, or the client may be gone after it. */
export function waits(block: Block): boolean {
  return kindOf(block.type).family === 'input' || RESTS.has(block.type) || isRunByClient(block);
}
