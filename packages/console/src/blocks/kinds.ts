import type { FlowPart } from '@parley/client';
import type { BlockTypesQuery } from '@parley/client/dashboard';

/** A kind of block, as the server describes it, with its texts in the language that is shown. */
export type Kind = BlockTypesQuery['blockTypes'][number];

/** The kinds of blocks by their `type`. */
export type Kinds = ReadonlyMap<string, Kind>;

/** The kind of block that says a text people write. */
export function kindOfText(kinds: Kinds): Kind | undefined {
  return [...kinds.values()].find(
    ({ category, canvasFields: [first] }) =>
      category === 'BUBBLE' && first?.control === 'RICH_TEXT',
  );
}

/** Whether a block says something. */
export function isBubble({ type }: FlowPart, kinds: Kinds): boolean {
  return kinds.get(String(type))?.category === 'BUBBLE';
}

/** What people call blocks of a kind. */
export function labelOf(type: unknown, kinds: Kinds): string {
  return kinds.get(String(type))?.label ?? String(type);
}
