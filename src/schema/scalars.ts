import { GraphQLScalarType } from 'graphql';
import { z } from 'zod';
import {
  botImportFields,
  botImportSchema,
  botPatchFields,
  botPatchSchema,
  customDomainSchema,
  editsFields,
  flowDefinitionSchema,
  languageTagSchema,
  flowOverrideFields,
  flowOverrideSchema,
  newBotFields,
  newBotSchema,
  isShallow,
  messageTextSchema,
  prefilledVariablesSchema,
  resultsTablePreferencesSchema,
  sentEditsSchema,
  sentMessageSchema,
  sentThemeSchema,
  settingsSchema,
  shownBotMembers,
  shownMembers,
  startFromSchema,
  themeSchema,
} from '../engine/index.js';
import { isVisible } from '../checks/texts.js';
import { invalid } from '../errors/errors.js';
import { eventFields } from './chatEventKinds.js';
import {
  chatReplySchema,
  clientSideActionSchema,
  inputSchema,
  messageSchema,
} from './chatReplyDocument.js';
import { credentialsDataSchema } from './credentialsData.js';
import { scalarOf } from './scalar.js';
import { isTimeZone } from '../checks/timeZone.js';

/** A time, as ISO 8601 text in UTC with milliseconds. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  description: 'An instant: ISO 8601, UTC, with milliseconds, as in 2026-01-31T09:30:00.000Z.',
  serialize: (value) => {
    if (value instanceof Date) return value.toISOString();
    throw new TypeError('DateTime expects a Date');
  },
  parseValue: (value) => {
    const date = typeof value === 'string' ? new Date(value) : undefined;
    const year = date?.getUTCFullYear() ?? Number.NaN;
    // PostgreSQL stores fewer years than `Date` does.
    if (date && year >= 1000 && year <= 9999) return date;
    throw invalid([{ path: [], message: 'Not an ISO 8601 date from the years 1000 to 9999' }]);
  },
});

/** Any JSON value, for members whose shape depends on another member. */
export const Json = scalarOf({
  name: 'JSON',
  standard: 'https://www.rfc-editor.org/rfc/rfc8259',
  description: 'Any JSON value; its shape follows from the kind named beside it.',
  schema: z.unknown().refine(isShallow, 'Is nested too deep'),
});

/** Used to convert a document, but not stored: stored documents always have the latest version. */
const sentVersion = z.string().optional().describe('The version it is of: 3, 4, 5, 6 or 6.1');

export const NewBot = scalarOf({
  name: 'NewBot',
  description: 'A bot to create: every field is optional, the graph in the shape of version 6.',
  schema: newBotSchema,
  documented: newBotFields,
});

export const BotImport = scalarOf({
  name: 'BotImport',
  description: 'A bot as exported, in versions 3 to 6; only `groups` is required.',
  schema: botImportSchema,
  documented: botImportFields.extend({ version: sentVersion }),
});

export const BotPatch = scalarOf({
  name: 'BotPatch',
  description:
    'What is to change of a bot: absent is unchanged, null clears, and each part of the graph is replaced whole.',
  schema: botPatchSchema,
  documented: botPatchFields.extend({ version: sentVersion }),
});

export const FlowEdits = scalarOf({
  name: 'FlowEdits',
  description:
    'A list of edits of a flow, each an object with one member that names its kind (docs/guide/edit-a-flow.md).',
  schema: sentEditsSchema,
  documented: editsFields,
});

export const FlowOverride = scalarOf({
  name: 'FlowOverride',
  description: 'A flow to preview instead of the stored one, in versions 3 to 6.',
  schema: flowOverrideSchema,
  documented: flowOverrideFields,
});

export const SentMessage = scalarOf({
  name: 'SentMessage',
  description: 'What a person sends: a text, or an object with a `type`.',
  schema: sentMessageSchema,
});

export const PrefilledVariables = scalarOf({
  name: 'PrefilledVariables',
  description: 'Values by the name of the variable; unknown names are ignored.',
  schema: prefilledVariablesSchema,
  documented: z.record(z.string(), z.unknown()),
});

export const StartFrom = scalarOf({
  name: 'StartFrom',
  description: 'Where a preview begins: a group, a block or an event.',
  schema: startFromSchema,
});

/** PostgreSQL can store neither NUL nor lone surrogates in text. */
const shortTextSchema = z
  .string()
  .max(1000)
  .refine((text) => !text.includes('\0'), 'May not contain the NUL character')
  .refine((text) => text.isWellFormed(), 'May not contain half a surrogate pair');

/** A label or an optional name; may be empty. */
export const ShortText = scalarOf({
  name: 'ShortText',
  description: 'A text of at most 1000 characters.',
  schema: shortTextSchema,
});

/** A name that is not blank. */
export const Name = scalarOf({
  name: 'Name',
  description: 'A text of at most 1000 characters, and not of blanks alone.',
  schema: shortTextSchema.refine(isVisible, 'Must not be blank'),
});

const emailSchema = z.email('Not an e-mail address').max(320);

/** An e-mail address. */
export const EmailAddress = scalarOf({
  name: 'EmailAddress',
  standard: 'https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2',
  description: 'An e-mail address; kept in lower case.',
  schema: emailSchema.transform((text) => text.toLowerCase()),
  documented: emailSchema,
});

