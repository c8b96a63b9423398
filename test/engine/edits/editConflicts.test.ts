import { describe, expect, test } from '@jest/globals';
import { applyEdits } from '../../../src/engine/edits/applyEdits.js';
import { editConflicts } from '../../../src/engine/edits/editConflicts.js';
import type { FlowEdit } from '../../../src/engine/edits/flowEdit.js';
import type { FlowDefinition } from '../../../src/engine/flow/flow.js';
import { atOnce } from '../../../src/engine/documents/atOnce.js';
import { ask, flowOf, say } from '../../support/flowOf.js';

const items = [
  { id: 'yes', content: 'Yes' },
  { id: 'no', content: 'No' },
];
const buttons = { type: 'choice input', items };
const { definition } = flowOf({
  variables: { Name: 'Ada', Age: null },
  groups: {
    Start: [{ ...say('Hello'), to: 'End' }, ask('text input', 'Name'), say('Thanks'), buttons],
    End: [say('Bye')],
  },
  events: [{ type: 'reply' }],
  theme: { general: { font: 'Inter' }, chat: { roundness: 'none' } },
});
const size = { width: 200, height: 100 };
const notes = ['n1', 'n2'].map((id) => {
  return { id, text: 'Ask legal', graphCoordinates: { x: 0, y: 0 }, size };
});
const flow: FlowDefinition = { ...definition, notes };
const [edge] = flow.edges.filter(({ from }) => 'blockId' in from);
const [, reply] = flow.events;
const edgeId = edge?.id ?? '';
const event = { ...reply, id: reply?.id ?? '', type: 'reply' };

/** A person's name, and their edits of the flow. */
type Done = readonly [by: string, ...edits: FlowEdit[]];

/** The conflicts of `Me`, who edits the flow after others without having seen their edits. */
function conflictsAfter(others: readonly Done[], ...mine: FlowEdit[]): unknown[] {
  let theirs = flow;
  const writes = others.map(([by, ...edits], index) => {
    const edited = applyEdits(theirs, edits);
    theirs = edited.flow;
    return { by: `${by} ${index + 1}`, inverse: edited.inverse, isOwn: by === 'Me' };
  });
  const after = applyEdits(theirs, mine).flow;
  const found = atOnce(editConflicts([theirs, after], writes.reverse()));
  return found.map(({ change: { kind, id }, by }) => [kind, id, by.by]);
}

const rename = (groupId: string, title: string): FlowEdit => ({ renameGroup: { groupId, title } });
const move = (groupId: string, x: number): FlowEdit => ({
  moveGroups: { groups: [{ groupId, x, y: 0 }] },
});
const change = (blockId: string, patch: object): FlowEdit => ({
  updateBlock: { blockId, patch: { ...patch } },
});
const button = (itemId: string, patch: object): FlowEdit => ({
  updateItem: { blockId: 'Start.4', itemId, patch: { ...patch } },
});
const note = (noteId: string, patch: object): FlowEdit => ({
  updateNote: { noteId, patch: { ...patch } },
});
const toEnd = { id: 'eNew', from: { blockId: 'Start.3' }, to: { groupId: 'End' } };

describe('edits of different parts do not conflict', () => {
  test.each<[what: string, theirs: FlowEdit, mine: FlowEdit]>([
    ['two groups', rename('Start', 'A'), rename('End', 'B')],
    ['the title of a group and its position', rename('End', 'A'), move('End', 9)],
    ['a group and a block in it', rename('End', 'A'), change('End.1', say('Later'))],
    [
      'two options of a block',
      change('Start.2', { options: { isLong: true } }),
      change('Start.2', { options: { labels: { button: 'OK' } } }),
    ],
    [
      'the text of a block and its place',
      change('Start.1', say('Hi')),
      { moveBlock: { blockId: 'Start.1', groupId: 'End' } },
    ],
    [
      'the text of a block and the edge that begins there',
      change('Start.3', say('Hi')),
      { connect: { edge: toEnd } },
    ],
    ['two notes', note('n1', { text: 'Asked' }), note('n2', { text: 'Asked' })],
    [
      'the text of a note and its place',
      note('n1', { text: 'Asked' }),
      note('n1', { graphCoordinates: { x: 9 } }),
    ],
    [
      'two members of the theme',
      { setTheme: { patch: { general: { font: 'A' } } } },
      { setTheme: { patch: { chat: { roundness: 'large' } } } },
    ],
    [
      'two variables',
      { setVariable: { variable: { id: 'vName', name: 'First name' } } },
      { removeVariable: { variableId: 'vAge' } },
    ],
    [
      'two buttons of a block',
      button('yes', { content: 'Sure' }),
      button('no', { content: 'Never' }),
    ],
    [
      'a button and the edge that begins at another',
      button('yes', { content: 'Sure' }),
      { connect: { edge: { ...toEnd, from: { blockId: 'Start.4', itemId: 'no' } } } },
    ],
    ['the same change', rename('End', 'A'), rename('End', 'A')],
    [
      'a group of the name of a block',
      {
        addGroup: {
          group: {
            ...flow.groups[1],
            id: 'End.1',
            title: 'x',
            graphCoordinates: { x: 0, y: 0 },
            blocks: [],
          },
        },
      },
      change('End.1', say('Later')),
    ],
  ])('%s', (_what, theirs, mine) => {
    expect(conflictsAfter([['Ada', theirs]], mine)).toEqual([]);
  });

  test('nor does an edit conflict with one’s own, or with one that was undone meanwhile', () => {
    expect(conflictsAfter([['Me', rename('End', 'A')]], rename('End', 'B'))).toEqual([]);
    const there: Done = ['Ada', rename('End', 'A')];
    const back: Done = ['Bob', rename('End', 'End')];
    expect(conflictsAfter([there, back], rename('End', 'B'))).toEqual([]);
  });
});

