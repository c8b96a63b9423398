import type { Flow, FlowGroup } from '@parley/client';
import { t } from '../../i18n/t.js';
import type { Picked } from '../picked.js';
import type { Kinds } from '../../blocks/kinds.js';
import { notesOf, saidBy } from './notes.js';
import { planOf } from './plan.js';
import type { Line, Scene } from './scene.js';
import { blockInWords, blocksInWords, brief, eventInWords, itemTextOf } from './textOf.js';

/** A row of the outline: an event, a group or a note, a block, or an item of a block. */
export interface OutlineRow {
  readonly id: string;
  readonly level: 1 | 2 | 3;
  /** What it is, and where its edge leads. */
  readonly words: string;
  /** What is selected with it. */
  readonly parts: Partial<Picked>;
  /** Whether the rows in it are shown; undefined where there are none. */
  readonly isOpen?: boolean;
}

/** How parts are named. */
export interface Naming {
  readonly kinds: Kinds;
  variableOf(variableId: string): string;
}

/** The flow as rows, in the order in which a chat may come to its groups; the blocks of those groups that are open; the notes last. */
export function outlineOf(
  flow: Flow,
  {
    lines,
    naming,
    open,
  }: Pick<Scene, 'lines'> & { readonly naming: Naming; readonly open: ReadonlySet<string> },
): readonly OutlineRow[] {
  const titles = new Map(flow.groups.map(({ id, title }) => [id, String(title ?? '')]));
  const leadsTo = new Map(lines.map(({ edge, target }) => [edge.id, titles.get(target) ?? '']));
  const words = (text: string, edgeId: unknown) => {
    const title = leadsTo.get(String(edgeId));
    return title === undefined ? text : t('{text}, goes to {title}', { text, title });
  };
  const events = flow.events.map((event): OutlineRow => {
    const said = words(eventInWords(event), event['outgoingEdgeId']);
    return { id: event.id, level: 1, words: said, parts: { groupIds: [event.id] } };
  });
  const groups = inOrder(flow, lines).flatMap((group): OutlineRow[] => {
    const isOpen = open.has(group.id);
    const title = titles.get(group.id) || t('Without a title');
    const said = `${title}, ${blocksInWords(group.blocks.length)}`;
    const row = {
      id: group.id,
      level: 1,
      words: said,
      parts: { groupIds: [group.id] },
      isOpen,
    } as const;
    return isOpen ? [row, ...blockRows(group, naming, words)] : [row];
  });
  const notes = notesOf(flow).map((note): OutlineRow => {
    const said = t('Note: {text}', { text: brief(saidBy(note)) || t('nothing written') });
    return { id: note.id, level: 1, words: said, parts: { groupIds: [note.id] } };
  });
  return [...events, ...groups, ...notes];
}

function blockRows(
  group: FlowGroup,
  { kinds, variableOf }: Naming,
  words: (text: string, edgeId: unknown) => string,
): OutlineRow[] {
  return planOf(group, kinds).blocks.flatMap(({ block, items }) => {
    const said = words(blockInWords(block, kinds), block['outgoingEdgeId']);
    const row = { id: block.id, level: 2, words: said, parts: { blockId: block.id } } as const;
    const rows = items.map(({ row: shown, outlet }): OutlineRow => {
      const one = shown.path ?? shown.item;
      const itemSaid = words(
        itemTextOf(shown, variableOf) || t('Not filled in'),
        one['outgoingEdgeId'],
      );
      const parts = { blockId: block.id, itemId: outlet.itemId };
      return { id: outlet.id, level: 3, words: itemSaid, parts };
    });
    return [row, ...rows];
  });
}

/** The groups, each after the first that leads to it where that can be; those that nothing leads to as they are in the flow. */
function inOrder(flow: Flow, lines: readonly Line[]): readonly FlowGroup[] {
  const next = new Map<string, string[]>();
  for (const { source, target } of lines) {
    const targets = next.get(source);
    if (targets) targets.push(target);
    else next.set(source, [target]);
  }
  const byId = new Map(flow.groups.map((group) => [group.id, group]));
  const ordered = new Map<string, FlowGroup>();
  const starts = [...flow.events.flatMap(({ id }) => next.get(id) ?? []), ...byId.keys()];
  for (const start of starts) {
    const open = [start];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const group = byId.get(id);
      if (!group || ordered.has(id)) continue;
      ordered.set(id, group);
      open.push(...(next.get(id) ?? []).toReversed());
    }
  }
  return [...ordered.values()];
}
