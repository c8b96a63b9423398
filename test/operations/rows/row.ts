import type { Rule } from '../../auth/rights.js';

/** Anything JSON holds under a name. */
export interface Shown {
  readonly [key: string]: unknown;
}

/** A record as replies show it. */
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

/** What a caller gets wrong: what is sent, the reason of the refusal, and the path of the first fault. */
export type Refused = readonly [sent: Shown, reason: string, path?: string];

/**
 * An endpoint as the tests drive it: the same through REST and through GraphQL, with the right it needs and the fields it
 * replies with. In what is sent, `$botId` stands for an id; test/operations/rows/things.ts lists them.
 */
export interface Row<Body = unknown> {
  /** Method and path; what is sent and not in the path is the body, or the query of a GET or DELETE. */
  readonly rest: string;
  /** The operation, its mutation under the name `done`. */
  readonly graphql: string;
  /** Members of the REST body by their path in the data; '' is the whole body. */
  readonly reply: Readonly<Record<string, string>>;
  /** What is missing when a query gives null at a path. */
  readonly missing?: Readonly<Record<string, string>>;
  /** What it is sent when nothing is wrong. */
  readonly sent: Shown;
  /** The names of the fields at a place of the reply, with spaces between them; '' is the reply itself. */
  readonly fields: Readonly<Record<string, string>>;
  /** Who may. Absent where the row reads a part of `bot`, `workspace` or `viewer`, whose rows have the rule. */
  readonly rule?: Rule;
  readonly refuses?: readonly Refused[];
  /** The type of its reply; never a value. */
  readonly body?: Body;
}

/** An operation that no endpoint runs: who may, and what it is sent besides what it requires. */
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

/** What the rows of deletions have in common. */
export const deletion = {
  reply: { deletedId: 'done.deletedId' },
  fields: { '': 'deletedId' },
};

/** The names of the fields of what several areas reply with. */
export const PERSON = 'id name email';
export const BOT = `version id name events groups edges variables theme selectedThemeTemplateId settings createdAt updatedAt
  icon folderId publicId customDomain workspaceId resultsTablePreferences isArchived isClosed messengerCredentialsId riskLevel`;
export const LISTED_BOT = 'id name icon folderId publicId publishedBotId createdAt updatedAt';
export const INVITATION = 'id workspaceId botId email role type createdAt expiresAt';

/** An invitation as it is replied; the code and the link are shown once. */
export interface Invited {
  invitation: ({ readonly id: string } & Shown) | null;
  code: string | null;
  link: string | null;
}
export const invited = { invitation: 'done.invitation', code: 'done.code', link: 'done.link' };
