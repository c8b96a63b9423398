import type { Flow, FlowPart } from '@parley/client';
import type { Point } from '../flowModel.js';
import type { Gesture } from './gestures.js';
import { isObject } from './textOf.js';

/** The colors that a note can have; the first is that of a note that names none. */
export const NOTE_COLORS = ['yellow', 'green', 'blue', 'purple', 'red', 'grey'] as const;

/** A color of notes. */
type NoteColor = (typeof NOTE_COLORS)[number];

/** The size of a note, in pixels at zoom 1: at least, where its document does not say, and at most. */
export const NOTE_SIZES = { least: 40, usual: { width: 240, height: 120 }, most: 10_000 } as const;

/** The notes of a flow; none where another product keeps something else under that name. */
export function notesOf({ notes }: Flow): readonly FlowPart[] {
  const list: readonly unknown[] = Array.isArray(notes) ? notes : [notes];
  const isOurs = list.every((note) => isObject(note) && typeof note['id'] === 'string');
  return isOurs ? (notes ?? []) : [];
}

/** What a note says. */
export function saidBy({ text }: FlowPart): string {
  return typeof text === 'string' ? text : '';
}

/** How large a note is. */
export function sizeOfNote({ size }: FlowPart): {
  readonly width: number;
  readonly height: number;
} {
  const { usual } = NOTE_SIZES;
  const { width, height } = isObject(size) ? size : {};
  return { width: Number(width) || usual.width, height: Number(height) || usual.height };
}

/** A side of a note as it is stored: whole pixels, and neither too small nor too large to be handled. */
export function sideOf(pixels: number): number {
  return Math.min(Math.max(Math.round(pixels), NOTE_SIZES.least), NOTE_SIZES.most);
}

/** The color of a note. */
export function colorOf({ color }: FlowPart): NoteColor {
  return NOTE_COLORS.find((one) => one === color) ?? NOTE_COLORS[0];
}

/** Adds an empty note at a place. */
export function addNote(
  { x, y }: Point,
  newId: () => string,
): Gesture & { readonly noteId: string } {
  const graphCoordinates = { x: Math.round(x), y: Math.round(y) };
  const note = { id: newId(), text: '', graphCoordinates, size: NOTE_SIZES.usual };
  return { edits: [{ setNote: { note } }], select: { groupIds: [note.id] }, noteId: note.id };
}
