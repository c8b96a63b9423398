import { describe, expect, test } from '@jest/globals';
import { applyEdits } from '../../../src/engine/edits/applyEdits.js';
import { editFaults } from '../../../src/engine/edits/editFaults.js';
import { EditRefused } from '../../../src/engine/edits/edited.js';
import type { FlowEdit } from '../../../src/engine/edits/flowEdit.js';
import { sentEditsSchema } from '../../../src/engine/edits/sentEdits.js';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import { flowOf, say } from '../../support/flowOf.js';

const graphCoordinates = { x: 0, y: 0 };
const hologram = { type: 'hologram', beam: 1 };
const { definition } = flowOf({
  groups: {
    Start: [say('Hello'), say('You')],
    End: [hologram],
    Ask: [{ type: 'choice input', items: [{ id: 'yes' }, { id: 'no' }] }],
  },
});
const note = { id: 'n1', text: 'Ask legal', graphCoordinates, size: { width: 200, height: 100 } };
const twice = { ...note, id: 'twice' };
const flow = { ...definition, notes: [note, twice, twice] };
const [start, end] = flow.groups;
const [blockId = '', otherId = ''] = start?.blocks.map(({ id }) => id) ?? [];
const [futureId = ''] = end?.blocks.map(({ id }) => id) ?? [];
const groupId = start?.id ?? '';
const group = { id: 'gNew', title: 'New', graphCoordinates, blocks: [] };
const event = { id: 'evNew', type: 'reply', graphCoordinates };

/** The path and message of the first fault in edits, whatever step finds it. */
function faultOf(sent: unknown): [path: string, message: string] | undefined {
  const read = sentEditsSchema.safeParse(sent);
  const [unread] = read.error?.issues ?? [];
  if (unread) return [unread.path.join('.'), unread.message];
  const edits = read.data ?? [];
  try {
    const edited = applyEdits(flow, edits);
    const [fault] = atOnce(editFaults([flow, edited.flow], edits));
    return fault && [fault.path.join('.'), fault.message];
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error;
    return [error.path.join('.'), error.message];
  }
}

describe('an edit is refused with the path of what is wrong', () => {
  test.each<[path: string, edit: unknown]>([
    ['0', 'text'],
    ['0', {}],
    ['0', { removeGroup: { groupId }, removeBlock: { blockId } }],
    ['0.renameGroup.title', { renameGroup: { groupId, title: 'a\0b' } }],
    ['0.updateBlock.patch.id', { updateBlock: { blockId, patch: { id: 'other' } } }],
    [
      '0.addBlock.block.content',
      { addBlock: { groupId, block: { id: 'b', type: 'text', content: 5 } } },
    ],
    ['0.put.part', { put: { part: 'planet', value: {} } }],
    ['0.addGroup', { addGroup: 5 }],
    ['0.addGroup.group.title', { addGroup: { group: { ...group, title: 5 } } }],
    ['0.addBlock.block.id', { addBlock: { groupId, block: { ...say('a'), id: otherId } } }],
    ['0.addBlock.block.type', { addBlock: { groupId, block: { ...hologram, id: 'b' } } }],
    ['0.addBlock.groupId', { addBlock: { groupId: 'none', block: { ...say('a'), id: 'b' } } }],
    [
      '0.addGroup.group.blocks.0.type',
      { addGroup: { group: { ...group, blocks: [{ ...hologram, id: 'b' }] } } },
    ],
    [
      '0.put.value.blocks.0.type',
      { put: { part: 'group', value: { ...group, blocks: [{ ...hologram, id: 'b' }] } } },
    ],
    ['0.put.value.type', { put: { part: 'block', groupId, value: { ...hologram, id: 'b' } } }],
    ['0.updateBlock.patch.type', { updateBlock: { blockId, patch: { type: null } } }],
    [
      '0.updateItem.patch.content',
      { updateItem: { blockId: 'Ask.1', itemId: 'no', patch: { content: 5 } } },
    ],
    [
      '0.updateItem.patch.id',
      { updateItem: { blockId: 'Ask.1', itemId: 'no', patch: { id: 'x' } } },
    ],
    ['0.setVariable.variable.name', { setVariable: { variable: { id: 'v' } } }],
    ['0.setNote.note.text', { setNote: { note: { ...note, text: 5 } } }],
    [
      '0.setNote.note.size.width',
      { setNote: { note: { ...note, size: { width: 1, height: 99 } } } },
    ],
    ['0.updateNote.noteId', { updateNote: { noteId: 'none', patch: {} } }],
    ['0.updateNote.noteId', { updateNote: { noteId: 'twice', patch: {} } }],
    ['0.updateNote.patch.id', { updateNote: { noteId: 'n1', patch: { id: 'n2' } } }],
    ['0.updateNote.patch.color', { updateNote: { noteId: 'n1', patch: { color: 'loud' } } }],
    ['0.updateNote.patch.text', { updateNote: { noteId: 'n1', patch: { text: null } } }],
    ['0.removeNote.noteId', { removeNote: { noteId: 'none' } }],
    ['0.setEvent.event.type', { setEvent: { event: { ...event, type: 5 } } }],
    ['0.setEvent', { setEvent: { event, index: 0 } }],
    ['0.put.value', { put: { part: 'event', value: event, index: 0 } }],
    ['0.remove', { remove: { part: 'event', id: flow.events[0].id } }],
    ['0.put.value.customCss', { put: { part: 'theme', value: { customCss: 5 } } }],
    ['0.put.value.general', { put: { part: 'settings', value: { general: 5 } } }],
    [
      '0.connect.edge.from',
      { connect: { edge: { id: 'e', from: { blockId, pathId: 'none' }, to: { groupId } } } },
    ],
  ])('%s: %j', (path, edit) => {
    expect(faultOf([edit])?.[0]).toBe(path);
  });

  test('even if a block is patched before its item', () => {
    const blockId = 'Ask.1';
    const edits = [
      { updateBlock: { blockId, patch: { options: 5 } } },
      { updateItem: { blockId, itemId: 'no', patch: { content: 'No' } } },
    ];
    expect(faultOf(edits)?.[0]).toBe('1.updateItem.patch.options');
  });

  test.each<FlowEdit>([
    { setNote: { note } },
    { updateNote: { noteId: 'n1', patch: {} } },
    { removeNote: { noteId: 'n1' } },
  ])('even if only because another product wrote notes in another form: %j', (edit) => {
    for (const notes of ['a text', [{ text: 'no id' }], [null]]) {
      const other = { ...definition, notes } as unknown as typeof flow;
      expect(() => applyEdits(other, [edit])).toThrow('The notes of this flow have another form');
    }
  });

  test('even if only a symbol could be the path, or the kind does not exist', () => {
    const unknown = { explode: {} } as unknown as FlowEdit;
    expect(() => applyEdits(flow, [unknown])).toThrow('Not an edit: explode');
    expect(() => applyEdits(flow, [{} as FlowEdit])).toThrow('Not an edit: undefined');
  });
});

