import { z } from 'zod';
import { optional } from '../fields/field.js';
import { type FlowDefinition, flowDefinitionSchema } from '../flow/flow.js';
import { upgradeDefinition, upgradePatch } from '../flow/upgrade/index.js';
import { isVisible } from '../../checks/texts.js';
import { customDomainSchema, publicIdSchema, sentFor, shownBotMembers } from './botMembers.js';
import { edgesSchema } from './edge.js';
import { eventsSchema } from './event.js';
import { groupsOf } from './group.js';
import type { JsonRecord } from './jsonRecord.js';
import { notesSchema } from './note.js';
import { changed, each } from './rewrite.js';
import { shapeOf } from './schemaShape.js';
import { type Prepared, sentDocument } from './sentDocument.js';
import { sentGroupSchema, sentGroupWithUnknownSchema } from './sentGroup.js';
import { settingsSchema } from './settings.js';
import { THEME_VERSION, themeSchema } from './theme.js';
import { translationsSchema } from './translations.js';
import {
  misspeltFaults,
  unknownMembers,
  unknownMembersFaults,
  withoutForeign,
  wrongFileFault,
} from './unknownMembers.js';
import { variablesSchema } from './variable.js';

/** A visible name: text of more than blanks. */
const nameSchema = z.string().refine(isVisible, 'Must not be blank');

const shown = shownBotMembers;

const flowMembers = {
  events: eventsSchema.optional(),
  groups: groupsOf(sentGroupSchema).optional(),
  edges: edgesSchema.optional(),
  variables: variablesSchema.optional(),
  theme: themeSchema.optional(),
  settings: settingsSchema.optional(),
  translations: translationsSchema.optional(),
  notes: notesSchema.optional(),
};

const displayMembers = {
  name: sentFor(shown.name, nameSchema).optional(),
  icon: shown.icon.optional(),
  folderId: shown.folderId.optional(),
  selectedThemeTemplateId: shown.selectedThemeTemplateId.optional(),
  resultsTablePreferences: shown.resultsTablePreferences.optional(),
};

const addressMembers = {
  publicId: sentFor(shown.publicId, publicIdSchema.nullable()).optional(),
  customDomain: sentFor(shown.customDomain, customDomainSchema.nullable()).optional(),
};

const NO_MOMENT = 'Must be a moment, such as 2026-01-31T09:30:00.000Z';
const moment = z.string(NO_MOMENT).pipe(z.coerce.date({ error: NO_MOMENT }));

/** The members of `NewBot`, for documentation. */
export const newBotFields = z.object({ ...displayMembers, ...flowMembers, ...addressMembers });

/** The members of `BotPatch`, for documentation. */
export const botPatchFields = newBotFields.extend({
  groups: groupsOf(sentGroupWithUnknownSchema).optional(),
  isClosed: shown.isClosed.optional(),
  messengerCredentialsId: shown.messengerCredentialsId.optional(),
  riskLevel: shown.riskLevel.optional(),
  updatedAt: optional(
    moment,
    'The time of the bot as you know it; refused when the bot has changed since',
  ),
});

/** The names of all members of a bot. */
export const BOT_MEMBERS = Object.keys(botPatchFields.shape);

/** The members of `BotImport` after the upgrade to version 6, for documentation. */
export const botImportFields = z.object({
  ...displayMembers,
  ...flowMembers,
  groups: groupsOf(sentGroupWithUnknownSchema),
});

/** The members of `FlowOverride` after the upgrade to version 6, for documentation. */
export const flowOverrideFields = z.object({
  id: shown.id.optional(),
  version: flowDefinitionSchema.shape.version,
  events: eventsSchema,
  groups: groupsOf(sentGroupWithUnknownSchema),
  edges: edgesSchema.default([]),
  variables: variablesSchema.default([]),
  theme: themeSchema.default({}),
  [THEME_VERSION]: optional(
    z.string(),
    'The version whose defaults its theme has; 6 where it is absent',
  ),
  settings: settingsSchema.default({}),
  translations: translationsSchema.optional(),
  notes: notesSchema.optional(),
});

/**
 * A bot to create: every member may be left out, and the graph is of version 6. Members that this server does not know
 * are kept, as they are inside a document.
 */
export const newBotSchema = sentDocument(newBotFields.loose(), (bot) =>
  kept({ ok: true, record: bot }, newBotFields, displayMembers),
);

