import { z } from 'zod';
import { kindOf } from '../blocks/index.js';
import { eventsSchema } from '../documents/event.js';
import { storedBlockSchema } from '../documents/group.js';
import { noteSchema } from '../documents/note.js';
import { partFaults } from '../documents/sentDocument.js';
import { newUnknownBlocks } from '../documents/sentGroup.js';
import { settingsSchema } from '../documents/settings.js';
import { themeSchema } from '../documents/theme.js';
import { translationsSchema } from '../documents/translations.js';
import type { FlowDefinition } from '../flow/flow.js';
import { notesOf } from '../flow/notesOf.js';
import { MAX_ISSUES, type Issue } from '../../checks/issue.js';
import type { Block, FlowEdit } from './flowEdit.js';

/**
 * Checks a flow after edits, in steps. The documents in edits were checked when they were read. This checks the rest:
 * blocks, notes, theme and settings after patches, that the start is the first event, and that a block of a kind unknown to
 * this server was there before. At most 100 issues.
 */
export function* editFaults(
  [before, after]: readonly [before: FlowDefinition, after: FlowDefinition],
  edits: readonly FlowEdit[],
): Generator<undefined, Issue[]> {
  const isForeign = newUnknownBlocks(before.groups);
  const placed = after.groups.flatMap((group) => group.blocks);
  const blocks = new Map(placed.map((block) => [block.id, block]));
  const lastPatches = lastPatchesIn(edits);
  const issues = yield* schemaFaults(after, edits);
  issues.push(...noteFaults(after, edits));
  for (const [index, edit] of edits.entries()) {
    if (issues.length >= MAX_ISSUES) break;
    yield;
    for (const { id, path } of blocksIn(edit)) {
      const block = blocks.get(id);
      if (!block) continue;
      const faults = lastPatches.get(id) === index ? patchedFaults(block) : [];
      if (isForeign(block)) faults.push({ path: ['type'], message: 'Is a type that no block has' });
      const within = (inBlock: Issue['path']) => ('updateItem' in edit ? inItem(inBlock) : inBlock);
      issues.push(
        ...faults.map((one) => ({ ...one, path: [index, ...path, ...within(one.path)] })),
      );
    }
  }
  return issues.slice(0, MAX_ISSUES);
}

/** A block that an edit sends or patches, and its path in the edit. */
interface SentBlock {
  readonly id: string;
  readonly path: readonly (string | number)[];
}

function blocksIn(edit: FlowEdit): readonly SentBlock[] {
  if ('addBlock' in edit) return [{ id: edit.addBlock.block.id, path: ['addBlock', 'block'] }];
  if ('updateBlock' in edit)
    return [{ id: edit.updateBlock.blockId, path: ['updateBlock', 'patch'] }];
  if ('updateItem' in edit) return [{ id: edit.updateItem.blockId, path: ['updateItem', 'patch'] }];
  if ('addGroup' in edit) return inGroup(edit.addGroup.group.blocks, ['addGroup', 'group']);
  if (!('put' in edit)) return [];
  const { put } = edit;
  if (put.part === 'group') return inGroup(put.value.blocks, ['put', 'value']);
  return put.part === 'block' ? [{ id: put.value.id, path: ['put', 'value'] }] : [];
}

function inGroup(blocks: readonly Block[], path: readonly string[]): SentBlock[] {
  return blocks.map(({ id }, index) => ({ id, path: [...path, 'blocks', index] }));
}

/**
 * The index of the last edit that patches a block, by the id of the block: the patched block is checked once, at this
 * edit.
 */
function lastPatchesIn(edits: readonly FlowEdit[]): ReadonlyMap<string, number> {
  return new Map(
    edits.flatMap((edit, index) => {
      const patched =
        'updateBlock' in edit ? edit.updateBlock : 'updateItem' in edit && edit.updateItem;
      return patched ? [[patched.blockId, index] as const] : [];
    }),
  );
}

/** A path in a block, within the item that it leads into. */
function inItem(path: Issue['path']): Issue['path'] {
  return path[0] === 'items' ? path.slice(2) : path;
}

function patchedFaults(block: Block): Issue[] {
  return partFaults(storedBlockSchema.and(kindOf(String(block.type)).schema), block);
}

/** Faults of notes after patches. */
function noteFaults(flow: FlowDefinition, edits: readonly FlowEdit[]): Issue[] {
  const notes = new Map(notesOf(flow).map((note) => [note.id, note]));
  return edits.flatMap((edit, index) => {
    const note = 'updateNote' in edit ? notes.get(edit.updateNote.noteId) : undefined;
    const faults = note ? partFaults(noteSchema, note) : [];
    return faults.map((one) => ({ ...one, path: [index, 'updateNote', 'patch', ...one.path] }));
  });
}

/** Faults of the events, the theme and the settings, each at the last edit that changes them. */
function* schemaFaults(
  flow: FlowDefinition,
  edits: readonly FlowEdit[],
): Generator<undefined, Issue[]> {
  const places = new Map(
    edits.flatMap((edit, index) =>
      changedPart(edit).map((part) => [part, [index, ...pathOf(edit)]]),
    ),
  );
  const issues: Issue[] = [];
  for (const [part, path] of places) {
    yield;
    const faults = partFaults(z.object({ [part]: SCHEMAS[part] }), { [part]: flow[part] });
    // The events are more than what an edit names of them.
    const pathOfFault = (within: Issue['path']) =>
      part === 'events' ? path : [...path, ...within.slice(1)];
    issues.push(...faults.map((one) => ({ ...one, path: pathOfFault(one.path) })));
  }
  return issues;
}

const SCHEMAS = {
  events: eventsSchema,
  theme: themeSchema,
  settings: settingsSchema,
  translations: translationsSchema.optional(),
};

/** The parts that are checked as a whole, by the kinds of edits that change them, and by the names that edits have for them. */
const CHANGED: ReadonlyMap<string, keyof typeof SCHEMAS> = new Map([
  ['setTheme', 'theme'],
  ['setSettings', 'settings'],
  ['setTranslations', 'translations'],
  ['setEvent', 'events'],
  ['removeEvent', 'events'],
  ['event', 'events'],
  ['theme', 'theme'],
  ['settings', 'settings'],
  ['translations', 'translations'],
]);

function changedPart(edit: FlowEdit): (keyof typeof SCHEMAS)[] {
  const part = 'put' in edit ? edit.put.part : 'remove' in edit ? edit.remove.part : undefined;
  const changed = [part, ...Object.keys(edit)].map((name) => CHANGED.get(name ?? ''));
  return changed.filter((one) => one !== undefined).slice(0, 1);
}

/** The path of the document within an edit. */
function pathOf(edit: FlowEdit): string[] {
  if ('put' in edit) return ['put', 'value'];
  const kind = Object.keys(edit);
  return PATCHING.some((name) => name in edit) ? [...kind, 'patch'] : kind;
}

const PATCHING = ['setTheme', 'setSettings', 'setTranslations'];