test('an edit whose content is not an object is a bug, and its error is thrown unchanged', () => {
  const broken = { renameGroup: null } as unknown as FlowEdit;
  expect(() => applyEdits(flow, [broken])).toThrow(TypeError);
});

test.each<[what: string, edits: unknown[]]>([
  [
    'a block of a kind that is not known here, which was there before',
    [{ updateBlock: { blockId: futureId, patch: { beam: 2 } } }],
  ],
  [
    'a block that a later edit removes',
    [{ addBlock: { groupId, block: { ...hologram, id: 'b' } } }, { removeBlock: { blockId: 'b' } }],
  ],
  [
    'the parts of every kind, put',
    [
      { put: { part: 'variable', value: { id: 'v', name: 'V' } } },
      { put: { part: 'event', value: event } },
      { put: { part: 'theme', value: { customCss: 'p {}' } } },
      { put: { part: 'settings', value: {} } },
      { setTheme: { patch: { customCss: null } } },
      { setSettings: { patch: {} } },
      { remove: { part: 'variable', id: 'v' } },
    ],
  ],
])('nothing is wrong with %s', (_what, edits) => {
  expect(faultOf(edits)).toBeUndefined();
});

test('null in a document is read as absence, as in a whole one', () => {
  const read = sentEditsSchema.parse([
    { addGroup: { group: { ...group, blocks: [{ ...say('a'), id: 'b', outgoingEdgeId: null }] } } },
  ]);
  expect(JSON.stringify(read)).not.toContain('outgoingEdgeId');
});

test('the documents of edits are checked in order, although those of one kind are checked together', () => {
  const edits = [
    { setVariable: { variable: { id: 'v1', name: 'A' } } },
    { addBlock: { groupId, block: { ...say('a'), id: 'b1' } } },
    { addGroup: { group } },
    { setVariable: { variable: { id: 'v2', name: 'B' } } },
    { connect: { edge: { id: 'e1', from: { blockId }, to: { groupId } } } },
    { setEvent: { event } },
  ];
  expect(sentEditsSchema.parse(edits)).toEqual(edits);
});

test('of edits with thousands of faults, a hundred are reported', () => {
  const blocks = Array.from({ length: 150 }, (_, index) => ({ ...hologram, id: `b${index}` }));
  const edits: FlowEdit[] = [{ addGroup: { group: { ...group, blocks } } }];
  const edited = applyEdits(flow, edits);
  expect(atOnce(editFaults([flow, edited.flow], edits))).toHaveLength(100);
});

const many = Array.from({ length: 300_000 }, () => 1);
const some = many.slice(0, 1_000);

test.each<[what: string, edit: object, path: string]>([
  [
    'a block',
    { updateBlock: { blockId, patch: { content: { richText: many } } } },
    '0.updateBlock.patch',
  ],
  [
    'the settings',
    { setSettings: { patch: { security: { allowedOrigins: many } } } },
    '0.setSettings.patch',
  ],
])('%s that a patch has made too large to be checked is refused', (_what, edit, path) => {
  expect(faultOf([edit])).toEqual([path, 'Holds more than 100000 values']);
});

test('of a patch with a thousand faults, a hundred are reported', () => {
  const edits: FlowEdit[] = [
    { updateBlock: { blockId, patch: { content: { richText: some } } } },
    { setSettings: { patch: { security: { allowedOrigins: some } } } },
  ];
  const edited = applyEdits(flow, edits);
  expect(atOnce(editFaults([flow, edited.flow], edits))).toHaveLength(100);
});

test('a block that is patched many times is checked once, where it is patched last', () => {
  const patches = [5, 'ab', 6].map((content) => ({ updateBlock: { blockId, patch: { content } } }));
  expect(faultOf(patches)?.[0]).toBe('2.updateBlock.patch.content');
  expect(faultOf(patches.slice(0, 1))?.[0]).toBe('0.updateBlock.patch.content');
});

test('an edit with as many members as an object may have is refused with one fault', () => {
  const members = Array.from({ length: 40_000 }, (_, index) => [`k${index}`, 1] as const);
  const read = sentEditsSchema.safeParse([Object.fromEntries(members)]);
  expect(read.error?.issues.map(({ path }) => path.join('.'))).toEqual(['0']);
});

test('the message for a part that is not there quotes the beginning of its id', () => {
  const [, message] = faultOf([{ removeBlock: { blockId: 'k'.repeat(100_000) } }]) ?? [];
  expect(message).toMatch(/^There is no block "kkk/);
  expect(message).toHaveLength(500);
});
