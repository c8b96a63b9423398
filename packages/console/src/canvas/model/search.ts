import type { Flow, FlowPart } from '@parley/client';
import { type Kinds, labelOf } from '../../blocks/kinds.js';
import { notesOf, saidBy } from './notes.js';
import { itemTextOf, rowsOf, textOf, variableOf } from './textOf.js';

/** A part of the flow that a search found: a group, a block in it, or a note. */
export interface Hit {
  /** The group or note, as it is selected. */
  readonly groupId: string;
  readonly blockId?: string;
}

/**
 * The groups, blocks and notes that a search finds: by the title of the group, by all that a block or note says, the variable it sets, the kind of
 * block or an id. Those whose title or own text it is come before the others; otherwise in the order of the flow.
 */
export function search(flow: Flow, words: string, kinds: Kinds): readonly Hit[] {
  const sought = words.trim().toLowerCase();
  if (sought === '') return [];
  const names = new Map(flow.variables.map(({ id, name }) => [id, String(name)]));
  const has = (text: unknown): boolean =>
    typeof text === 'string' && text.toLowerCase().includes(sought);
  const kindOf = (block: FlowPart) => [
    ...[block.id, block['type'], labelOf(block['type'], kinds)],
    names.get(variableOf(block, kinds) ?? ''),
  ];
  const first: Hit[] = [];
  const others: Hit[] = [];
  for (const group of flow.groups) {
    if (has(group['title'])) first.push({ groupId: group.id });
    else if (has(group.id)) others.push({ groupId: group.id });
    for (const block of group.blocks) {
      const hit = { groupId: group.id, blockId: block.id };
      if (saysOf(block, names, kinds).some(has)) first.push(hit);
      else if (kindOf(block).some(has)) others.push(hit);
    }
  }
  const notes = notesOf(flow);
  const saying = notes.filter((note) => has(saidBy(note)));
  const named = notes.filter((note) => has(note.id) && !saying.includes(note));
  const hits = (found: typeof notes) => found.map(({ id }) => ({ groupId: id }));
  return [...first, ...hits(saying), ...others, ...hits(named)];
}

/** All that a block says: its text and its items. */
function saysOf(
  block: FlowPart,
  names: ReadonlyMap<string, string>,
  kinds: Kinds,
): readonly string[] {
  const rows = rowsOf(block, kinds);
  return [textOf(block, kinds), ...rows.map((row) => itemTextOf(row, (id) => names.get(id) ?? ''))];
}
