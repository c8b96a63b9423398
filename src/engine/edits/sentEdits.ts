import { z } from 'zod';
import { edgesSchema } from '../documents/edge.js';
import { eventSchema } from '../documents/event.js';
import { groupsOf } from '../documents/group.js';
import { issuesIn } from '../../checks/issue.js';
import { jsonFault } from '../documents/jsonFault.js';
import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import { readBySteps, readDocument, type Outcome } from '../documents/sentDocument.js';
import { notesSchema } from '../documents/note.js';
import { sentGroupWithUnknownSchema } from '../documents/sentGroup.js';
import { variablesSchema } from '../documents/variable.js';
import type { Issue } from '../../checks/issue.js';
import { editInputs, MAX_EDITS } from './editInputs.js';
import type { FlowEdit } from './flowEdit.js';
import { LISTS } from './places.js';

/**
 * A list of edits as a caller sends it. The documents in it are read as those of a whole flow are: in steps, with null as
 * absence, and their members kept in order.
 */
export const sentEditsSchema = readBySteps(readEdits);

function* readEdits(sent: unknown): Generator<undefined, Outcome<readonly FlowEdit[]>> {
  const fault = jsonFault(sent);
  if (fault) return { ok: false, issues: [fault] };
  const listed = editsSchema.safeParse(sent);
  if (!listed.success) return { ok: false, issues: issuesIn(listed.error) };
  yield;
  const parts = placed(listed.data.flatMap(partsIn));
  const reading = { fields: partsFields, prepare: asItIs };
  const read = yield* readDocument(documentOf(parts), reading);
  if (!read.ok) return { ok: false, issues: read.issues.map((issue) => placedIssue(issue, parts)) };
  // `partsFields` has checked it.
  const documents = read.record as ReadParts;
  const found = new Map(parts.map((part) => [part.path.join(), documentAt(documents, part)]));
  // The schemas of the edits and of their documents have checked it.
  const edits = listed.data.map((edit, index) => withDocuments(edit, index, found)) as FlowEdit[];
  return { ok: true, record: edits };
}

const asItIs = (record: JsonRecord) => ({ ok: true, record }) as const;

/** The documents of all edits, as parts of one document. */
const partsFields = z.object({
  events: z.array(eventSchema),
  groups: groupsOf(sentGroupWithUnknownSchema),
  edges: edgesSchema,
  variables: variablesSchema,
  notes: notesSchema,
});

type ListName = keyof typeof partsFields.shape;

/** The list in which a kind of document is read; a block is read inside a group made for it. */
const lists = { ...LISTS, block: 'groups' } as const satisfies Record<string, ListName>;

type DocumentPart = keyof typeof lists;

/** A document in an edit: what it is, and its place in the edits. */
interface SentPart {
  readonly part: DocumentPart;
  readonly value: unknown;
  readonly path: readonly (string | number)[];
}

/** The same, with its place among the documents that are read together. */
interface PlacedPart extends SentPart {
  readonly list: ListName;
  readonly at: number;
}

type SentEdit = Readonly<Record<string, JsonRecord>>;

function partsIn(edit: SentEdit, index: number): SentPart[] {
  return Object.entries(edit).flatMap(([kind, input]) => {
    const own = DOCUMENTS[kind] ?? '';
    const [name, part] = kind === 'put' ? ['value', input['part']] : [own, own];
    return isDocumentPart(part) ? [{ part, value: input[name], path: [index, kind, name] }] : [];
  });
}

function isDocumentPart(part: unknown): part is DocumentPart {
  return typeof part === 'string' && Object.hasOwn(lists, part);
}

/** The document in each kind of edit that has one; the member is called as the part is. */
const DOCUMENTS: Readonly<Record<string, DocumentPart>> = {
  addGroup: 'group',
  addBlock: 'block',
  connect: 'edge',
  setVariable: 'variable',
  setEvent: 'event',
  setNote: 'note',
};

function placed(parts: readonly SentPart[]): PlacedPart[] {
  const lengths = { events: 0, groups: 0, edges: 0, variables: 0, notes: 0 };
  return parts.map((part) => {
    const list = lists[part.part];
    lengths[list] += 1;
    return { ...part, list, at: lengths[list] - 1 };
  });
}

function documentOf(parts: readonly PlacedPart[]): Record<ListName, unknown[]> {
  const listOf = (name: ListName): unknown[] =>
    parts
      .filter(({ list }) => list === name)
      .map(({ part, value }) => (part === 'block' ? { ...around, blocks: [value] } : value));
  const [events, groups, notes] = [listOf('events'), listOf('groups'), listOf('notes')];
  return { events, groups, edges: listOf('edges'), variables: listOf('variables'), notes };
}

const around = { id: 'group', title: '', graphCoordinates: { x: 0, y: 0 } };

/** The path of a block within the group that is made for it. */
const IN_GROUP = ['blocks', 0] as const;

/** A document as it was read. */
function documentAt(read: ReadParts, { part, list, at }: PlacedPart): unknown {
  const isInGroup = part === 'block';
  return isInGroup
    ? read.groups.slice(at, at + 1).flatMap(({ blocks }) => blocks)[0]
    : read[list][at];
}

type ReadParts = z.infer<typeof partsFields>;

/** A fault of a document, with its place in the edits; that of all documents together has none. */
function placedIssue({ path, message }: Issue, parts: readonly PlacedPart[]): Issue {
  const [list, at, ...within] = path;
  const found = parts.filter((one) => one.list === list && one.at === at);
  const isInGroup = found.some(({ part }) => part === 'block');
  const inner = isInGroup ? within.slice(IN_GROUP.length) : within;
  return { path: [...found.flatMap((one) => one.path), ...inner], message };
}

function withDocuments(
  edit: SentEdit,
  index: number,
  found: ReadonlyMap<string, unknown>,
): JsonRecord {
  const members = Object.entries(edit).map(([kind, input]) => {
    const read = Object.entries(input).map(([name, value]) => {
      const path = [index, kind, name].join();
      return [name, found.has(path) ? found.get(path) : value] as const;
    });
    return [kind, Object.fromEntries(read)] as const;
  });
  return Object.fromEntries(members);
}

const KINDS = [...editInputs.keys()].join(', ');

/** Not `z.record`, with which zod takes long for many faulty members. */
const editSchema = z.custom<SentEdit>().superRefine((edit: unknown, context) => {
  const members = isJsonRecord(edit) ? Object.entries(edit) : [];
  const [[kind, input] = ['', {}], ...others] = members;
  const schema = editInputs.get(kind);
  if (!schema || others.length > 0)
    return context.addIssue(`Must have one member, which is one of ${KINDS}`);
  for (const { path, message } of schema.safeParse(input).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [kind, ...path], message });
});

const editsSchema = z.array(editSchema, 'Must be a list of edits').max(MAX_EDITS);