/** The secrets of a service. Their shape depends on its type (credentialsData.ts), and no fault repeats them. */
export const CredentialsData = scalarOf({
  name: 'CredentialsData',
  description: 'The secrets of a service; what they are follows from its type. Never read back.',
  schema: z.record(z.string(), z.unknown()),
  documented: credentialsDataSchema,
});

/** The number of results on a page. */
export const PageLimit = scalarOf({
  name: 'PageLimit',
  description: 'A whole number from 1 to 100.',
  schema: z.number().int().min(1).max(100),
});

/** The number of events on a page. */
export const EventLimit = scalarOf({
  name: 'EventLimit',
  description: 'A whole number from 1 to 256.',
  schema: z.number().int().min(1).max(256),
});

/** An idempotency key. */
export const IdempotencyKey = scalarOf({
  name: 'IdempotencyKey',
  standard: 'https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/',
  description: 'From 1 to 255 visible characters of ASCII; a random one, such as a UUID.',
  schema: z.string().regex(/^[\x21-\x7e]{1,255}$/, 'Must be 1 to 255 visible characters'),
});

/** A message of a visitor. */
export const MessageText = scalarOf({
  name: 'MessageText',
  description: 'A text from 1 to 100000 characters.',
  schema: messageTextSchema.min(1),
});

/** A time zone by its IANA name. */
export const TimeZone = scalarOf({
  name: 'TimeZone',
  standard: 'https://www.iana.org/time-zones',
  description: 'The IANA name of a time zone, as in Europe/Paris.',
  schema: z.string().refine(isTimeZone, 'Unknown time zone'),
});

export const Locale = scalarOf({
  name: 'Locale',
  standard: 'https://www.rfc-editor.org/rfc/rfc5646',
  description:
    'Languages by their tags, the most wanted first, with commas between them, as in de-AT,de,en.',
  schema: z
    .string()
    .max(200)
    .regex(/^[\w-]{1,35}(?:,[\w-]{1,35})*$/, 'Must be tags of languages with commas between them'),
});

export const LanguageTag = scalarOf({
  name: 'LanguageTag',
  standard: 'https://www.rfc-editor.org/rfc/rfc5646',
  description: 'A language by its tag in canonical form, as in de or pt-BR.',
  schema: languageTagSchema,
});

export const VariableValue = scalarOf({
  name: 'VariableValue',
  description: 'A text, or a list of texts with null for a gap.',
  schema: z.union([z.string(), z.array(z.string().nullable())]),
});

export const ResultsTablePreferencesScalar = scalarOf({
  name: 'ResultsTablePreferences',
  description: 'How the table of results is laid out.',
  schema: resultsTablePreferencesSchema,
});

export const FlowDocument = scalarOf({
  name: 'FlowDocument',
  description: 'A flow with everything it holds: graph, variables, theme and settings.',
  schema: flowDefinitionSchema,
});

export const ThemeDocument = scalarOf({
  name: 'ThemeDocument',
  description: 'A theme, sparse: absent members have their default.',
  schema: sentThemeSchema,
  documented: themeSchema,
});

export const SettingsDocument = scalarOf({
  name: 'SettingsDocument',
  description: 'How a bot behaves, sparse: absent members have their default.',
  schema: settingsSchema,
});

/** The name of a host at which bots can be served, without a path. */
export const HostName = scalarOf({
  name: 'HostName',
  standard: 'https://www.rfc-editor.org/rfc/rfc1123#section-2.1',
  description: 'A host such as chat.example.com; kept in lower case.',
  schema: customDomainSchema.refine((host) => !host.includes('/'), 'Must be a host without a path'),
});

/** A bot as REST sends it: every member is present, null if it has no value. */
const botDocumentSchema = z.object({ ...flowDefinitionSchema.shape, ...shownBotMembers });

export const BotDocument = scalarOf({
  name: 'BotDocument',
  description: 'A bot with its draft, exactly as REST sends it.',
  schema: botDocumentSchema,
});

/** A published version as REST sends it. */
const publishedBotSchema = z.object({
  ...flowDefinitionSchema.shape,
  ...shownMembers,
  botId: z.string().describe('The bot it was published from'),
});

export const PublishedBotDocument = scalarOf({
  name: 'PublishedBotDocument',
  description: 'What was published of a bot, exactly as REST sends it.',
  schema: publishedBotSchema,
});

export const ChatReplyDocument = scalarOf({
  name: 'ChatReplyDocument',
  description: 'A reply of a chat, exactly as REST sends it.',
  schema: chatReplySchema,
});

export const ChatMessageDocument = scalarOf({
  name: 'ChatMessageDocument',
  description: 'A message of a chat, exactly as REST sends it.',
  schema: messageSchema,
});

export const ChatInputDocument = scalarOf({
  name: 'ChatInputDocument',
  description: 'An input of a chat, exactly as REST sends it.',
  schema: inputSchema,
});

export const ClientSideActionDocument = scalarOf({
  name: 'ClientSideActionDocument',
  description: 'An action for the client, exactly as REST sends it.',
  schema: clientSideActionSchema,
});

export const ChatEventDocument = scalarOf({
  name: 'ChatEventDocument',
  description: 'An event of a chat, exactly as REST sends it: with the members of its kind.',
  schema: z
    .looseObject({
      ...eventFields,
      kind: z.string().describe('What happened; the member of the same name says more'),
    })
    .meta({ id: 'ChatEvent' }),
});
