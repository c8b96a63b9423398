import type { FlowEdit } from '../../src/engine/edits/flowEdit.js';
import type { FlowDefinition } from '../../src/engine/flow/flow.js';
import { fc } from './properties.js';

const place = { x: 0, y: 0 };
const groupId = fc.constantFrom('g1', 'g2', 'g3', 'gNew');
const blockId = fc.constantFrom('b1', 'b2', 'b3', 'b4', 'bNew');
const itemId = fc.constantFrom('i1', 'i2');
const edgeId = fc.constantFrom('e1', 'e2', 'e3', 'e4', 'e5', 'eNew');
const eventId = fc.constantFrom('start', 'reply', 'evNew');
const variableId = fc.constantFrom('v1', 'v2', 'vNew');
const index = fc.option(fc.nat({ max: 3 }), { nil: undefined });
const name = fc.option(edgeId, { nil: undefined });

const from = fc.oneof(
  eventId.map((id) => ({ eventId: id })),
  blockId.map((id) => ({ blockId: id })),
  fc.tuple(blockId, itemId).map(([id, item]) => ({ blockId: id, itemId: item })),
  fc
    .tuple(blockId, itemId)
    .map(([id, item]) => ({ blockId: id, itemId: item, pathId: `${item}-path` })),
);
const to = fc.oneof(
  groupId.map((id) => ({ groupId: id })),
  fc.tuple(groupId, blockId).map(([group, block]) => ({ groupId: group, blockId: block })),
);
const edge = fc.record({ id: edgeId, from, to });

/** A part of a flow, with the id of its outgoing edge where it has one. */
function withEdge(part: object, outgoingEdgeId: string | undefined) {
  return { ...part, ...(outgoingEdgeId !== undefined && { outgoingEdgeId }) };
}

const item = fc
  .tuple(itemId, name, name)
  .map(([id, own, path]) =>
    withEdge({ id, paths: [withEdge({ id: `${id}-path` }, path), 'none'] }, own),
  );
const items = fc.uniqueArray(item, { selector: JSON.stringify, maxLength: 2 });

const text = fc.constantFrom(
  '',
  '{{A}}',
  '{{B}} {{A}}',
  'setVariable("A", {{C}})',
  '{{= {{A}} + {{C=}} =}}',
);
const newName = fc.constantFrom('A', 'B', 'C', 'C=', 'D"', '{');

const block = fc
  .tuple(blockId, name, items, text)
  .map(([id, own, inner, text]) => ({
    ...withEdge({ id, type: 'choice input', options: { a: text, b: { c: null } } }, own),
    ...(inner.length > 0 && { items: inner }),
  }));
const group = fc.record({
  id: groupId,
  title: fc.constantFrom('A', 'B'),
  graphCoordinates: fc.constant({ ...place, z: 1 }),
  blocks: fc.array(block, { maxLength: 3 }),
});
const event = fc
  .tuple(eventId, name)
  .map(([id, own]) =>
    withEdge({ id, type: id === 'start' ? 'start' : 'reply', graphCoordinates: place }, own),
  );
const noteId = fc.constantFrom('n1', 'n2', 'nNew');
const note = fc
  .tuple(noteId, fc.constantFrom('A', 'B'), fc.constantFrom('red', undefined))
  .map(([id, text, color]) => ({
    ...{ id, text, graphCoordinates: place, size: { width: 200, height: 100 } },
    ...(color !== undefined && { color }),
  }));
const variable = fc.record({ id: variableId, name: fc.constantFrom('A', 'B') });

