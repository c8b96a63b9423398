import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';

/**
 * States how many entries a list holds as a rule; stands beside the list's field. A query is charged for so many before
 * it runs, and for those beyond while it runs (`limits.ts`). Lists that take `first`, `last` or `limit` are charged for
 * what was asked.
 */
export function Holds(entries: number) {
  return Extensions({ holds: entries });
}

/** States that a list is a page, whose entries are charged for by the field that gives the page. */
export const HoldsOnePage = Extensions({ holds: 'page' });

/**
 * States that a field costs more than the reading of one: a statement for each parent, a whole document, or a comparison
 * of two.
 */
export function Costs(fields: number) {
  return Extensions({ costs: fields });
}

/** What a statement of its own is charged as, in fields. */
export const STATEMENT = 50;

/** What a whole flow is charged as, in fields. */
export const DOCUMENT = 100;

/** What of a field's cost is stated beside it. */
export interface StatedCost {
  /** Entries of the list it gives; `page` where they are charged for elsewhere, undefined where nothing is stated. */
  readonly holds: number | 'page' | undefined;
  /** Its own cost, in fields. */
  readonly costs: number;
}

/** Reads what is stated beside a field. */
export function statedCostOf({ extensions }: GraphQLField<unknown, unknown>): StatedCost {
  const { holds, costs } = extensions;
  return {
    holds: typeof holds === 'number' || holds === 'page' ? holds : undefined,
    costs: typeof costs === 'number' ? costs : 1,
  };
}
