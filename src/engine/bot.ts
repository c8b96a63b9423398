import { z } from 'zod';
import { customDomainSchema } from './customDomain.js';
import { edgeSchema } from './edge.js';
import { eventsSchema } from './event.js';
import { flowDefinitionSchema } from './flow.js';
import type { JsonRecord } from './jsonRecord.js';
import { publicIdSchema } from './publicId.js';
import { resultsTablePreferencesSchema } from './resultsTable.js';
import { changed, each } from './rewrite.js';
import { type Prepared, sentDocument } from './sentDocument.js';
import { sentGroupSchema } from './sentGroup.js';
import { settingsSchema } from './settings.js';
import { themeSchema } from './theme.js';
import { upgradeDefinition, upgradePatch } from './upgrade/index.js';
import { variableSchema } from './variable.js';

const nullableText = z.string().nullable().optional();

const flowMembers = {
  events: eventsSchema.optional(),
  groups: z.array(sentGroupSchema).optional(),
  edges: z.array(edgeSchema).optional(),
  variables: z.array(variableSchema).optional(),
  theme: themeSchema.optional(),
  settings: settingsSchema.optional(),
};

const displayMembers = {
  name: z.string().optional(),
  icon: nullableText,
  folderId: nullableText,
  selectedThemeTemplateId: nullableText,
  resultsTablePreferences: resultsTablePreferencesSchema.nullable().optional(),
};

const addressMembers = {
  publicId: publicIdSchema.nullable().optional(),
  customDomain: customDomainSchema.nullable().optional(),
};

const NO_MOMENT = 'must be a moment, such as 2026-01-31T09:30:00.000Z';
const moment = z
  .union([z.string(), z.number(), z.date()], NO_MOMENT)
  .pipe(z.coerce.date({ error: NO_MOMENT }));

/** The members of `NewBot`, for whoever documents them. */
export const newBotFields = z.object({ ...displayMembers, ...flowMembers, ...addressMembers });

/** The members of `BotPatch`, for whoever documents them. */
export const botPatchFields = newBotFields.extend({
  isClosed: z.boolean().optional(),
  messengerCredentialsId: nullableText,
  riskLevel: z.number().nullable().optional(),
  updatedAt: moment.optional(),
});

/** The members of `BotImport` once it is of version 6, for whoever documents them. */
export const botImportFields = z.object({
  ...displayMembers,
  ...flowMembers,
  groups: z.array(sentGroupSchema),
});

/** The members of `FlowOverride` once it is of version 6, for whoever documents them. */
export const flowOverrideFields = z.object({
  id: z.string().optional(),
  version: flowDefinitionSchema.shape.version,
  events: eventsSchema,
  groups: z.array(sentGroupSchema),
  edges: z.array(edgeSchema).default([]),
  variables: z.array(variableSchema).default([]),
  theme: themeSchema.default({}),
  settings: settingsSchema.default({}),
});

/**
 * A bot to create: every member may be left out, and the graph is of version 6 in our names (interface §4, "Create").
 */
export const newBotSchema = sentDocument(newBotFields);

/**
 * What to change of a bot: absent leaves as it is, null clears what can be cleared, and members of the flow are
 * replaced whole. Of any version and spelling; what comes out is of version 6 (interface §4, "Update").
 */
export const botPatchSchema = sentDocument(botPatchFields, upgradePatch);

/**
 * A file to make a bot of: of any version and spelling, only its groups are required. What a stranger's file must not
 * bring along is not taken over; sharing and the messenger channel are off (choices, "Authoring").
 */
export const botImportSchema = sentDocument(botImportFields, withoutPowers);

/** A flow to try without storing it, of any version and spelling (interface §4, "Start a preview chat"). */
export const flowOverrideSchema = sentDocument(flowOverrideFields, upgradeDefinition);

/** A bot to create. */
export type NewBot = z.infer<typeof newBotSchema>;
/** What to change of a bot. */
export type BotPatch = z.infer<typeof botPatchSchema>;
/** A file to make a bot of. */
export type BotImport = z.infer<typeof botImportSchema>;
/** A flow to try without storing it; leave out `id` and it is a `FlowDefinition`. */
export type FlowOverride = z.infer<typeof flowOverrideSchema>;

function withoutPowers(file: JsonRecord): Prepared {
  const upgraded = upgradeDefinition(file);
  if (!upgraded.ok) return upgraded;
  const off = each((section) => changed(section, 'isEnabled', () => false));
  const record = changed(
    upgraded.record,
    'settings',
    each((settings) => changed(changed(settings, 'publicShare', off), 'messengerChannel', off)),
  );
  return { ok: true, record };
}
