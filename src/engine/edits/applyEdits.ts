import type { FlowDefinition } from '../flow/flow.js';
import { EditRefused, type Edited, andThen, MOST_GROWTH } from './edited.js';
import type { FlowEdits, FlowEdit, FlowEditKind, WholePart } from './flowEdit.js';
import { patched } from './mergePatch.js';
import { noteOf } from './places.js';
import { put, remove } from './putPart.js';
import { atOnce } from '../documents/atOnce.js';
import type { JsonRecord } from '../documents/jsonRecord.js';
import { addBlock, moveBlock, removeBlock, updateBlock } from './blockEdits.js';
import { connect, disconnect, withoutEdges } from './edgeEdits.js';
import { addGroup, moveGroups, removeGroup, renameGroup } from './groupEdits.js';
import { updateItem } from './itemEdits.js';
import { renameVariable, TOO_LONG } from './variableEdits.js';

/** Merges a patch into a note. */
function updateNote(flow: FlowDefinition, { noteId, patch }: FlowEdits['updateNote']): Edited {
  if (Object.hasOwn(patch, 'id')) throw new EditRefused(['patch', 'id'], 'The id of a note stays');
  const { after, back } = patched(noteOf(flow, noteId, ['noteId']), patch);
  const edited = put(flow, { part: 'note', value: after });
  return back ? { flow: edited.flow, inverse: [{ updateNote: { noteId, patch: back } }] } : edited;
}

/**
 * Applies edits to a flow, in order, all or none. The same edits give the same flow on a server and in an editor, and the
 * inverse edits give back the flow before. Throws `EditRefused`, with a path that begins with the index of the edit.
 */
export function applyEdits(flow: FlowDefinition, edits: readonly FlowEdit[]): Edited {
  return atOnce(editSteps(flow, edits));
}

/** The same, in steps: one for each edit, and several for an edit of all texts. */
export function* editSteps(
  flow: FlowDefinition,
  edits: readonly FlowEdit[],
): Generator<undefined, Edited> {
  let edited: Edited = { flow, inverse: [] };
  for (const [index, edit] of edits.entries()) {
    yield;
    const next = yield* applyEdit(edited.flow, edit, index);
    edited = andThen(edited, () => next);
    if (edited.renamed && edited.renamed.growth > MOST_GROWTH)
      throw new EditRefused([index], TOO_LONG);
  }
  return edited;
}

/** Applies the edit of an index. */
function* applyEdit(
  flow: FlowDefinition,
  edit: FlowEdit,
  index: number,
): Generator<undefined, Edited> {
  // An edit has one member, whose value is what that kind of edit names.
  const [[kind, input] = []] = Object.entries(edit) as [FlowEditKind, never][];
  if (kind === undefined || !Object.hasOwn(EDITS, kind))
    throw new EditRefused([index], `Not an edit: ${String(kind)}`);
  try {
    // The value is what its kind of edit names.
    const applied = EDITS[kind](flow, input as never);
    return 'flow' in applied ? applied : yield* applied;
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error;
    throw new EditRefused([index, kind, ...error.path], error.message);
  }
}

const EDITS: {
  readonly [K in FlowEditKind]: (
    flow: FlowDefinition,
    input: FlowEdits[K],
  ) => Edited | Generator<undefined, Edited>;
} = {
  addGroup,
  moveGroups,
  renameGroup,
  removeGroup,
  addBlock,
  updateBlock,
  updateItem,
  moveBlock,
  removeBlock,
  connect,
  disconnect,
  setVariable: (flow, { variable, index }) =>
    put(flow, { part: 'variable', value: variable, index }),
  renameVariable,
  removeVariable: (flow, { variableId }) =>
    remove(flow, { part: 'variable', id: variableId }, ['variableId']),
  setEvent: (flow, { event, index }) => put(flow, { part: 'event', value: event, index }),
  removeEvent,
  setNote: (flow, { note, index }) => put(flow, { part: 'note', value: note, index }),
  updateNote,
  removeNote: (flow, { noteId }) => remove(flow, { part: 'note', id: noteId }, ['noteId']),
  setTheme: (flow, { patch }) => patchPart(flow, 'theme', patch),
  setSettings: (flow, { patch }) => patchPart(flow, 'settings', patch),
  setTranslations: (flow, { patch }) => patchPart(flow, 'translations', patch),
  put,
  remove: (flow, edit) => remove(flow, edit),
};

/** Removes an event and its edge. */
function removeEvent(flow: FlowDefinition, { eventId }: FlowEdits['removeEvent']): Edited {
  const own = flow.edges.filter(({ from }) => from['eventId'] === eventId);
  return andThen(remove(flow, { part: 'event', id: eventId }, ['eventId']), (next) =>
    withoutEdges(next, own),
  );
}

function patchPart(
  flow: FlowDefinition,
  part: WholePart,
  patch: FlowEdits['setTheme']['patch'],
): Edited {
  const { after, back } = patched(flow[part] ?? {}, patch);
  const edited = put(flow, { part, value: after });
  return back ? { flow: edited.flow, inverse: [PATCHES[part](back)] } : edited;
}

/** The edits that patch a part of which a flow has one. */
const PATCHES: Readonly<Record<WholePart, (patch: JsonRecord) => FlowEdit>> = {
  theme: (patch) => ({ setTheme: { patch } }),
  settings: (patch) => ({ setSettings: { patch } }),
  translations: (patch) => ({ setTranslations: { patch } }),
};
