import type { AnyBlock } from '../blocks/kind/block.js';
import { isKnownType, kindOf } from '../blocks/index.js';
import { isJsonRecord } from '../documents/jsonRecord.js';
import { shapeOf, type Shape } from '../documents/schemaShape.js';
import { settingsSchema } from '../documents/settings.js';
import { themeSchema } from '../documents/theme.js';
import type { FlowDefinition } from './flow.js';

/** A member that no schema states: of a newer editor or another product, or misspelt. */
export interface Unstated {
  readonly name: string;
  /** The name of what it is in, such as `labels`. */
  readonly within: string;
  /** The members that its schema states and that are not there. */
  readonly missing: readonly string[];
}

/**
 * The unstated members in the options of a block of a known kind. Also yields undefined for each visited object, for
 * callers that work in steps.
 */
export function* unstatedInOptions(block: AnyBlock): Generator<Unstated | undefined> {
  if (!isKnownType(block.type)) return;
  const options = shapeOf(kindOf(block.type).schema)().members.get('options');
  if (options && 'options' in block) yield* unstatedIn(block.options, options.shape(), 'options');
}

/** The same of the theme and the settings of a flow. */
export function* unstatedInLooks({
  theme,
  settings,
}: Pick<FlowDefinition, 'theme' | 'settings'>): Generator<Unstated | undefined> {
  yield* unstatedIn(theme, shapeOf(themeSchema)(), 'theme');
  yield* unstatedIn(settings, shapeOf(settingsSchema)(), 'settings');
}

function* unstatedIn(
  value: unknown,
  { members, element }: Shape,
  within: string,
): Generator<Unstated | undefined> {
  if (Array.isArray(value) && element)
    for (const one of value) yield* unstatedIn(one, element(), within);
  // An object whose schema states no members may have any.
  if (!isJsonRecord(value) || members.size === 0) return;
  yield undefined;
  const missing = [...members.keys()].filter((key) => !Object.hasOwn(value, key));
  for (const [name, part] of Object.entries(value)) {
    const member = members.get(name);
    if (member) yield* unstatedIn(part, member.shape(), name);
    else yield { name, within, missing };
  }
}
