import type { BlockKind } from './block.js';
import { oncePer } from './oncePer.js';
import type { Named } from './optionMeaning.js';
import { shapeOf, type Shape } from './schemaShape.js';

/** The sorts of parts that blocks of a kind may name: most need not be searched for credentials, which takes long in texts. */
export const namedBy = oncePer(({ schema }: BlockKind): ReadonlySet<Named> => {
  const sorts = new Set<Named>();
  collect(shapeOf(schema)(), sorts, new Set());
  return sorts;
});

/** A shape may contain itself, so each is looked at once. */
function collect(shape: Shape, sorts: Set<Named>, seen: Set<Shape>): void {
  if (seen.has(shape)) return;
  seen.add(shape);
  const { meaning, members, element } = shape;
  if (meaning.names) sorts.add(meaning.names);
  for (const member of members.values()) collect(member.shape(), sorts, seen);
  if (element) collect(element(), sorts, seen);
}
