import { z } from 'zod';
import {
  compare,
  itemConditions,
  loneName,
  recordsIn,
  type ComparisonOperator,
  type Flow,
  type Session,
} from '../engine/index.js';

type Frame = Session['stack'][number];
type Value = Frame['variables'][number]['value'];

/** A comparison of a condition: the block and item that it decides about, and which of the item's it is, from 0. */
export interface PlacedComparison {
  readonly blockId: string;
  readonly itemId: string;
  readonly index: number;
  readonly variableId: string;
  readonly operator: ComparisonOperator;
  readonly value: string;
}

/** The comparisons of a flow. */
export interface FlowComparisons {
  readonly all: readonly PlacedComparison[];
  ofVariable(variableId: string): readonly PlacedComparison[];
  /** How the comparisons come out with the variables of a bot, except those with patterns. */
  outcomes(frame: Frame): string;
}

/** Finds the comparisons of a flow, in time proportional to its size. */
export function comparisonsOf(flow: Flow): FlowComparisons {
  const all = flow.definition.groups.flatMap((group) =>
    group.blocks.flatMap((block) => comparisonsIn(block.id, block['items'])),
  );
  const byVariable = new Map<string, PlacedComparison[]>();
  for (const one of all) {
    const others = byVariable.get(one.variableId);
    if (others) others.push(one);
    else byVariable.set(one.variableId, [one]);
  }
  const bits = [...byVariable].map(([variableId, comparisons]) => bitsOf(variableId, comparisons));
  return {
    all,
    ofVariable: (variableId) => byVariable.get(variableId) ?? [],
    outcomes: (frame) => bits.map((bitsIn) => bitsIn(frame)).join(),
  };
}

/** How the comparisons of a variable come out, remembered by its value where nothing else decides about them. */
function bitsOf(
  variableId: string,
  comparisons: readonly PlacedComparison[],
): (frame: Frame) => string {
  const known = new Map<Value, string>();
  const isAlone = comparisons.every(({ value }) => !value.includes('{{'));
  return (frame) => {
    const value = valueIn(frame, ({ id }) => id === variableId);
    const made = known.get(value) ?? comparisons.map((one) => bitOf(one, value, frame)).join('');
    if (isAlone && known.size < MAX_KNOWN) known.set(value, made);
    return made;
  };
}

/** More values of a variable than an exploration remembers. */
const MAX_KNOWN = 1_000;

const comparisonSchema = z.looseObject({
  variableId: z.string(),
  comparisonOperator: z.custom<ComparisonOperator>((value) => typeof value === 'string'),
  value: z.string().default(''),
});

function comparisonsIn(blockId: string, items: unknown): PlacedComparison[] {
  return recordsIn(items).flatMap((item) => {
    const itemId = item['id'];
    if (typeof itemId !== 'string') return [];
    return itemConditions(item)
      .flatMap(({ comparisons }) => recordsIn(comparisons))
      .flatMap((one) => comparisonSchema.safeParse(one).data ?? [])
      .map(({ variableId, comparisonOperator: operator, value }, index) => ({
        blockId,
        itemId,
        index,
        variableId,
        operator,
        value,
      }));
  });
}

function bitOf({ operator, value }: PlacedComparison, left: Value, frame: Frame): string {
  if (isPattern(operator)) return '';
  try {
    return compare({ left, operator, right: rightSide(value, frame) }, AROUND) ? '1' : '0';
  } catch {
    // An operator that this server does not know.
    return '?';
  }
}

const AROUND = { evaluate: () => ({ ok: false, error: '' }) as const, charge: () => undefined };

/** Whether an operator searches for a regular expression, which is code. */
export function isPattern(operator: string): boolean {
  return operator.endsWith('regex');
}

/** The right side of a comparison: a text, or the value of the variable that it is. */
export function rightSide(value: string, frame: Frame): Value {
  const name = loneName(value);
  if (name === undefined) return value;
  return valueIn(frame, (variable) => variable.name === name);
}

function valueIn(
  { variables }: Frame,
  isIt: (variable: Frame['variables'][number]) => boolean,
): Value {
  return variables.find(isIt)?.value ?? null;
}
