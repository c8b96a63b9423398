import type { GraphQLField, GraphQLNamedType } from 'graphql';
import { Extensions } from 'type-graphql';

/**
 * Declares how many entries the list of a field usually has. A query is charged for that many before it runs, and for further ones while it
 * runs (`limits.ts`). Lists with `first`, `last` or `limit` are charged for the requested number.
 */
export function Holds(entries: number) {
  return Extensions({ holds: entries });
}

/** Declares that a text may be long: a query is charged for its length while it runs. */
export const LongText = Extensions({ isLong: true });

/** Whether a text is declared to be long. */
export function isLongText({ extensions }: GraphQLField<unknown, unknown>): boolean {
  return extensions['isLong'] === true;
}

/** Declares that a list has the entries of a page; the field that returns the page is charged for it. */
export const HoldsOnePage = Extensions({ holds: 'page' });

/**
 * Declares that a list belongs to a document that is loaded and charged as a whole. Its entries are charged while the query runs, by the
 * fields selected from each, and are completed in steps (`graphql/entriesInSteps.ts`).
 */
export const HoldsParts = Extensions({ holds: 0, inSteps: true });

/** Whether a list is declared to hold parts of a document. */
export function holdsParts({ extensions }: GraphQLField<unknown, unknown>): boolean {
  return extensions['inSteps'] === true;
}

/** Declares how to find the type of an object synchronously, by its value alone. */
export function TypeFrom<T>(typeOf: (value: T) => string) {
  return Extensions({ typeOf });
}

/** The declared function that finds the type of an interface's object; undefined if none is declared. */
export function declaredTypeOf({
  extensions,
}: GraphQLNamedType): ((value: unknown) => string) | undefined {
  // Only `TypeFrom` sets it, and it is called only with values of that interface.
  return extensions['typeOf'] as ((value: unknown) => string) | undefined;
}

/**
 * Declares that a field costs more than 1, because it takes a search or a count in the database for each parent, or loads or compares
 * documents.
 */
export function Costs(fields: number) {
  return Extensions({ costs: fields });
}

/** The cost of a search or a count in the database, in fields. Parents share the statement, but not its work. */
export const STATEMENT = 50;

/** The cost of loading a flow, in fields. */
export const DOCUMENT = 100;

/** The declared cost of a field. */
export interface StatedCost {
  /** The usual number of entries of its list; `page` for `HoldsOnePage`, undefined if nothing is declared. */
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
