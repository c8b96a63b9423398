import type { FlowDefinition } from '../flow/flow.js';
import { EditRefused, type Edited } from './edited.js';
import type { FlowEdits } from './flowEdit.js';
import { patched } from './mergePatch.js';
import { noteOf } from './places.js';
import { put } from './putPart.js';

/** Merges a patch into a note. */
export function updateNote(
  flow: FlowDefinition,
  { noteId, patch }: FlowEdits['updateNote'],
): Edited {
  if (Object.hasOwn(patch, 'id')) throw new EditRefused(['patch', 'id'], 'The id of a note stays');
  const { after, back } = patched(noteOf(flow, noteId, ['noteId']), patch);
  const edited = put(flow, { part: 'note', value: after });
  return back ? { flow: edited.flow, inverse: [{ updateNote: { noteId, patch: back } }] } : edited;
}
