import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';

/**
 * States how many entries the list of a field usually holds. A query is charged for as many before it runs, and for further
 * ones while it runs (`limits.ts`). Lists that take `first`, `last` or `limit` are charged for what was asked.
 */
export function Holds(entries: number) {
  return Extensions({ holds: entries });
}

/** States that a list is the entries of a page, for which the field that gives the page is charged. */
export const HoldsOnePage = Extensions({ holds: 'page' });

/** States that a field costs more than one: it runs a statement for each parent, reads a document, or compares two. */
export function Costs(fields: number) {
  return Extensions({ costs: fields });
}

/** The cost of a statement, in fields. */
export const STATEMENT = 50;

/** The cost of a whole flow, in fields. */
export const DOCUMENT = 100;

/** The cost that is stated for a field. */
export interface StatedCost {
  /** How many entries its list usually holds; `page` for `HoldsOnePage`, undefined where nothing is stated. */
  readonly holds: number | 'page' | undefined;
  /** Its own cost, in fields. */
  readonly costs: number;
}

/** Reads the cost that is stated for a field. */
export function statedCostOf({ extensions }: GraphQLField<unknown, unknown>): StatedCost {
  const { holds, costs } = extensions;
  return {
    holds: typeof holds === 'number' || holds === 'page' ? holds : undefined,
    costs: typeof costs === 'number' ? costs : 1,
  };
}