describe('an edit of what somebody else has changed is a conflict', () => {
  test.each<[kind: string, id: string | undefined, theirs: FlowEdit, mine: FlowEdit]>([
    ['GROUP_RENAMED', 'End', rename('End', 'A'), rename('End', 'B')],
    ['GROUP_RENAMED', 'End', rename('End', 'A'), { removeGroup: { groupId: 'End' } }],
    ['GROUP_MOVED', 'End', move('End', 4), move('End', 9)],
    ['TEXT_CHANGED', 'End.1', change('End.1', say('A')), change('End.1', say('B'))],
    ['TEXT_CHANGED', 'End.1', change('End.1', say('A')), { removeGroup: { groupId: 'End' } }],
    [
      'TEXT_CHANGED',
      'End.1',
      change('End.1', say('A')),
      change('End.1', { content: { plainText: 'B' } }),
    ],
    [
      'BLOCK_CHANGED',
      'Start.4',
      button('yes', { content: 'Sure' }),
      button('yes', { content: 'OK' }),
    ],
    [
      'BLOCK_CHANGED',
      'Start.4',
      button('yes', { content: 'Sure' }),
      change('Start.4', { items: items.slice(1) }),
    ],
    [
      'BLOCK_ADDED',
      'bNew',
      { addBlock: { groupId: 'End', block: { id: 'bNew', type: 'text' } } },
      { removeGroup: { groupId: 'End' } },
    ],
    [
      'BLOCK_REMOVED',
      'End.1',
      { removeBlock: { blockId: 'End.1' } },
      { addBlock: { groupId: 'End', block: { id: 'End.1', type: 'text' } } },
    ],
    [
      'BLOCK_MOVED',
      'Start.1',
      { moveBlock: { blockId: 'Start.1', groupId: 'Start' } },
      { moveBlock: { blockId: 'Start.1', groupId: 'End' } },
    ],
    [
      'EDGE_ADDED',
      'eNew',
      { connect: { edge: toEnd } },
      { connect: { edge: { ...toEnd, id: 'eOther' } } },
    ],
    [
      'EDGE_REWIRED',
      edgeId,
      { put: { part: 'edge', value: { ...toEnd, id: edgeId } } },
      { disconnect: { edgeId } },
    ],
    [
      'VARIABLE_RENAMED',
      'vName',
      { setVariable: { variable: { id: 'vName', name: 'A', value: 'Ada' } } },
      { setVariable: { variable: { id: 'vName', name: 'B', value: 'Ada' } } },
    ],
    [
      'EVENT_CHANGED',
      event.id,
      { setEvent: { event: { ...event, graphCoordinates: { x: 5, y: 5 } } } },
      { removeEvent: { eventId: event.id } },
    ],
    [
      'THEME_CHANGED',
      undefined,
      { setTheme: { patch: { general: { font: 'A' } } } },
      { setTheme: { patch: { general: null } } },
    ],
    [
      'SETTINGS_CHANGED',
      undefined,
      { setSettings: { patch: { general: { isBrandingEnabled: true } } } },
      { setSettings: { patch: { general: { isBrandingEnabled: false } } } },
    ],
  ])('%s of %s', (kind, id, theirs, mine) => {
    expect(conflictsAfter([['Ada', theirs]], mine)).toContainEqual([kind, id, 'Ada 1']);
  });

  test('that names its last author, and the values before and after', () => {
    const others: readonly Done[] = [
      ['Ada', rename('End', 'A')],
      ['Bob', rename('End', 'B'), move('End', 5)],
      ['Cy', move('End', 6), rename('Start', 'C')],
      ['Me', change('End.1', say('Mine'))],
    ];
    const mine = [rename('End', 'Z'), move('End', 7)];
    expect(conflictsAfter(others, ...mine)).toEqual([
      ['GROUP_RENAMED', 'End', 'Bob 2'],
      ['GROUP_MOVED', 'End', 'Cy 3'],
    ]);
    const { flow: theirs, inverse } = applyEdits(flow, [rename('End', 'A')]);
    const after = applyEdits(theirs, mine).flow;
    const write = { inverse, isOwn: false };
    const end = { id: 'End', title: 'End', graphCoordinates: { x: 0, y: 0 } };
    expect(atOnce(editConflicts([theirs, after], [write]))).toEqual([
      {
        change: { kind: 'GROUP_RENAMED', id: 'End', name: 'A', before: 'End', after: 'A' },
        before: end,
        after: { ...end, title: 'A' },
        by: write,
      },
    ]);
  });
});
