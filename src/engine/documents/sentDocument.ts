import { z } from 'zod';
import { kindOf } from '../blocks/index.js';
import { type Issue, issuesIn, MAX_ISSUES } from '../../checks/issue.js';
import { atOnce } from './atOnce.js';
import { addIssues, type Checked, checkFew, type Fault, isTooMany } from './checkFew.js';
import { inspectJson } from './jsonFault.js';
import { isJsonRecord, type JsonRecord } from './jsonRecord.js';
import { oncePer } from './oncePer.js';
import { blocksOf, joined, type Piece, piecesOf, wholePath } from './pieces.js';
import { eachBlock } from './rewrite.js';
import { shapeOf } from './schemaShape.js';
import { withoutNulls } from '../flow/replaceMembers.js';

/** What was read, or the reasons why it cannot be. */
export type Outcome<T> =
  | { readonly ok: true; readonly record: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The result of preparing a document for its check: the record to check, or the reasons why it is none. */
export type Prepared = Outcome<JsonRecord>;

/** Reads a document as its schema does, but step by step; the schema then finds the cached result. */
export type ReadInPieces = (sent: unknown) => Generator<undefined, unknown>;

const readers = new WeakMap<z.ZodType, ReadInPieces>();

/** The function that reads documents of a schema in steps; undefined for a schema of something else. */
export function piecesOfDocument(schema: z.ZodType): ReadInPieces | undefined {
  return readers.get(schema);
}

/**
 * A schema for a document as a caller sends it: refused when it cannot be stored safely, converted to the current
 * shape by `prepare`, then checked by `fields`, where null is read as absence wherever it can mean nothing else. Its
 * output keeps the order of the keys as sent. At most 100 issues are reported.
 */
export function sentDocument<S extends Fields>(
  fields: S,
  prepare: (sent: JsonRecord) => Prepared = (record) => ({ ok: true, record }),
): z.ZodType<z.output<S>> {
  // Checked by `fields`, piece by piece.
  return readBySteps((sent) => readDocument(sent, { fields, prepare })) as z.ZodType<z.output<S>>;
}

/** A schema for large values, which are read in steps: by `piecesOfDocument` before, or at once by the schema itself. */
export function readBySteps<T>(
  read: (sent: unknown) => Generator<undefined, Outcome<T>>,
): z.ZodType<T> {
  const known = new WeakMap<object, Outcome<T>>();
  function* readAndKeep(sent: unknown): Generator<undefined, Outcome<T>> {
    const outcome = yield* read(sent);
    if (isObject(sent)) known.set(sent, outcome);
    return outcome;
  }
  /** Used once: a caller that sends the same object again may have changed it. */
  const takeKnown = (sent: unknown): Outcome<T> | undefined => {
    if (!isObject(sent)) return undefined;
    const found = known.get(sent);
    known.delete(sent);
    return found;
  };
  const schema = z.unknown().transform((sent, context): T => {
    const outcome = takeKnown(sent) ?? atOnce(read(sent));
    if (outcome.ok) return outcome.record;
    addIssues(context, outcome.issues);
    return z.NEVER;
  });
  readers.set(schema, readAndKeep);
  return schema;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

type Fields = z.ZodObject | z.ZodRecord;

/** How a document is read: the conversion before the check, and the schema of the check. */
interface Reading {
  readonly fields: Fields;
  readonly prepare: (sent: JsonRecord) => Prepared;
}

/** Reads a document in steps; see `sentDocument`. */
export function* readDocument(
  sent: unknown,
  { fields, prepare }: Reading,
): Generator<undefined, Prepared> {
  const { fault, values } = inspectJson(sent);
  if (fault) return { ok: false, issues: [fault] };
  if (!isJsonRecord(sent))
    return { ok: false, issues: [{ path: [], message: 'Must be an object' }] };
  yield;
  const prepared = prepare(sent);
  if (!prepared.ok) return prepared;
  // Blocks are counted only where one of them may hold too much.
  const mayBeTooMuch = values > MAX_VALUES_IN_BLOCK;
  return yield* checkPieces(fields, { record: prepared.record, mayBeTooMuch });
}

interface Unchecked {
  readonly record: JsonRecord;
  /** Whether a block may hold more values than are checked. */
  readonly mayBeTooMuch: boolean;
}

function* checkPieces(
  fields: Fields,
  { record, mayBeTooMuch }: Unchecked,
): Generator<undefined, Prepared> {
  const pieces: { piece: Piece; checked: JsonRecord }[] = [];
  const issues: Issue[] = [];
  for (const piece of piecesOf(record, membersOf(fields))) {
    yield;
    // A block that is too large to be checked is not checked.
    const tooMuch = mayBeTooMuch ? blocksWithTooMuch(piece.record) : [];
    const checked =
      tooMuch.length > 0 ? refusedPiece(piece, tooMuch) : yield* checkPiece(fields, piece);
    if (checked.ok) pieces.push({ piece, checked: checked.record });
    else issues.push(...checked.issues);
    if (issues.length > MAX_ISSUES) break;
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, record: joined(pieces) };
}

function membersOf(fields: Fields): Readonly<Record<string, z.ZodType>> {
  return fields instanceof z.ZodObject ? fields.shape : {};
}

function* checkPiece(fields: Fields, piece: Piece): Generator<undefined, Prepared> {
  const { record, source } = piece;
  const schema = (source && memberSchemasOf(fields).get(source.list)) ?? fields;
  const checked = yield* checkWithoutNulls(schema, record);
  return checked.success
    ? { ok: true, record: inOrderOf(record, checked.data) }
    : refusedPiece(piece, checked.faults);
}

function refusedPiece(piece: Piece, faults: readonly Fault[]): Prepared {
  const issues = faults
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => ({ path: wholePath(piece, path), message }));
  return { ok: false, issues };
}

/** The schemas of the members of a document, each alone; made once. */
const memberSchemasOf = oncePer(
  (fields: Fields) =>
    new Map(
      Object.entries(membersOf(fields)).map(([name, member]) => [
        name,
        z.object({ [name]: member }),
      ]),
    ),
);

/** The maximum number of values in a block: real ones hold some hundred, and each takes half a microsecond to check. */
const MAX_VALUES_IN_BLOCK = 100_000;

function blocksWithTooMuch({ groups }: JsonRecord): Issue[] {
  const isTooMuch = (block: unknown): boolean => valuesLeft(block, MAX_VALUES_IN_BLOCK) < 0;
  return [groups]
    .flat()
    .flatMap((group, at) =>
      blocksOf(group).flatMap((block, index) =>
        isTooMuch(block) ? [{ path: ['groups', at, 'blocks', index], message: TOO_MUCH }] : [],
      ),
    );
}

const TOO_MUCH = `Holds more than ${MAX_VALUES_IN_BLOCK} values`;

/** The number of values left after those of a value are counted. */
function valuesLeft(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return max - 1;
  let left = max - 1;
  for (const member of Object.values(value)) {
    if (left < 0) return left;
    left = valuesLeft(member, left);
  }
  return left;
}

/** Few documents hold such nulls, so only a refused document is searched for them. */
function* checkWithoutNulls(
  fields: Fields,
  record: JsonRecord,
): Generator<undefined, Checked<JsonRecord>> {
  const checked = checkFew<JsonRecord>(fields, record);
  if (checked.success || isTooMany(checked)) return checked;
  yield;
  const bare = eachBlock(withoutNulls(record, shapeOf(fields)()), (block) =>
    withoutNulls(block, shapeOf(kindOf(String(block['type'])).schema)()),
  );
  yield;
  return checkFew<JsonRecord>(fields, bare);
}

/** The issues of a changed part of a document, at most 100. A part that is too large is not checked. */
export function partFaults(schema: z.ZodType<JsonRecord>, part: JsonRecord): Issue[] {
  if (valuesLeft(part, MAX_VALUES_IN_BLOCK) < 0) return [{ path: [], message: TOO_MUCH }];
  const checked = checkFew(schema, part);
  return checked.success ? [] : issuesIn({ issues: checked.faults.slice(0, MAX_ISSUES) });
}

/**
 * A checked document with its keys in the order they were sent, because checking puts the known keys first. Members
 * that were not sent come last.
 */
function inOrderOf<T>(sent: unknown, checked: T): T {
  // The same members in another order are still a T, which the compiler cannot infer.
  return reordered(sent, checked) as T;
}

function reordered(sent: unknown, checked: unknown): unknown {
  if (sent === checked) return checked;
  if (Array.isArray(sent) && Array.isArray(checked))
    return checked.map((member, index) => reordered(sent[index], member));
  if (!isJsonRecord(sent) || !isJsonRecord(checked)) return checked;
  const kept = Object.keys(sent).filter((key) => Object.hasOwn(checked, key));
  const keys = new Set([...kept, ...Object.keys(checked)]);
  return Object.fromEntries([...keys].map((key) => [key, reordered(sent[key], checked[key])]));
}
