import type { GraphQLField, GraphQLNamedType } from 'graphql';
import { Extensions } from 'type-graphql';

/**
 * Declares how many entries the list of a field usually holds. A query is charged for that many before it runs, and for
 * further ones while it runs (`limits.ts`). Lists that take `first`, `last` or `limit` are charged for the number
 * requested.
 */
export function Holds(entries: number) {
  return Extensions({ holds: entries });
}

/** Declares that a list is the entries of a page; the field that returns the page is charged for it. */
export const HoldsOnePage = Extensions({ holds: 'page' });

/**
 * Declares that a list belongs to a document that is charged for and read as a whole: its entries are charged for while
 * the query runs, by what is asked of each, and are completed in steps (`graphql/entriesInSteps.ts`).
 */
export const HoldsParts = Extensions({ holds: 0, inSteps: true });

/** Whether a list was declared to hold the parts of a document. */
export function holdsParts({ extensions }: GraphQLField<unknown, unknown>): boolean {
  return extensions['inSteps'] === true;
}

/** Declares that the name of an object's type follows from its value alone, so that nothing waits for it. */
export function TypeFrom<T>(typeOf: (value: T) => string) {
  return Extensions({ typeOf });
}

/** How the type of an object of an interface follows from its value; undefined where that is not declared. */
export function declaredTypeOf({
  extensions,
}: GraphQLNamedType): ((value: unknown) => string) | undefined {
  // Set only by `TypeFrom`, and called with values of that interface.
  return extensions['typeOf'] as ((value: unknown) => string) | undefined;
}

/**
 * Declares that a field costs more than one: the database searches or counts for each parent, or a document is read, or two
 * are compared.
 */
export function Costs(fields: number) {
  return Extensions({ costs: fields });
}

/** The cost of a search or a count of the database, in fields: many parents share a statement, not the work in it. */
export const STATEMENT = 50;

/** The cost of a whole flow, in fields. */
export const DOCUMENT = 100;

/** The declared cost of a field. */
export interface StatedCost {
  /** The usual number of entries of its list; `page` for `HoldsOnePage`, undefined where nothing is declared. */
  readonly holds: number | 'page' | undefined;
  /** Its own cost, in fields. */
  readonly costs: number;
}

/** Reads the declared cost of a field. */
export function statedCostOf({ extensions }: GraphQLField<unknown, unknown>): StatedCost {
  const { holds, costs } = extensions;
  return {
    holds: typeof holds === 'number' || holds === 'page' ? holds : undefined,
    costs: typeof costs === 'number' ? costs : 1,
  };
}
