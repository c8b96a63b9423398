import { expect, test } from '@jest/globals';
import { atOnce } from '../../../../src/engine/documents/atOnce.js';
import type { Note } from '../../../../src/engine/documents/note.js';
import { diffFlows } from '../../../../src/engine/flow/diff/diffFlows.js';
import type { FlowDefinition } from '../../../../src/engine/flow/flow.js';
import { flowOf, say } from '../../../support/flowOf.js';

const { definition: flow } = flowOf({ groups: { Start: [say('Hello')] } });
const graphCoordinates = { x: 0, y: 0 };
const note: Note = {
  ...{ id: 'n1', text: 'Ask legal', graphCoordinates, size: { width: 99, height: 99 } },
};
const withNote = (one: Note | undefined): FlowDefinition =>
  one ? { ...flow, notes: [one] } : flow;

test.each<[words: string, before: Note | undefined, after: Note | undefined, change: object]>([
  [
    'names a new note by what it says',
    undefined,
    note,
    { kind: 'NOTE_ADDED', id: 'n1', name: 'Ask legal' },
  ],
  [
    'says where a note was and is',
    note,
    { ...note, graphCoordinates: { x: 5, y: 0 } },
    {
      ...{ kind: 'NOTE_MOVED', id: 'n1', name: 'Ask legal' },
      ...{ before: graphCoordinates, after: { x: 5, y: 0 } },
    },
  ],
  [
    'says what of a note changed',
    note,
    { ...note, text: 'Asked', color: 'red' },
    { kind: 'NOTE_CHANGED', id: 'n1', name: 'Asked', paths: ['text', 'color'] },
  ],
  [
    'names a note that is gone',
    note,
    undefined,
    { kind: 'NOTE_REMOVED', id: 'n1', name: 'Ask legal' },
  ],
])('the difference between two flows %s', (_words, before, after, change) => {
  expect(atOnce(diffFlows(withNote(before), withNote(after)))).toEqual([change]);
});

test('what another product wrote as its notes is not read', () => {
  const other = { ...flow, notes: 'a text' } as unknown as FlowDefinition;
  expect(atOnce(diffFlows(other, flow))).toEqual([]);
});
