import { applyEdits, type Flow } from '@parley/client';
import { describe, expect, test } from '@jest/globals';
import { copyOf, pasteOf } from '../../packages/console/src/canvas/model/clipboard.js';
import {
  duplicate,
  placeParts,
  removeChosen,
} from '../../packages/console/src/canvas/model/gestures.js';
import {
  addNote,
  colorOf,
  notesOf,
  sideOf,
  sizeOfNote,
} from '../../packages/console/src/canvas/model/notes.js';
import { outlineOf } from '../../packages/console/src/canvas/model/outline.js';
import { partAt, sceneOf } from '../../packages/console/src/canvas/model/scene.js';
import { search } from '../../packages/console/src/canvas/model/search.js';
import { tidy } from '../../packages/console/src/canvas/model/tidy.js';
import { slotAt } from '../../packages/console/src/canvas/input/places.js';
import { counter, flow as plain } from '../support/canvasFlow.js';
import { kinds } from '../support/kinds.js';

const note = {
  id: 'n1',
  text: 'Legal has to read this',
  graphCoordinates: { x: -20, y: -20 },
  size: { width: 400, height: 300 },
  color: 'green',
};
const flow: Flow = { ...plain, notes: [note] };
const after = (edits: Parameters<typeof applyEdits>[1]) => applyEdits(flow, edits).flow;

describe('a note', () => {
  test('is drawn below the groups, at its place and in its size', () => {
    const scene = sceneOf(flow, kinds);
    expect(scene.parts[0]).toMatchObject({ id: 'n1', box: { x: -20, y: -20, width: 400 } });
    expect(partAt(scene, { x: 10, y: 10 })?.id).toBe('a');
    expect(partAt(scene, { x: -10, y: -10 })?.id).toBe('n1');
    expect(slotAt(scene, { x: -10, y: -10 })).toBeUndefined();
    expect(scene.lines).toEqual(sceneOf(plain, kinds).lines);
  });

  test('is added empty, and without it the flow is the same document again', () => {
    const { edits, noteId, select } = addNote({ x: 1.4, y: 2.6 }, counter());
    const { flow: noted, inverse } = applyEdits(plain, edits);
    expect(noted.notes).toMatchObject([{ id: noteId, text: '', graphCoordinates: { x: 1, y: 3 } }]);
    expect(select).toEqual({ groupIds: [noteId] });
    expect(JSON.stringify(applyEdits(noted, inverse).flow)).toBe(JSON.stringify(plain));
  });

  test('is moved with groups as one gesture, and keeps what others write on it', () => {
    const places = new Map([
      ['n1', { x: 50, y: 60 }],
      ['a', { x: 8, y: 8 }],
    ]);
    const edits = placeParts(flow, places);
    const written = after([{ updateNote: { noteId: 'n1', patch: { text: 'Read' } } }, ...edits]);
    expect(written.notes).toMatchObject([{ text: 'Read', graphCoordinates: { x: 50, y: 60 } }]);
    expect(written.groups[0]).toMatchObject({ graphCoordinates: { x: 8, y: 8 } });
  });

  test('stays where it is when the flow is arranged', () => {
    const placed = (one: Flow) => [...tidy(sceneOf(one, kinds)).keys()];
    expect(placed(flow)).toEqual(placed(plain));
  });

  test('is removed and duplicated with what else is selected', () => {
    const chosen = { groupIds: ['n1', 'b'] };
    const without = after(removeChosen(flow, chosen).edits);
    expect([without.notes, without.groups.map(({ id }) => id)]).toEqual([undefined, ['a']]);
    const { edits, select } = duplicate(flow, chosen, counter());
    const twice = after(edits);
    expect(twice.notes?.[1]).toEqual({
      ...note,
      id: select?.groupIds?.[1],
      graphCoordinates: { x: 20, y: 20 },
    });
    expect(twice.groups.length).toBe(3);
  });

  test('is copied and pasted, alone and with groups', () => {
    const text = copyOf(flow, 'bot', { groupIds: ['n1'] }) ?? '';
    const pasting = { botId: 'other', point: { x: 100, y: 200 }, newId: counter() };
    const pasted = pasteOf(plain, text, pasting);
    expect(applyEdits(plain, pasted?.edits ?? []).flow.notes).toEqual([
      { ...note, id: 'new1', graphCoordinates: { x: 100, y: 200 } },
    ]);
    const both = copyOf(flow, 'bot', { groupIds: ['n1', 'b'] }) ?? '';
    const { edits = [] } = pasteOf(plain, both, pasting) ?? {};
    const { groups, notes } = applyEdits(plain, edits).flow;
    expect([groups.at(-1), notes?.[0]]).toMatchObject([
      { graphCoordinates: { x: 520, y: 220 } },
      { graphCoordinates: { x: 100, y: 200 } },
    ]);
  });

  test('is found by what it says, and read in the outline', () => {
    expect(search(flow, 'legal', kinds)).toEqual([{ groupId: 'n1' }]);
    expect(search(flow, 'N1', kinds)).toEqual([{ groupId: 'n1' }]);
    const naming = { kinds, variableOf: String };
    const rowsOf = (shown: Flow) =>
      outlineOf(shown, { lines: [], naming, open: new Set() }).map(({ words }) => words);
    expect(rowsOf(flow).at(-1)).toBe('Note: Legal has to read this');
    expect(rowsOf({ ...flow, notes: [{ id: 'n2' }] }).at(-1)).toBe('Note: nothing written');
  });

  test('has a usual size and color where its document says none that can be shown', () => {
    const odd = { id: 'n2', color: 'loud', size: 'huge' };
    expect([colorOf(note), colorOf(odd), sizeOfNote(odd)]).toEqual([
      'green',
      'yellow',
      { width: 240, height: 120 },
    ]);
    expect([sideOf(3), sideOf(99.6), sideOf(1e9)]).toEqual([40, 100, 10_000]);
    const other = { ...plain, notes: 'a text' } as unknown as Flow;
    expect([notesOf(other), notesOf(plain)]).toEqual([[], []]);
  });
});
