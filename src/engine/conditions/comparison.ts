import type { BlockContext } from '../blocks/kind/block.js';
import { stepsIn } from '../interpreter/budget.js';
import { normalText, stepsToNormalize } from '../text/normalText.js';
import type { Value } from '../values/value.js';
import type { COMPARISON_OPERATORS } from './comparisonOperator.js';

/** How two values can be compared. */
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];

/** Two values and how to compare them. */
export interface Comparison {
  readonly left: Value;
  readonly operator: ComparisonOperator;
  readonly right: Value;
}

/** The part of `BlockContext` that a comparison uses. */
type Around = Pick<BlockContext, 'evaluate' | 'charge'>;

/**
 * Whether a comparison holds (docs/engine-rules.md, "Conditions"). With lists it must hold for every pair of members of
 * the two sides, so it holds when one side is empty; only keywords and patterns are alternatives. No test iterates over
 * the pairs, because two long lists would block the server. Regular expressions are user code and run in the sandbox,
 * by `evaluate`.
 */
export function compare({ left, operator, right }: Comparison, around: Around): boolean {
  [left, right].forEach((value) => around.charge(stepsIn(value) + stepsToNormalize(value)));
  return TESTS[operator](left, right, around);
}

type Test = (left: Value, right: Value, around: Around) => boolean;
type Text = string | null;

const TESTS: Readonly<Record<ComparisonOperator, Test>> = {
  'Equal to': overPairs((left, right) => new Set([...left, ...right].map(normal)).size === 1),
  'Not equal': overPairs((left, right) => !meet(left, right)),
  Contains: contains,
  'Does not contain': (left, right, around) => !contains(left, right, around),
  'Greater than': inOrder((left, right) => left > right),
  'Less than': inOrder((left, right) => left < right),
  'Greater or equal to': inOrder((left, right) => left >= right),
  'Less or equal to': inOrder((left, right) => left <= right),
  'Is set': isSet,
  'Is empty': (left) => !isSet(left),
  'Starts with': withSomething(overPairs(folded((text, part) => text.startsWith(part)))),
  'Ends with': withSomething(overPairs(folded((text, part) => text.endsWith(part)))),
  'Matches regex': (left, right, around) => search(left, right, around) === 'found',
  'Does not match regex': (left, right, around) => search(left, right, around) === 'not found',
};

/** A test of all members of both sides, which holds when either side is empty. */
function overPairs(test: (left: readonly Text[], right: readonly Text[]) => boolean): Test {
  return (left, right) => {
    const [ours, theirs] = [membersOf(left), membersOf(right)];
    return ours.length === 0 || theirs.length === 0 || test(ours, theirs);
  };
}

function membersOf(value: Value): readonly Text[] {
  return typeof value === 'string' || value === null ? [value] : value;
}

/** Null equals only null; a gap in a list equals no text. */
function normal(text: Text): Text {
  return text === null ? null : normalText(text);
}

function meet(left: readonly Text[], right: readonly Text[]): boolean {
  const known = new Set(left.map(normal));
  return right.some((text) => known.has(normal(text)));
}

/** A list on the right side holds keywords: one match is enough. */
function contains(left: Value, right: Value, around: Around): boolean {
  return membersOf(right).some(containedIn(left, around));
}

/** Tests whether a text is a member of a list, or a part of a text; each test of a text searches all of it. */
function containedIn(whole: Value, { charge }: Around): (part: Text) => boolean {
  if (typeof whole !== 'string') {
    const known = new Set(membersOf(whole).map(normal));
    return (part) => whole !== null && known.has(normal(part));
  }
  const searched = fold(whole);
  return (part) => {
    charge(stepsIn(searched));
    return part !== null && part !== '' && searched.includes(fold(part));
  };
}

/**
 * Whether every text of the left side begins (or ends) with every text of the right side. It is enough that each begins
 * with the longest of these, and the longest with the others.
 */