/** A small random flow. As in real flows, some ids refer to nothing, and some belong to several parts. */
export const anyEditedFlow = fc
  .record({
    version: fc.constant('6' as const),
    events: fc.array(event, { minLength: 1, maxLength: 3 }),
    groups: fc.array(group, { maxLength: 4 }),
    edges: fc.array(edge, { maxLength: 5 }),
    variables: fc.array(variable, { maxLength: 3 }),
    theme: fc.constant({ general: { font: { family: 'A' } }, chat: null }),
    settings: fc.constant({ general: { isBrandingEnabled: true } }),
    unknown: fc.constant({ kept: true }),
    notes: fc.option(fc.array(note, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  })
  // A flow without notes has no such member.
  .map(({ notes, ...flow }) => ({ ...flow, ...(notes && { notes }) }))
  // Each member has the shape of a flow's, except for those that no edit reads.
  .map((flow) => flow as unknown as FlowDefinition);

const patch = fc.oneof(
  fc.constantFrom(
    { options: { a: 2 } },
    { options: { a: null } },
    { options: { b: { c: 1 } } },
    { options: null },
    { options: 'text' },
    { added: { deep: { x: 1, y: null } } },
    { general: { font: { family: null } } },
    { general: { isBrandingEnabled: null, added: [1] } },
    { chat: { hostAvatar: { url: 'x' } } },
    { type: 'text' },
    {},
  ),
);

const notePatch = fc.constantFrom(
  { text: 'C' },
  { color: null },
  { graphCoordinates: { x: 1 } },
  { size: { width: 300 }, added: { deep: null } },
);

const itemPatch = fc.oneof(
  patch,
  edgeId.map((outgoingEdgeId) => ({ outgoingEdgeId })),
  fc.constantFrom({ paths: [] }, { outgoingEdgeId: null }),
);

const put = fc.oneof(
  fc.record({ part: fc.constant('event'), value: event, index }),
  fc.record({ part: fc.constant('group'), value: group, index }),
  fc.record({ part: fc.constant('block'), value: block, groupId, index }),
  fc.record({ part: fc.constant('block'), value: block, index }),
  fc.record({ part: fc.constant('edge'), value: edge, index }),
  fc.record({ part: fc.constant('variable'), value: variable, index }),
  fc.record({ part: fc.constant('note'), value: note, index }),
  fc.record({
    part: fc.constantFrom('theme', 'settings', 'translations'),
    value: fc.constant({ whole: 1 }),
  }),
);
const remove = fc.oneof(
  fc.record({ part: fc.constant('event'), id: eventId }),
  fc.record({ part: fc.constant('group'), id: groupId }),
  fc.record({ part: fc.constant('block'), id: blockId }),
  fc.record({ part: fc.constant('edge'), id: edgeId }),
  fc.record({ part: fc.constant('variable'), id: variableId }),
  fc.record({ part: fc.constant('note'), id: noteId }),
);
const move = fc.record({ groupId, x: fc.nat(), y: fc.nat() });

/** A random edit of such a flow, of any kind; many cannot be applied. */
export const anyEdit: fc.Arbitrary<FlowEdit> = fc.oneof(
  fc.record({ addGroup: fc.record({ group, index }) }),
  fc.record({ moveGroups: fc.record({ groups: fc.array(move, { maxLength: 3 }) }) }),
  fc.record({ renameGroup: fc.record({ groupId, title: fc.constant('Z') }) }),
  fc.record({ removeGroup: fc.record({ groupId }) }),
  fc.record({ addBlock: fc.record({ groupId, block, index }) }),
  fc.record({ updateBlock: fc.record({ blockId, patch }) }),
  fc.record({ updateItem: fc.record({ blockId, itemId, patch: itemPatch }) }),
  fc.record({ moveBlock: fc.record({ blockId, groupId, index }) }),
  fc.record({ removeBlock: fc.record({ blockId }) }),
  fc.record({ connect: fc.record({ edge, index }) }),
  fc.record({ disconnect: fc.record({ edgeId }) }),
  fc.record({ setVariable: fc.record({ variable, index }) }),
  fc.record({ renameVariable: fc.record({ variableId, name: newName }) }),
  fc.record({ removeVariable: fc.record({ variableId }) }),
  fc.record({ setEvent: fc.record({ event, index }) }),
  fc.record({ removeEvent: fc.record({ eventId }) }),
  fc.record({ setNote: fc.record({ note, index }) }),
  fc.record({ updateNote: fc.record({ noteId, patch: notePatch }) }),
  fc.record({ removeNote: fc.record({ noteId }) }),
  fc.record({ setTheme: fc.record({ patch }) }),
  fc.record({ setSettings: fc.record({ patch }) }),
  fc.record({ setTranslations: fc.record({ patch }) }),
  fc.record({ put }),
  fc.record({ remove }),
  // Each record has the one member of its kind.
) as fc.Arbitrary<FlowEdit>;
