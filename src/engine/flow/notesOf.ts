import { isJsonRecord } from '../documents/jsonRecord.js';
import type { Note } from '../documents/note.js';
import type { FlowDefinition } from './flow.js';

/** The notes of a flow; undefined for a flow of another product whose member of that name holds something else. */
export function notesOf({ notes }: Pick<FlowDefinition, 'notes'>): readonly Note[] | undefined {
  const list: readonly unknown[] = Array.isArray(notes) ? notes : [notes];
  const isOurs = list.every((note) => isJsonRecord(note) && typeof note['id'] === 'string');
  return isOurs ? notes : notes === undefined ? [] : undefined;
}
