import type { Issue } from '../../checks/issue.js';
import { isJsonRecord, type JsonRecord } from './jsonRecord.js';

/**
 * A part of a document that is checked by itself: everything except members of its long lists, or some of those
 * members.
 */
export interface Piece {
  readonly record: JsonRecord;
  /** The list it belongs to, and the positions of its members there; the rest of the document belongs to none. */
  readonly source?: { readonly list: ListName; readonly places: readonly Place[] };
}

/**
 * The index of a member in its list; for a group in pieces, also the index of its first block among all of the group.
 */
export interface Place {
  readonly at: number;
  readonly firstBlock: number;
}

const LISTS = ['groups', 'edges', 'variables'] as const;
/** A list of a document that may be long. */
export type ListName = (typeof LISTS)[number];

/** The number of members checked at a time: blocks, or edges or variables, which are small. */
const MOST = { groups: 250, edges: 4_000, variables: 4_000 } as const;

/** Divides a document so that no piece takes long to check, whatever it holds; `members` are those its schema knows. */
export function piecesOf(record: JsonRecord, members: object): readonly Piece[] {
  const long = LISTS.filter((name) => name in members && isLong(record, name));
  const rest = { ...record, ...Object.fromEntries(long.map((name) => [name, []])) };
  return [{ record: rest }, ...long.flatMap((name) => piecesOfList(record[name], name))];
}

function isLong(record: JsonRecord, name: ListName): boolean {
  const list = record[name];
  return Array.isArray(list) && sizeOf(list) > MOST[name];
}

function sizeOf(list: readonly unknown[]): number {
  return list.reduce<number>((size, member) => size + 1 + blocksOf(member).length, 0);
}

/** The blocks of a group; none of anything else. */
export function blocksOf(member: unknown): unknown[] {
  const blocks = isJsonRecord(member) ? member['blocks'] : undefined;
  return Array.isArray(blocks) ? blocks : [];
}

function piecesOfList(list: unknown, name: ListName): Piece[] {
  const pieces: { members: unknown[]; places: Place[] }[] = [];
  let left = 0;
  for (const { member, place } of membersOf(list, MOST[name])) {
    const size = 1 + blocksOf(member).length;
    if (left < size) pieces.push({ members: [], places: [] });
    left = (left < size ? MOST[name] : left) - size;
    pieces.at(-1)?.members.push(member);
    pieces.at(-1)?.places.push(place);
  }
  return pieces.map(({ members, places }) => ({
    record: { [name]: members },
    source: { list: name, places },
  }));
}

/** The members of a list; a group with many blocks as several groups with some of them each. */
function membersOf(list: unknown, most: number): { member: unknown; place: Place }[] {
  return [list].flat().flatMap((member, at) => {
    const blocks = blocksOf(member);
    if (!isJsonRecord(member) || blocks.length < most)
      return [{ member, place: { at, firstBlock: 0 } }];
    const starts = Array.from({ length: Math.ceil(blocks.length / most) }, (_, n) => n * most);
    return starts.map((firstBlock) => ({
      member: { ...member, blocks: blocks.slice(firstBlock, firstBlock + most) },
      place: { at, firstBlock },
    }));
  });
}

/** A document put together again from its checked pieces. */
export function joined(pieces: readonly { piece: Piece; checked: JsonRecord }[]): JsonRecord {
  const whole: Record<string, unknown> = {};
  const lists = new Map<ListName, unknown[]>();
  for (const { piece, checked } of pieces) {
    if (!piece.source) Object.assign(whole, checked);
    else {
      const { list: name, places } = piece.source;
      const list = lists.get(name) ?? [];
      lists.set(name, list);
      const members = [checked[name]].flat();
      places.forEach((place, index) => join(list, place, members[index]));
    }
  }
  return Object.assign(whole, Object.fromEntries(lists));
}

function join(list: unknown[], { at, firstBlock }: Place, member: unknown): void {
  if (firstBlock === 0) list[at] = member;
  else for (const block of blocksOf(member)) blocksOf(list[at]).push(block);
}

type Path = Issue['path'];

/** The path in the whole document of a path in one of its pieces. */
export function wholePath({ source }: Piece, path: readonly PropertyKey[]): Path {
  // JSON has no symbols.
  const within = path.filter((part) => typeof part !== 'symbol');
  const [list, index, blocks, block, ...rest] = within;
  const place = source && typeof index === 'number' ? source.places[index] : undefined;
  if (!place || list === undefined) return within;
  const isInBlock = blocks === 'blocks' && typeof block === 'number';
  const inMember = isInBlock ? [blocks, block + place.firstBlock, ...rest] : within.slice(2);
  return [list, place.at, ...inMember];
}
