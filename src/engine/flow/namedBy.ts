import type { BlockKind } from '../blocks/kind/block.js';
import { oncePer } from '../documents/oncePer.js';
import type { Named } from '../documents/optionMeaning.js';
import { shapeOf, type Shape } from '../documents/schemaShape.js';

/**
 * The shape of a block kind, reduced to options that name parts of one sort or contain such options. Most kinds have
 * none, and what is not in the shape need not be searched, which matters for long texts and lists.
 */
export function shapeNaming({ schema }: BlockKind, named: Named): Shape {
  return narrowerTo(named)(shapeOf(schema)());
}

const narrowers = new Map<Named, (shape: Shape) => Shape>();

function narrowerTo(named: Named): (shape: Shape) => Shape {
  const narrow =
    narrowers.get(named) ??
    oncePer(({ meaning, members, element }: Shape): Shape => {
      const isKept = (shape: Shape): boolean => sortsIn(shape).has(named);
      const kept = [...members].filter(([, { shape }]) => isKept(shape()));
      return {
        meaning,
        members: new Map(
          kept.map(([key, member]) => [key, { ...member, shape: () => narrow(member.shape()) }]),
        ),
        element: element && isKept(element()) ? () => narrow(element()) : undefined,
      };
    });
  narrowers.set(named, narrow);
  return narrow;
}

const sortsIn = oncePer((shape: Shape): ReadonlySet<Named> => {
  const sorts = new Set<Named>();
  collect(shape, sorts, new Set());
  return sorts;
});

/** A shape may contain itself, so each one is visited once. */
function collect(shape: Shape, sorts: Set<Named>, seen: Set<Shape>): void {
  if (seen.has(shape)) return;
  seen.add(shape);
  const { meaning, members, element } = shape;
  if (meaning.names) sorts.add(meaning.names);
  for (const member of members.values()) collect(member.shape(), sorts, seen);
  if (element) collect(element(), sorts, seen);
}
