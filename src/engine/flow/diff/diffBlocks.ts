import type { Group } from '../../documents/group.js';
import { isJsonRecord } from '../../documents/jsonRecord.js';
import { without } from '../../documents/rewrite.js';
import { richTextNodeSchema } from '../../text/richTextNode.js';
import { plainTextOf } from '../../text/richTextPlain.js';
import { changedPaths, isEqual } from './changedPaths.js';
import type { FlowChange } from './flowChange.js';
import { type Pairs, pairsOf } from './pairsOf.js';

/** The changes to the blocks of a flow: new or changed ones in the order of `after`, then removed ones. */
export function* diffBlocks(
  before: readonly Group[],
  after: readonly Group[],
): Generator<undefined, FlowChange[]> {
  const [old, current] = [placed(before), placed(after)];
  const { was, removed } = yield* pairsOf(old, current);
  const moved = findMoved(was);
  const changes: FlowChange[] = [];
  for (const place of current) {
    const from = was.get(place);
    if (from) {
      yield;
      if (moved.has(place)) changes.push(moveOf(from, place));
      changes.push(...(yield* diffBlock(from, place)));
    } else changes.push({ kind: 'BLOCK_ADDED', ...named(place) });
  }
  for (const place of removed) changes.push({ kind: 'BLOCK_REMOVED', ...named(place) });
  return changes;
}

/** A block with its position. */
interface Placed {
  readonly id: string;
  readonly groupId: string;
  readonly block: Group['blocks'][number];
  /** Its index among all blocks, from 0. */
  readonly at: number;
}

function placed(groups: readonly Group[]): Placed[] {
  let at = 0;
  return groups.flatMap(({ id: groupId, blocks }) =>
    blocks.map((block) => ({ id: block.id, groupId, block, at: at++ })),
  );
}

/** The blocks that moved: those in another group now, and the fewest that explain the new order within a group. */
function findMoved(was: Pairs<Placed>['was']): Set<Placed> {
  const moved = new Set<Placed>();
  const stayed = new Map<string, (readonly [Placed, Placed])[]>();
  for (const [to, from] of was) {
    if (from.groupId !== to.groupId) moved.add(to);
    else listFor(stayed, to.groupId).push([from, to]);
  }
  for (const pairs of stayed.values()) {
    const misplaced = outOfOrder(pairs.map(([from]) => from.at));
    for (const [from, to] of pairs) if (misplaced.has(from.at)) moved.add(to);
  }
  return moved;
}

function listFor<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function moveOf(from: Placed, to: Placed): FlowChange {
  return { kind: 'BLOCK_MOVED', ...named(to), before: from.groupId, after: to.groupId };
}

/**
 * The difference of one block. A bubble whose text changed is described by both texts; any other difference by its
 * paths.
 */
function* diffBlock(from: Placed, to: Placed): Generator<undefined, FlowChange[]> {
  if (isEqual(from.block, to.block)) return [];
  yield;
  const [before, after] = [textOf(from.block), textOf(to.block)];
  const isReworded = before !== undefined && after !== undefined && before !== after;
  const compared = ({ block }: Placed) => (isReworded ? without(block, 'content') : block);
  const paths = changedPaths(compared(from), compared(to));
  return [
    ...(isReworded ? [{ kind: 'TEXT_CHANGED' as const, ...named(to), before, after }] : []),
    ...(paths.length > 0 ? [{ kind: 'BLOCK_CHANGED' as const, ...named(to), paths }] : []),
  ];
}

function textOf(block: Placed['block']): string | undefined {
  const content = 'content' in block ? block.content : undefined;
  if (!isJsonRecord(content)) return undefined;
  const richText = richTextNodeSchema.array().safeParse(content['richText']);
  return richText.success ? plainTextOf(richText.data) : undefined;
}

function named({ id, groupId, block }: Placed): Pick<FlowChange, 'id' | 'groupId' | 'name'> {
  return { id, groupId, name: block.type };
}

/**
 * The fewest numbers to remove from a list of distinct numbers so that the rest ascends. When each number is the former
 * position of a thing, these are the things that moved. Takes n log n steps.
 */
export function outOfOrder(places: readonly number[]): Set<number> {
  const kept = new Set(longestAscent(places));
  return new Set(places.filter((place) => !kept.has(place)));
}

/** The longest ascending subsequence of a list, by patience sorting. */
function longestAscent(places: readonly number[]): number[] {
  /** The smallest number with which a subsequence of each length ends, by length. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const place of places) {
    const length = firstNotBelow(ends, place);
    previous.set(place, ends[length - 1]);
    ends[length] = place;
  }
  const ascent: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = previous.get(place)) {
    ascent.push(place);
  }
  return ascent;
}

function firstNotBelow(ascending: readonly number[], sought: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = ascending[middle];
    if (found !== undefined && found < sought) low = middle + 1;
    else high = middle;
  }
  return low;
}
