import { kindOf } from './blocks/index.js';
import type { Group } from './group.js';
import { namedBy } from './namedBy.js';
import type { Named } from './optionMeaning.js';
import { referencesIn } from './references.js';

/** The ids of one sort that the blocks of a flow hold in their options, each once, in the order of the blocks. */
export function namedIds(
  flow: { readonly groups?: readonly Group[] | undefined },
  named: Named,
): string[] {
  const blocks = (flow.groups ?? []).flatMap((group) => group.blocks);
  const ids = blocks
    .filter(({ type }) => namedBy(kindOf(type)).has(named))
    .flatMap(referencesIn)
    .flatMap((reference) => ('id' in reference && reference.names === named ? [reference.id] : []));
  return [...new Set(ids)];
}
