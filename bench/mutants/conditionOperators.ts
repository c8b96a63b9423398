import { blocksOf, exchange, partsIn, type FlowJson, type Part } from './flowParts.js';
import type { Operator } from './operators.js';

/** Mistakes in conditions. */
export const conditionOperators = {
  'negate a comparison': (flow) => compared(flow, NEGATED),
  'shift a limit': (flow) => compared(flow, SHIFTED),
  'compare otherwise': (flow) => compared(flow, OTHERWISE),
  'exchange and and or': (flow) =>
    conditionsOf(flow)
      .filter(({ condition }) => partsIn(condition['comparisons']).length > 1)
      .map(({ at, condition }) => ({
        at,
        change: () =>
          void (condition['logicalOperator'] =
            condition['logicalOperator'] === 'OR' ? 'AND' : 'OR'),
      })),
  'compare with another value': (flow) =>
    comparisonsOf(flow)
      .filter(({ comparison: { value } }) => typeof value === 'string' && value !== '')
      .map(({ at, comparison }) => ({
        at,
        change() {
          const value = String(comparison['value']);
          comparison['value'] = /^-?\d+$/.test(value) ? String(Number(value) + 1) : `${value}x`;
        },
      })),
  'compare with nothing': (flow) =>
    comparisonsOf(flow)
      .filter(({ comparison: { value } }) => typeof value === 'string' && value !== '')
      .map(({ at, comparison }) => ({ at, change: () => void delete comparison['value'] })),
  'compare another variable': (flow) =>
    comparisonsOf(flow).flatMap(({ at, comparison }) =>
      flow.variables
        .filter(({ id }) => id !== comparison['variableId'])
        .map(({ id, name }) => ({
          at: `${at}: ${String(name)}`,
          change: () => void (comparison['variableId'] = id),
        })),
    ),
  'compare no variable': (flow) =>
    comparisonsOf(flow).map(({ at, comparison }) => ({
      at,
      change: () => void delete comparison['variableId'],
    })),
  'remove a comparison': (flow) =>
    comparisonsOf(flow).map(({ at, list, index }) => ({
      at,
      change: () => void list.splice(index, 1),
    })),
  'break a regular expression': (flow) =>
    comparisonsOf(flow)
      .filter(({ comparison }) => /regex/.test(String(comparison['comparisonOperator'])))
      .map(({ at, comparison }) => ({
        at,
        change: () => void (comparison['value'] = `${String(comparison['value'])}(`),
      })),
  'exchange two conditions': (flow) =>
    blocksOf(flow)
      .filter(({ block }) => block['type'] === 'Condition')
      .flatMap(({ block }) => {
        const { items } = block;
        if (!Array.isArray(items)) return [];
        return items
          .slice(1)
          .map((_, index) => ({
            at: `${String(block['id'])} ${index}`,
            change: () => exchange(items, index, index + 1),
          }));
      }),
  'remove a condition': (flow) =>
    blocksOf(flow)
      .filter(({ block }) => block['type'] === 'Condition')
      .flatMap(({ block }) => {
        const { items } = block;
        if (!Array.isArray(items)) return [];
        return items.map((_, index) => ({
          at: `${String(block['id'])} ${index}`,
          change: () => void items.splice(index, 1),
        }));
      }),
} satisfies Record<string, Operator>;

const NEGATED: Readonly<Record<string, string>> = {
  'Equal to': 'Not equal',
  'Not equal': 'Equal to',
  Contains: 'Does not contain',
  'Does not contain': 'Contains',
  'Greater than': 'Less or equal to',
  'Greater or equal to': 'Less than',
  'Less than': 'Greater or equal to',
  'Less or equal to': 'Greater than',
  'Is set': 'Is empty',
  'Is empty': 'Is set',
  'Matches regex': 'Does not match regex',
  'Does not match regex': 'Matches regex',
};

const SHIFTED: Readonly<Record<string, string>> = {
  'Greater than': 'Greater or equal to',
  'Greater or equal to': 'Greater than',
  'Less than': 'Less or equal to',
  'Less or equal to': 'Less than',
};

const OTHERWISE: Readonly<Record<string, string>> = {
  'Equal to': 'Contains',
  Contains: 'Starts with',
  'Starts with': 'Ends with',
  'Ends with': 'Equal to',
  'Greater than': 'Less than',
  'Less than': 'Greater than',
};

function compared(flow: FlowJson, others: Readonly<Record<string, string>>) {
  return comparisonsOf(flow).flatMap(({ at, comparison }) => {
    const other = others[String(comparison['comparisonOperator'])];
    if (other === undefined) return [];
    return [
      { at: `${at}: ${other}`, change: () => void (comparison['comparisonOperator'] = other) },
    ];
  });
}

interface PlacedCondition {
  readonly at: string;
  readonly condition: Part;
}

/** The conditions of items: those by which a block is left, and those under which a choice is offered. */
function conditionsOf(flow: FlowJson): PlacedCondition[] {
  return blocksOf(flow).flatMap(({ block }) =>
    partsIn(block['items']).flatMap(({ id, content, displayCondition }) => {
      const shown = partsIn([displayCondition]).map((one) => one['condition']);
      return partsIn([content, ...shown]).map((condition) => ({
        at: `${String(block['id'])} ${String(id)}`,
        condition,
      }));
    }),
  );
}

interface PlacedComparison {
  readonly at: string;
  readonly list: unknown[];
  readonly index: number;
  readonly comparison: Part;
}

function comparisonsOf(flow: FlowJson): PlacedComparison[] {
  return conditionsOf(flow).flatMap(({ at, condition: { comparisons: list } }) =>
    Array.isArray(list)
      ? partsIn(list).map((comparison, index) => ({
          at: `${at} ${index}`,
          list,
          index,
          comparison,
        }))
      : [],
  );
}