function folded(
  test: (text: string, part: string) => boolean,
): (left: readonly Text[], right: readonly Text[]) => boolean {
  return (left, right) => {
    if (left.includes(null) || right.includes(null)) return false;
    const [texts, parts] = [textsIn(left).map(fold), textsIn(right).map(fold)];
    const longest = parts.reduce((most, part) => (part.length > most.length ? part : most), '');
    return parts.every((part) => test(longest, part)) && texts.every((text) => test(text, longest));
  };
}

function textsIn(members: readonly Text[]): string[] {
  return members.filter((member) => member !== null);
}

function fold(text: string): string {
  return normalText(text.trim().toLowerCase());
}

/** A test that fails where the right side is not set, although every text begins and ends with the empty text. */
function withSomething(test: Test): Test {
  return (left, right, around) => isSet(right) && test(left, right, around);
}

/** Null is neither greater nor less. */
function inOrder(test: (left: number, right: number) => boolean): Test {
  return (left, right) => {
    if (left === null || right === null) return false;
    return typeof left === 'string' && typeof right === 'string'
      ? test(sizeOf(left), sizeOf(right))
      : test(countOf(left), countOf(right));
  };
}

/** Compared with a list, a list counts as its length and a text as its number. */
function countOf(value: Exclude<Value, null>): number {
  return typeof value === 'string' ? Number(value) : value.length;
}

function isSet(value: Value): boolean {
  return value !== null && value.length > 0;
}

/**
 * Searches every text of the left side for every pattern of the right side, in one piece of code: 'found', 'not found',
 * or 'broken' when none is found and a pattern is not a regular expression. Undefined without a text or a pattern.
 */
function search(left: Value, right: Value, { evaluate, charge }: Around): unknown {
  const texts = textsIn(membersOf(left));
  const sources = textsIn(membersOf(right)).filter((pattern) => pattern !== '');
  if (texts.length === 0 || sources.length === 0) return undefined;
  charge(stepsIn(left) + stepsIn(right));
  const patterns = sources.map(patternOf);
  const answer = evaluate(searching(JSON.stringify(patterns), JSON.stringify(texts)));
  return answer.ok ? answer.value : undefined;
}

/** The source and the flags of a pattern, which may be written with slashes. */
export function patternOf(written: string): readonly [source: string, flags: string] {
  const [, source = written, flags = ''] = /^\/(.*)\/([gimuy]*)$/s.exec(written) ?? [];
  return [source, flags];
}

function searching(patterns: string, texts: string): string {
  return [
    `const texts = ${texts};`,
    "let outcome = 'not found';",
    `for (const [source, flags] of ${patterns}) {`,
    '  let pattern;',
    "  try { pattern = new RegExp(source, flags); } catch { outcome = 'broken'; continue; }",
    '  for (const text of texts) {',
    '    pattern.lastIndex = 0;',
    "    if (pattern.test(text)) return 'found';",
    '  }',
    '}',
    'return outcome;',
  ].join('\n');
}

/**
 * A text as a number to compare by: the number it holds, else its date in milliseconds, else its length. Dates written
 * with slashes are read day first, as the date input writes them, unless only month first is possible.
 */
function sizeOf(text: string): number {
  const number = text.startsWith('+') ? NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  const moment = momentOf(text);
  return Number.isNaN(moment) ? text.length : moment;
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d{2}))?$/;
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/**
 * NaN when the text is not a date. A JavaScript engine reads a date into almost any word with a digit, so a year is
 * required.
 */
function momentOf(text: string): number {
  const slashed = SLASHED.exec(text);
  if (slashed) return slashedMoment(slashed);
  if (WITHOUT_ZONE.test(text)) return Date.parse(`${text.replace(' ', 'T')}Z`);
  return /\d{4}/.test(text) ? Date.parse(text) : NaN;
}

function slashedMoment(parts: RegExpExecArray): number {
  const [first, second, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [day, month] = second > 12 ? [second, first] : [first, second];
  return Date.UTC(year, month - 1, day, Number(parts[4] ?? 0), Number(parts[5] ?? 0));
}