/**
 * A change to a bot: an absent member stays as it is, null clears what can be cleared, and members of the flow are
 * replaced whole. Any version and spelling is accepted; the output is of version 6. A patch without any known member is
 * refused as misspelt. Blocks of unknown kinds are checked against the stored draft: see `unknownBlockIssues`.
 */
export const botPatchSchema = sentDocument(botPatchFields.loose(), preparePatch);

/**
 * A file to make a bot of: any version and spelling, only its groups are required. Members that a file must not set are
 * dropped; sharing and the messenger channel are off. Unknown members and blocks of unknown kinds, which a newer
 * product wrote, are kept.
 */
export const botImportSchema = sentDocument(botImportFields.loose(), (file) =>
  kept(withoutPowers(file), botImportFields, displayMembers),
);

/** A flow to try without storing it, of any version and spelling. */
export const flowOverrideSchema = sentDocument(flowOverrideFields, upgradeFile);

/** A bot to create. */
export type NewBot = z.infer<typeof newBotSchema>;
/** What to change of a bot. */
export type BotPatch = z.infer<typeof botPatchSchema>;
/** A file to make a bot of. */
export type BotImport = z.infer<typeof botImportSchema>;
/** A flow to try without storing it; without its `id` it is a `FlowDefinition`. */
export type FlowOverride = z.infer<typeof flowOverrideSchema>;

/** A bot whose name is blank is treated as one without a name. */
function withoutBlankName(file: JsonRecord): JsonRecord {
  const { name, ...nameless } = file;
  return typeof name === 'string' && !isVisible(name) ? nameless : file;
}

function upgradeFile(file: JsonRecord): Prepared {
  const fault = wrongFileFault(file);
  return fault ? { ok: false, issues: [fault] } : upgradeDefinition(file);
}

function withoutPowers(file: JsonRecord): Prepared {
  const upgraded = upgradeFile(withoutBlankName(file));
  if (!upgraded.ok) return upgraded;
  const off = each((section) => changed(section, 'isEnabled', () => false));
  const record = changed(
    upgraded.record,
    'settings',
    each((settings) => changed(changed(settings, 'publicShare', off), 'messengerChannel', off)),
  );
  return { ok: true, record };
}

/**
 * Drops members that callers may not write. Refuses more unknown members than can be kept, and null for the members in
 * `named`, which a bot must have.
 */
function kept(prepared: Prepared, fields: z.ZodObject, named: object): Prepared {
  if (!prepared.ok) return prepared;
  const record = withoutForeign(prepared.record, fields.shape);
  const issues = unknownMembersFaults(unknownMembers(record));
  if (issues.length > 0) return { ok: false, issues };
  const { members } = shapeOf(fields)();
  const cleared = Object.keys(record).filter(
    (key) => record[key] === null && Object.hasOwn(named, key) && members.get(key)?.isNullAbsence,
  );
  return cleared.length > 0 ? refused(cleared, 'Cannot be null') : { ok: true, record };
}

function preparePatch(patch: JsonRecord): Prepared {
  // Null removes an unknown member of the stored bot, so the caller with the stored bot checks again.
  const issues = misspeltFaults(patch, nullsIn(patch));
  if (issues.length > 0) return { ok: false, issues };
  return kept(upgradePatch(patch), botPatchFields, botPatchFields.shape);
}

function nullsIn(patch: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value === null));
}

function refused(keys: readonly string[], message: string): Prepared {
  return { ok: false, issues: keys.map((key) => ({ path: [key], message })) };
}

/**
 * The flow of a new bot, with defaults for what was left out: an empty graph whose start event, with the given id,
 * leads nowhere yet. Theme and settings stay sparse.
 */
export function newDefinition(sent: NewBot, startEventId: string): FlowDefinition {
  return {
    version: '6',
    events: sent.events ?? [{ id: startEventId, type: 'start', graphCoordinates: { x: 0, y: 0 } }],
    groups: sent.groups ?? [],
    edges: sent.edges ?? [],
    variables: sent.variables ?? [],
    theme: sent.theme ?? {},
    settings: sent.settings ?? {},
    ...(sent.translations && { translations: sent.translations }),
    ...unknownMembers(sent),
    ...(sent.notes?.length && { notes: sent.notes }),
  };
}

/** A theme that is sent by itself: refused when it cannot be stored safely, stored as it was sent. */
export const sentThemeSchema = sentDocument(themeSchema);
