import type { BlockTypesQuery } from '@parley/client/dashboard';

/** A kind of block, as the server describes it, with its texts in the language that is shown. */
export type Kind = BlockTypesQuery['blockTypes'][number];

/** The kinds of blocks by their `type`. */
export type Kinds = ReadonlyMap<string, Kind>;

/** What people call blocks of a kind. */
export function labelOf(type: unknown, kinds: Kinds): string {
  return kinds.get(String(type))?.label ?? String(type);
}
