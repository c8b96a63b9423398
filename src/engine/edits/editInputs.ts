import { z } from 'zod';
import { edgeSchema } from '../documents/edge.js';
import { eventSchema } from '../documents/event.js';
import { storedBlockSchema } from '../documents/group.js';
import { noteSchema } from '../documents/note.js';
import { sentGroupWithUnknownSchema } from '../documents/sentGroup.js';
import { settingsSchema } from '../documents/settings.js';
import { themeSchema } from '../documents/theme.js';
import { translationsSchema } from '../documents/translations.js';
import { variableSchema } from '../documents/variable.js';
import type { FlowEditKind, FlowParts } from './flowEdit.js';

/** The number of edits that one request may have. */
export const MAX_EDITS = 1_000;

const id = z.string();
const index = z.number().int().min(0).optional();
const patch = z.record(z.string(), z.unknown());
const move = z.strictObject({ groupId: id, x: z.number(), y: z.number() });
const listed = ['event', 'group', 'block', 'edge', 'variable', 'note'] as const;
const place = { groupId: id.optional(), index };

/** The schemas of the documents in edits, by part. */
type Documents = Readonly<Record<keyof FlowParts, z.ZodType>>;

/** The schemas of all kinds of edits (see `FlowEdits`), with these schemas for their documents. */
function inputsOf(documents: Documents): Readonly<Record<FlowEditKind, z.ZodType>> {
  const { event, group, block, edge, variable, note } = documents;
  return {
    addGroup: z.strictObject({ group, index }),
    moveGroups: z.strictObject({ groups: z.array(move).max(MAX_EDITS) }),
    renameGroup: z.strictObject({ groupId: id, title: z.string() }),
    removeGroup: z.strictObject({ groupId: id }),
    addBlock: z.strictObject({ groupId: id, block, index }),
    updateBlock: z.strictObject({ blockId: id, patch }),
    updateItem: z.strictObject({ blockId: id, itemId: id, patch }),
    moveBlock: z.strictObject({ blockId: id, groupId: id, index }),
    removeBlock: z.strictObject({ blockId: id }),
    connect: z.strictObject({ edge, index }),
    disconnect: z.strictObject({ edgeId: id }),
    setVariable: z.strictObject({ variable, index }),
    renameVariable: z.strictObject({ variableId: id, name: z.string() }),
    removeVariable: z.strictObject({ variableId: id }),
    setEvent: z.strictObject({ event, index }),
    removeEvent: z.strictObject({ eventId: id }),
    setNote: z.strictObject({ note, index }),
    updateNote: z.strictObject({ noteId: id, patch }),
    removeNote: z.strictObject({ noteId: id }),
    setTheme: z.strictObject({ patch }),
    setSettings: z.strictObject({ patch }),
    setTranslations: z.strictObject({ patch }),
    put: putSchemaOf(documents),
    remove: z.strictObject({ part: z.enum(listed), id }),
  };
}

function putSchemaOf({ theme, settings, translations, ...documents }: Documents): z.ZodType {
  return z.discriminatedUnion('part', [
    z.strictObject({ part: z.literal('theme'), value: theme }),
    z.strictObject({ part: z.literal('settings'), value: settings }),
    z.strictObject({ part: z.literal('translations'), value: translations }),
    ...listed.map((part) =>
      z.strictObject({ part: z.literal(part), value: documents[part], ...place }),
    ),
  ]);
}

const any = z.unknown();

/** The schemas of all kinds of edits without their documents, which are read in steps. */
export const editInputs: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(
    inputsOf({
      ...{ event: any, group: any, block: any, edge: any, variable: any, note: any },
      ...{ theme: patch, settings: patch, translations: patch },
    }),
  ),
);

const wholeInputs = inputsOf({
  event: eventSchema,
  group: sentGroupWithUnknownSchema,
  block: storedBlockSchema,
  edge: edgeSchema,
  variable: variableSchema,
  note: noteSchema,
  theme: themeSchema,
  settings: settingsSchema,
  translations: translationsSchema,
});

/** A list of edits with the documents in them, for documentation. */
export const editsFields = z
  .array(
    z.union(Object.entries(wholeInputs).map(([kind, input]) => z.strictObject({ [kind]: input }))),
  )
  .max(MAX_EDITS);
