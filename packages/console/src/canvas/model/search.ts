import type { Flow, FlowPart } from '@parley/client';
import { itemTextOf, isObject, textOf, variableOf } from './textOf.js';

/** A part of the flow that a search found. */
export interface Hit {
  readonly groupId: string;
  readonly blockId?: string;
}

/**
 * The groups and blocks that a search finds: by the title of the group, by all that a block says, the variable it sets, the kind of
 * block or an id. Those whose title or own text it is come before the others; otherwise in the order of the flow.
 */
export function search(flow: Flow, words: string): readonly Hit[] {
  const sought = words.trim().toLowerCase();
  if (sought === '') return [];
  const names = new Map(flow.variables.map(({ id, name }) => [id, String(name)]));
  const has = (text: unknown): boolean =>
    typeof text === 'string' && text.toLowerCase().includes(sought);
  const first: Hit[] = [];
  const others: Hit[] = [];
  for (const group of flow.groups) {
    if (has(group['title'])) first.push({ groupId: group.id });
    else if (has(group.id)) others.push({ groupId: group.id });
    for (const block of group.blocks) {
      const hit = { groupId: group.id, blockId: block.id };
      if (saysOf(block, names).some(has)) first.push(hit);
      else if ([block.id, block['type'], names.get(variableOf(block) ?? '')].some(has))
        others.push(hit);
    }
  }
  return [...first, ...others];
}

/** All that a block says: its text and its items. */
function saysOf(block: FlowPart, names: ReadonlyMap<string, string>): readonly string[] {
  const items = Array.isArray(block['items']) ? block['items'].filter(isObject) : [];
  return [textOf(block), ...items.map((item) => itemTextOf(item, (id) => names.get(id) ?? ''))];
}
