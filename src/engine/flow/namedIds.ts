import type { Group } from '../documents/group.js';
import type { Named } from '../documents/optionMeaning.js';
import { idsIn } from './references.js';

/** The ids of one sort that the blocks of a flow hold in their options, each once, in the order of the blocks. */
export function namedIds(
  flow: { readonly groups?: readonly Group[] | undefined },
  named: Named,
): string[] {
  const blocks = (flow.groups ?? []).flatMap((group) => group.blocks);
  const ids = blocks.flatMap((block) => idsIn(block, named));
  return [...new Set(ids)];
}
