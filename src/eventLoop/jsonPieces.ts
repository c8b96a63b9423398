import { endOfText } from '../checks/jsonSize.js';
import type { Steps } from './steps.js';

/** The number of characters of a JSON text that are parsed in one step, which takes some milliseconds. */
const PIECE = 65_536;
/** The number of characters that are scanned in one step. */
const STRIDE = 1_000_000;

const [QUOTE, COMMA] = [0x22, 0x2c] as const;

/** A list or an object that is longer than a piece: its bounds, and the separators of its members. */
interface Large {
  readonly start: number;
  readonly commas: readonly number[];
  readonly end: number;
}

interface Source {
  readonly json: string;
  /** Sorted by their start. */
  readonly large: ReadonlyMap<number, Large>;
}

/**
 * Like `JSON.parse`, with the same values and errors, in steps: large lists and objects are parsed some members at a
 * time. Streaming parsers look at each character, which takes ten times as long.
 */
export function* parseInPieces(json: string): Steps<unknown> {
  if (json.length <= PIECE) return valueOf(json);
  return yield* read({ json, large: yield* findLarge(json) }, 0, json.length);
}

function* findLarge(json: string): Steps<Map<number, Large>> {
  const large = new Map<number, Large>();
  const open: { readonly start: number; readonly commas: number[] }[] = [];
  for (let [at, next] = [0, STRIDE]; at < json.length; at += 1) {
    if (at > next) {
      next = at + STRIDE;
      yield;
    }
    const char = json.charCodeAt(at);
    if (char === QUOTE) at = endOfText(json, at);
    else if (char === COMMA) open.at(-1)?.commas.push(at);
    else if ((char | 0x20) === 0x7b) open.push({ start: at, commas: [] });
    else if ((char | 0x20) === 0x7d) {
      const one = open.pop();
      if (one && at - one.start > PIECE) large.set(one.start, { ...one, end: at });
    }
  }
  return large;
}

/** Parses the single value between two indexes. */
function* read(source: Source, from: number, to: number): Steps<unknown> {
  const { json, large } = source;
  const found = large.get(blanksEnd(json, from));
  if (!found || blanksEnd(json, found.end + 1) < to) return valueOf(json.slice(from, to));
  const isList = json[found.start] === '[';
  if (json[found.end] !== (isList ? ']' : '}')) throw new SyntaxError('Brackets differ');
  return yield* isList ? readList(source, found) : readObject(source, found);
}

function* readList(source: Source, found: Large): Steps<unknown[]> {
  const list: unknown[] = [];
  for (const [from, to, isLarge] of piecesOf(source, found)) {
    if (isLarge) list.push(yield* read(source, from, to));
    else {
      // The brackets make it a list.
      const members = valueOf(`[${source.json.slice(from, to)}]`) as unknown[];
      for (const member of members) list.push(member);
    }
    yield;
  }
  return list;
}

function* readObject(source: Source, found: Large): Steps<object> {
  const record = {};
  for (const [from, to, isLarge] of piecesOf(source, found)) {
    const { json } = source;
    const valueAt = isLarge ? afterColon(json, from) : 0;
    if (isLarge) {
      const [key = ''] = Object.keys(objectOf(`${json.slice(from, valueAt)}0`));
      put(record, key, yield* read(source, valueAt, to));
    } else {
      const members = objectOf(json.slice(from, to));
      for (const [key, member] of Object.entries(members)) put(record, key, member);
    }
    yield;
  }
  return record;
}

function valueOf(json: string): unknown {
  return JSON.parse(json);
}

function objectOf(members: string): Readonly<Record<string, unknown>> {
  // The braces make it an object.
  return valueOf(`{${members}}`) as Readonly<Record<string, unknown>>;
}

/** Sets a member as `JSON.parse` does: no name has a special meaning, not even `__proto__`. */
function put(record: object, key: string, value: unknown): void {
  Object.defineProperty(record, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** The groups of members that are parsed together: their bounds, and whether the group is a single member that is large. */
function* piecesOf(
  { json, large }: Source,
  { start, commas, end }: Large,
): Generator<readonly [number, number, boolean]> {
  const isObject = json[start] === '{';
  const isLarge = (from: number, to: number): boolean =>
    to - from > PIECE && large.has(blanksEnd(json, isObject ? afterColon(json, from) : from));
  let [from, last] = [start + 1, start + 1];
  for (const to of [...commas, end]) {
    const isOneLarge = isLarge(last, to);
    if (last > from && (isOneLarge || to - from > PIECE)) {
      yield [from, filled(json, from, last - 1), false];
      from = last;
    }
    if (isOneLarge) {
      yield [from, to, true];
      from = to + 1;
    }
    last = to + 1;
  }
  if (from > end) return;
  yield [from, commas.length > 0 ? filled(json, from, end) : end, false];
}

/** Checks that a piece is not blank, since between two commas there must be a member; returns its end. */
function filled(json: string, from: number, to: number): number {
  if (blanksEnd(json, from) >= to) throw new SyntaxError('A member is missing');
  return to;
}

/** The index at which the value of a member begins; the end of the text where no name and colon precede it. */
function afterColon(json: string, from: number): number {
  const name = blanksEnd(json, from);
  if (json.charCodeAt(name) !== QUOTE) return json.length;
  const colon = blanksEnd(json, endOfText(json, name) + 1);
  return json[colon] === ':' ? colon + 1 : json.length;
}

const BLANKS = /[ \t\r\n]*/y;

function blanksEnd(json: string, from: number): number {
  BLANKS.lastIndex = from;
  BLANKS.exec(json);
  return Math.max(from, BLANKS.lastIndex);
}
