import type { FlowDefinition } from '../flow/flow.js';
import { EditRefused, type Edited } from './edited.js';
import type { FlowEdits, PutPart, RemovedPart, WholePart } from './flowEdit.js';
import {
  findBlock,
  findIndex,
  indexOf,
  LISTS,
  listOf,
  placeOfBlock,
  withBlocks,
} from './places.js';

/** Adds a part, or replaces the one with its id, and nothing else. */
export function put(flow: FlowDefinition, edit: FlowEdits['put']): Edited {
  switch (edit.part) {
    case 'theme':
    case 'settings':
    case 'translations':
      return {
        flow: withWhole(flow, edit),
        inverse: [{ put: { part: edit.part, value: flow[edit.part] ?? {} } }],
      };
    case 'block':
      return putBlock(flow, edit);
    default:
      return putListed(flow, edit);
  }
}

type PutWhole = Extract<PutPart, { part: WholePart }>;

/** Translations without any member are as good as none, and stored as none. */
function withWhole(flow: FlowDefinition, { part, value }: PutWhole): FlowDefinition {
  if (part !== 'translations' || flow.translations) {
    const { translations: _none, ...others } = flow;
    const isNone = part === 'translations' && Object.keys(value).length === 0;
    return isNone ? others : { ...flow, [part]: value };
  }
  // Notes stay behind them, so that undoing restores the order of members.
  const { notes, ...others } = flow;
  return {
    ...others,
    ...(Object.keys(value).length > 0 && { translations: value }),
    ...(notes && { notes }),
  };
}

type PutBlock = Extract<PutPart, { part: 'block' }>;
type PutListed = Extract<PutPart, { part: keyof typeof LISTS }>;

function putBlock(flow: FlowDefinition, { value, groupId, index }: PutBlock): Edited {
  const place = findBlock(flow, value.id, ['value', 'id']);
  if (place) {
    const { groupIndex, index: at, block } = place;
    return {
      flow: withBlocks(flow, groupIndex, (blocks) => blocks.with(at, value)),
      inverse: [{ put: { part: 'block', value: block } }],
    };
  }
  if (groupId === undefined) throw new EditRefused(['groupId'], 'A new block needs a group');
  const groupIndex = indexOf(flow.groups, { what: 'group', id: groupId, path: ['groupId'] });
  return {
    flow: withBlocks(flow, groupIndex, (blocks) =>
      blocks.toSpliced(index ?? blocks.length, 0, value),
    ),
    inverse: [{ remove: { part: 'block', id: value.id } }],
  };
}

function putListed(flow: FlowDefinition, { part, value, index }: PutListed): Edited {
  const list: readonly { readonly id: string }[] = listOf(flow, part, ['part']);
  const at = findIndex(list, { what: part, id: value.id, path: ['value', 'id'] });
  const before = at === undefined ? undefined : list[at];
  const after =
    at === undefined ? list.toSpliced(index ?? list.length, 0, value) : list.with(at, value);
  // What stood there is a part of the same kind.
  const back = { part, value: before } as PutListed;
  return {
    flow: withList(flow, part, after),
    inverse: [before ? { put: back } : { remove: { part, id: value.id } }],
  };
}

/** A flow without notes has no list of them. */
function withList(
  flow: FlowDefinition,
  part: keyof typeof LISTS,
  list: readonly unknown[],
): FlowDefinition {
  if (part !== 'note' || list.length > 0) return { ...flow, [LISTS[part]]: list };
  const { notes: _none, ...others } = flow;
  return others;
}

/** Removes a part and nothing else; `path` is that of its id in the edit. */
export function remove(
  flow: FlowDefinition,
  { part, id }: RemovedPart,
  path: readonly string[] = ['id'],
): Edited {
  if (part === 'block') {
    const { group, groupIndex, block, index } = placeOfBlock(flow, id, path);
    return {
      flow: withBlocks(flow, groupIndex, (blocks) => blocks.toSpliced(index, 1)),
      inverse: [{ put: { part, value: block, groupId: group.id, index } }],
    };
  }
  const list: readonly { readonly id: string }[] = listOf(flow, part, path);
  const index = indexOf(list, { what: part, id, path });
  return {
    flow: withList(flow, part, list.toSpliced(index, 1)),
    // What stood there is a part of the kind that the edit names.
    inverse: [{ put: { part, value: list[index], index } as PutListed }],
  };
}
