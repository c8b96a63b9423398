import { z } from 'zod';
import { optional } from '../fields/field.js';

/**
 * 1 to 255 characters that need no escape in an address (RFC 3986), and not a step of a path (docs/spec-choices.md,
 * "Bots").
 */
const PUBLIC_ID = /^(?!\.{1,2}$)[A-Za-z0-9._~-]{1,255}$/;

/** What addresses of the server begin with: a bot of that name would have no page. A test compares them with the routes. */
const OWN_ADDRESSES = new Set(
  [
    'api authorize chat connect console docs examples files graphql guides healthz invitations metrics oauth parts readyz revoke schemas',
    'sign-in sign-out token v1 v2 openapi.json schema.graphql favicon.ico icon.svg embed.js page.js frame.js front.js brand.css page.css',
    'front.css guide.css',
  ].flatMap((names) => names.split(' ')),
);

/** The name a bot's public chats are started by; case-sensitive. */
export const publicIdSchema = z
  .string()
  .regex(
    PUBLIC_ID,
    'Must be 1 to 255 of the characters A–Z a–z 0–9 - . _ ~, and neither "." nor ".."',
  )
  .refine(
    // Routes are found whatever their case.
    (publicId) => !OWN_ADDRESSES.has(publicId.toLowerCase()),
    'Is an address of this server; choose another',
  );

const LABEL = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;
const LAST_LABEL = /\.[A-Za-z][^.]+$/;
const PATH = /^[\w/-]+$/;
const MAX_HOST_LENGTH = 253;

/**
 * The address a bot is served at: a host, alone or followed by `/` and a path. The host is lower-cased, because hosts
 * are case-insensitive; the path stays as sent.
 */
export const customDomainSchema = z
  .string()
  .max(2000)
  .refine(
    isHostAndPath,
    'Must be a host such as chat.example.com, alone or followed by / and a path',
  )
  .overwrite(withLowerCaseHost);

function isHostAndPath(address: string): boolean {
  const { host, path } = partsOf(address);
  const isHost = host.split('.').every((label) => LABEL.test(label)) && LAST_LABEL.test(host);
  return isHost && host.length <= MAX_HOST_LENGTH && (path === undefined || PATH.test(path));
}

function withLowerCaseHost(address: string): string {
  const { host } = partsOf(address);
  return host.toLowerCase() + address.slice(host.length);
}

function partsOf(address: string): { host: string; path: string | undefined } {
  const slash = address.indexOf('/');
  if (slash < 0) return { host: address, path: undefined };
  return { host: address.slice(0, slash), path: address.slice(slash + 1) };
}

/** Some clients write an empty object as an empty list. */
const widthsSchema = z.preprocess(
  (sent) => (Array.isArray(sent) && sent.length === 0 ? {} : sent),
  z.record(z.string(), z.number()),
);

/** The arrangement of the table of results: column ids in order, which ones are shown, widths in px. */
export const resultsTablePreferencesSchema = z.looseObject({
  columnsOrder: optional(z.array(z.string()), 'The columns, from left to right'),
  columnsVisibility: optional(
    z.record(z.string(), z.boolean()),
    'Whether a column is shown, by its id',
  ),
  columnsPinned: optional(
    z.array(z.string()),
    'The columns that stay in sight when the table is scrolled',
  ),
  columnsWidth: optional(widthsSchema, 'How wide a column is in px, by its id'),
});

/** The arrangement of the table of results. */
export type ResultsTablePreferences = z.infer<typeof resultsTablePreferencesSchema>;

const timestampSchema = z.iso.datetime().describe('ISO 8601, UTC, with milliseconds');

/** The members of a bot and of its published version in replies, besides their flow. */
export const shownMembers = {
  id: z.string().describe('Its id'),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
};

/** The members of a bot in replies, besides its flow: each is present, null without a value. */
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

/** The schema of a member in requests, with the description that the member has in replies. */
export function sentFor<S extends z.ZodType>(shown: z.ZodType, schema: S): S {
  return schema.meta({ ...shown.meta() });
}
