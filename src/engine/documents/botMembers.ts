import { z } from 'zod';
import { resultsTablePreferencesSchema } from './resultsTable.js';

const timestampSchema = z.iso.datetime().describe('ISO 8601, UTC, with milliseconds');

/** What a bot and a published version of it have besides their flow, as they are shown. */
export const shownMembers = {
  id: z.string().describe('Its id'),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
};

/** What a bot has besides its flow, as it is shown: every member is there, null where there is nothing. */
export const shownBotMembers = {
  id: shownMembers.id,
  name: z.string().describe('What people call it'),
  selectedThemeTemplateId: z
    .string()
    .nullable()
    .describe('The theme template its theme was taken from'),
  createdAt: shownMembers.createdAt,
  updatedAt: shownMembers.updatedAt,
  icon: z.string().nullable().describe('An emoji or the address of an image'),
  folderId: z.string().nullable().describe('The folder it sits in; null at the root'),
  publicId: z
    .string()
    .nullable()
    .describe('The name public chats are started by; unique on the server'),
  customDomain: z
    .string()
    .nullable()
    .describe('The host, or host and path, it answers at; unique on the server'),
  workspaceId: z.string().describe('The workspace it belongs to'),
  resultsTablePreferences: resultsTablePreferencesSchema
    .nullable()
    .describe('How the table of results is laid out'),
  isArchived: z.boolean().describe('An archived bot can be neither listed nor chatted with'),
  isClosed: z.boolean().describe('A closed bot refuses new chats'),
  messengerCredentialsId: z
    .string()
    .nullable()
    .describe('The credentials of its messaging-app channel'),
  riskLevel: z.number().nullable().describe('How much it is suspected of abuse'),
};

/** What may be sent for a member: it means what the member means where it is shown. */
export function sentFor<S extends z.ZodType>(shown: z.ZodType, schema: S): S {
  return schema.meta({ ...shown.meta() });
}
