import type { Here } from './block.js';
import type { COMPARISON_OPERATORS } from './comparisonOperator.js';
import { sizeOf } from './sizeOf.js';
import type { Value } from './value.js';

/** How two values can be compared. */
export type ComparisonOperator = (typeof COMPARISON_OPERATORS)[number];

/** Two values and how to compare them. */
export interface Comparison {
  readonly left: Value;
  readonly operator: ComparisonOperator;
  readonly right: Value;
}

/** Whether a comparison holds (engine §4.6). Regular expressions are user code and run outside, by `evaluate`. */
export function compare(
  { left, operator, right }: Comparison,
  evaluate: Here['evaluate'],
): boolean {
  return TESTS[operator](left, right, evaluate);
}

type Test = (left: Value, right: Value, evaluate: Here['evaluate']) => boolean;
type Text = string | null;

const TESTS: Readonly<Record<ComparisonOperator, Test>> = {
  'Equal to': everyPair(isEqual),
  'Not equal': everyPair((left, right) => !isEqual(left, right)),
  Contains: contains,
  'Does not contain': (left, right) => !contains(left, right),
  'Greater than': inOrder((left, right) => left > right),
  'Less than': inOrder((left, right) => left < right),
  'Greater or equal to': inOrder((left, right) => left >= right),
  'Less or equal to': inOrder((left, right) => left <= right),
  'Is set': isSet,
  'Is empty': (left) => !isSet(left),
  'Starts with': withSomething(everyPair(folded((left, right) => left.startsWith(right)))),
  'Ends with': withSomething(everyPair(folded((left, right) => left.endsWith(right)))),
  'Matches regex': (left, right, evaluate) => matches(left, right, evaluate).includes(true),
  'Does not match regex': (left, right, evaluate) => {
    const found = matches(left, right, evaluate);
    return found.length > 0 && found.every((isMatch) => isMatch === false);
  },
};

/** A text stands for itself, a list for each of its members; over no pair at all a test holds. */
function everyPair(test: (left: Text, right: Text) => boolean): Test {
  return (left, right) => membersOf(left).every((l) => membersOf(right).every((r) => test(l, r)));
}

function membersOf(value: Value): readonly Text[] {
  return typeof value === 'string' || value === null ? [value] : value;
}

/** Nothing equals only nothing; a gap in a list equals no text. */
function isEqual(left: Text, right: Text): boolean {
  return left?.normalize() === right?.normalize();
}

/** A list on the right side holds keywords, of which any one counts. */
function contains(left: Value, right: Value): boolean {
  return membersOf(right).some((sought) =>
    Array.isArray(left)
      ? left.some((member: Text) => isEqual(member, sought))
      : isPartOf(sought, left),
  );
}

function isPartOf(part: Text, whole: Value): boolean {
  if (part === null || part === '' || typeof whole !== 'string') return false;
  return fold(whole).includes(fold(part));
}

function folded(
  test: (left: string, right: string) => boolean,
): (left: Text, right: Text) => boolean {
  return (left, right) => left !== null && right !== null && test(fold(left), fold(right));
}

function fold(text: string): string {
  return text.trim().toLowerCase().normalize();
}

/** A test that is false where the right side is unset: every text begins and ends with nothing, which says nothing. */
function withSomething(test: Test): Test {
  return (left, right, evaluate) => isSet(right) && test(left, right, evaluate);
}

/** Nothing is neither greater nor less. */
function inOrder(test: (left: number, right: number) => boolean): Test {
  return (left, right) => {
    if (left === null || right === null) return false;
    return typeof left === 'string' && typeof right === 'string'
      ? test(sizeOf(left), sizeOf(right))
      : test(countOf(left), countOf(right));
  };
}

/** Beside a list, a list is its length and a text its number. */
function countOf(value: Exclude<Value, null>): number {
  return typeof value === 'string' ? Number(value) : value.length;
}

function isSet(value: Value): boolean {
  return value !== null && value.length > 0;
}

/** One result for each member of the left side; none when there is nothing to search, undefined for a broken pattern. */
function matches(left: Value, right: Value, evaluate: Here['evaluate']): (boolean | undefined)[] {
  const texts = membersOf(left).filter((member) => member !== null);
  return membersOf(right).flatMap((pattern) =>
    pattern ? texts.map((text) => isFound(text, pattern, evaluate)) : [],
  );
}

function isFound(text: string, pattern: string, evaluate: Here['evaluate']): boolean | undefined {
  const [, source = pattern, flags = ''] = /^\/(.*)\/([gimuy]*)$/s.exec(pattern) ?? [];
  const [expression, flagText, searched] = [source, flags, text].map((part) =>
    JSON.stringify(part),
  );
  const answer = evaluate(`return new RegExp(${expression}, ${flagText}).test(${searched})`);
  return answer.ok ? answer.value === true : undefined;
}
