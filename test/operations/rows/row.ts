import type { Rule } from '../../auth/rights.js';

/** A JSON object. */
export interface Shown {
  readonly [key: string]: unknown;
}

/** A record in replies. */
export interface Named extends Shown {
  readonly id: string;
  readonly name: string;
}

export interface BotShown extends Named {
  readonly updatedAt: string;
}

export interface Deleted {
  readonly deletedId: string;
}

/** A faulty call: what is sent, the reason of the refusal, and the path of the first fault. */
export type Refused = readonly [sent: Shown, reason: string, path?: string];

/**
 * An endpoint as the tests call it, by REST and by GraphQL, with the rule of access and the fields of its reply. In what is sent,
 * `$botId` stands for an id; test/operations/rows/things.ts lists these.
 */
export interface Row<Body = unknown> {
  /** The method and path. Members that are not in the path are the body, or the query of a GET or DELETE. */
  readonly rest: string;
  /** The GraphQL document; a mutation has the alias `done`. */
  readonly graphql: string;
  /** The members of the REST body, each with its path in the GraphQL data; '' is the whole body. */
  readonly reply: Readonly<Record<string, string>>;
  /** The reason of a failure when a query gives null at a path. */
  readonly missing?: Readonly<Record<string, string>>;
  /** A valid input. */
  readonly sent: Shown;
  /** The names of the fields at a path of the reply, separated by spaces; '' is the reply itself. */
  readonly fields: Readonly<Record<string, string>>;
  /** Who may call it. Absent where it reads a part of `bot`, `workspace` or `viewer`, whose rows have the rule. */
  readonly rule?: Rule;
  readonly refuses?: readonly Refused[];
  /** Only for the compiler: the type of its reply. */
  readonly body?: Body;
}

/** An operation without an endpoint: who may call it, and what it is sent besides its required arguments. */
export interface GraphqlRow {
  readonly rule: Rule;
  readonly sent?: Shown;
}

/** A row whose reply has a type. */
export const row = <Body>(members: Row<Body>): Row<Body> => members;

/** The document of a mutation with one input. */
export const mutation = (field: string, input: string, selection: string): string =>
  `mutation ($input: ${input}!) {
    done: ${field}(input: $input) { ${selection} userErrors { code reason message path } } }`;

/** The document of a query for a part of a workspace. */
export const ofWorkspace = (selection: string): string =>
  `query ($workspaceId: ID!) { workspace(id: $workspaceId) { ${selection} } }`;

export const WORKSPACE_MISSING = { workspace: 'WORKSPACE_NOT_FOUND' };
export const BOT_MISSING = { bot: 'BOT_NOT_FOUND' };

/** The members that the rows of deletions share. */
export const deletion = { reply: { deletedId: 'done.deletedId' }, fields: { '': 'deletedId' } };

/** The names of the fields of records that several rows reply with. */
export const PERSON = 'id name email';
export const BOT = `version id name events groups edges variables theme selectedThemeTemplateId settings createdAt updatedAt
  icon folderId publicId customDomain workspaceId resultsTablePreferences isArchived isClosed messengerCredentialsId riskLevel`;
export const LISTED_BOT = 'id name icon folderId publicId publishedBotId createdAt updatedAt';
export const INVITATION = 'id workspaceId botId email role type createdAt expiresAt';

/** The fields of an invitation; its code and link are shown only once. */
export interface Invited {
  invitation: ({ readonly id: string } & Shown) | null;
  code: string | null;
  link: string | null;
}
export const invited = { invitation: 'done.invitation', code: 'done.code', link: 'done.link' };
