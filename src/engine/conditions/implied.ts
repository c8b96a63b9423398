import { compare } from './comparison.js';
import type { ComparisonOperator } from './comparison.js';
import type { Condition } from './condition.js';
import { namesIn } from '../text/names.js';

/** A comparison that has all it needs. */
export interface Term {
  readonly variableId: string;
  readonly operator: ComparisonOperator;
  readonly value: string;
}

/** What may hold: one of several lists of terms, of each all terms at once. */
export type Ways = readonly (readonly Term[])[];

/** The ways in which a condition may hold; none where it lacks something in each. */
export function waysOf({ comparisons = [], logicalOperator }: Condition): Ways {
  const terms = comparisons.map(({ variableId, comparisonOperator: operator, value = '' }) =>
    variableId !== undefined && operator !== undefined
      ? { variableId, operator, value }
      : undefined,
  );
  const whole = terms.filter((term) => term !== undefined);
  if (logicalOperator === 'OR') return whole.map((term) => [term]);
  return whole.length === terms.length && whole.length > 0 ? [whole] : [];
}

/** Whether terms cannot hold at once, as far as the texts they compare with tell. */
export function isContradiction(terms: readonly Term[]): boolean {
  return terms.some((one, index) => terms.slice(index + 1).some((other) => excludes(one, other)));
}

/** Whether one of the ways holds whatever the variables are. */
export function isTautology(ways: Ways): boolean {
  const alone = ways.flatMap((terms) => (terms.length === 1 ? terms : []));
  return alone.some((one, index) => alone.slice(index + 1).some((other) => isOpposite(one, other)));
}

/** Whether, when one of the first ways holds, one of the others does. */
export function isImplied(ways: Ways, others: Ways): boolean {
  return (
    ways.length > 0 &&
    ways.every((terms) =>
      others.some((wanted) => wanted.every((want) => terms.some((term) => implies(term, want)))),
    )
  );
}

/** Pairs of operators of which one holds exactly when the other does not. */
const OPPOSITES: Partial<Record<ComparisonOperator, ComparisonOperator>> = {
  'Is set': 'Is empty',
  'Is empty': 'Is set',
  'Equal to': 'Not equal',
  'Not equal': 'Equal to',
  Contains: 'Does not contain',
  'Does not contain': 'Contains',
};

function isOpposite(one: Term, other: Term): boolean {
  if (one.variableId !== other.variableId || OPPOSITES[one.operator] !== other.operator)
    return false;
  return one.operator === 'Is set' || one.operator === 'Is empty' || one.value === other.value;
}

function excludes(one: Term, other: Term): boolean {
  if (one.variableId !== other.variableId) return false;
  if (isOpposite(one, other)) return true;
  const found = outcomeOn(one, other) ?? outcomeOn(other, one);
  return found === undefined ? isEmptyRange(boundOf(one), boundOf(other)) : !found;
}

/** Whether no size is within two limits. */
function isEmptyRange(one: Bound | undefined, other: Bound | undefined): boolean {
  if (!one || !other || one.isLower === other.isLower) return false;
  const [least, most] = one.isLower ? [one, other] : [other, one];
  return least.at > most.at || (least.at === most.at && !(least.isIncluded && most.isIncluded));
}

function implies(term: Term, wanted: Term): boolean {
  if (term.variableId !== wanted.variableId) return false;
  const isSame = term.operator === wanted.operator && term.value === wanted.value;
  return isSame || isWithin(boundOf(term), boundOf(wanted)) || outcomeOn(term, wanted) === true;
}

/** Whether every size within a limit is within the other one, too. */
function isWithin(one: Bound | undefined, other: Bound | undefined): boolean {
  if (!one || !other || one.isLower !== other.isLower) return false;
  const beyond = one.isLower ? one.at - other.at : other.at - one.at;
  return beyond > 0 || (beyond === 0 && (other.isIncluded || !one.isIncluded));
}

/** How a term comes out where another one fixes the value; undefined where it fixes none, or only a chat tells. */
function outcomeOn({ operator, value }: Term, wanted: Term): boolean | undefined {
  if (operator !== 'Equal to' || !isPlain(value)) return undefined;
  if (!isPlain(wanted.value) && !wanted.operator.startsWith('Is ')) return undefined;
  if (wanted.operator.includes('regex')) return undefined;
  const comparison = { left: value, operator: wanted.operator, right: wanted.value };
  return compare(comparison, NOTHING_AROUND);
}

/** A comparison without a regular expression needs nothing of a chat. */
export const NOTHING_AROUND: Parameters<typeof compare>[1] = {
  charge: () => undefined,
  evaluate: () => ({ ok: false, error: '' }),
};

/** Whether a text is compared as it is written. `null` and `undefined` stand for no value. */
export function isPlain(value: string): boolean {
  return value !== '' && !/^(?:null|undefined)$/.test(value) && namesIn(value).next().done === true;
}

/** A limit that a comparison in size sets. */
interface Bound {
  readonly at: number;
  readonly isLower: boolean;
  readonly isIncluded: boolean;
}

const BOUNDS: Partial<Record<ComparisonOperator, Omit<Bound, 'at'>>> = {
  'Greater than': { isLower: true, isIncluded: false },
  'Greater or equal to': { isLower: true, isIncluded: true },
  'Less than': { isLower: false, isIncluded: false },
  'Less or equal to': { isLower: false, isIncluded: true },
};

function boundOf({ operator, value }: Term): Bound | undefined {
  const bound = BOUNDS[operator];
  if (!bound || !/^-?\d+(?:\.\d+)?$/.test(value.trim())) return undefined;
  return { ...bound, at: Number(value) };
}
