import { isJsonRecord } from '../documents/jsonRecord.js';
import type { Note } from '../documents/note.js';
import type { FlowDefinition } from './flow.js';

/** The notes of a flow; none for a flow of another product whose member of that name holds something else. */
export function notesOf({ notes }: Pick<FlowDefinition, 'notes'>): readonly Note[] {
  return Array.isArray(notes) && notes.every(isNote) ? notes : [];
}

function isNote(note: unknown): boolean {
  return isJsonRecord(note) && typeof note['id'] === 'string';
}
