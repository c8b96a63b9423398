import { registerEnumType } from 'type-graphql';
import type { CodeLanguage, Control } from '../engine/index.js';
import { failures } from '../errors/failures.js';

/** The role of a member of a workspace. */
export const WorkspaceRole = enumOf('WorkspaceRole', 'What a member of a workspace may do.', {
  ADMIN: 'Everything.',
  MEMBER: 'Work on all bots.',
  GUEST: 'See what is shared with them.',
});
export type WorkspaceRole = keyof typeof WorkspaceRole;

/** The rights of a person a bot is shared with; each includes those before it. */
export const CollaborationType = enumOf(
  'CollaborationType',
  'What may be done with a bot, each including what stands before it.',
  {
    READ: 'Read it, its results and what was published; preview it.',
    WRITE: 'Change, publish and delete it and its results; share it.',
    FULL_ACCESS: 'Change and take back what it is shared for.',
  },
);
export type CollaborationType = keyof typeof CollaborationType;

/** Roles and shares, in ascending order of rights. */
const ORDER: readonly (WorkspaceRole | CollaborationType)[] = [
  ...[WorkspaceRole.GUEST, WorkspaceRole.MEMBER, WorkspaceRole.ADMIN],
  ...[CollaborationType.READ, CollaborationType.WRITE, CollaborationType.FULL_ACCESS],
];

/** Whether a role or share includes all rights of another role or share. */
export function holds<T extends WorkspaceRole | CollaborationType>(own: T, other: T): boolean {
  return ORDER.indexOf(other) <= ORDER.indexOf(own);
}

/** What publishing does about the errors of a draft. */
export const PublishPolicy = enumOf(
  'PublishPolicy',
  'What publishing does about errors of a draft, and about tests that fail. `rollbackBot` is never refused.',
  {
    OFF: 'Nothing, and editors need not show them.',
    WARN: 'It answers with the errors.',
    BLOCK_ERRORS: 'It is refused while there are errors, unless a reason is given.',
    BLOCK_ERRORS_AND_TESTS:
      'It is refused while there are errors, or while a written test of the bot does not pass, unless a reason is given.',
  },
);
export type PublishPolicy = keyof typeof PublishPolicy;

/** The policies for chats that are open when another version goes live. */
export const InFlightPolicy = enumOf(
  'InFlightPolicy',
  'What becomes of open chats of a bot when another version goes live, by publishing or by `rollbackBot`. New chats always run it.',
  {
    FINISH_ON_OLD: 'They finish on the version they began with.',
    MOVE_AT_NEXT_INPUT:
      'Each moves with the next message of its visitor, before that is read, if it can; else it goes on as it is, and is tried again at the message after.',
    MOVE_NOW_OR_END:
      'Each moves with the next message of its visitor, or ends if it cannot; chats nobody writes to stay as they are until they expire.',
  },
);
export type InFlightPolicy = keyof typeof InFlightPolicy;

/** Who may read a file. */
export const FileVisibility = enumOf('FileVisibility', 'Who may read a file.', {
  PUBLIC: 'Everybody who has its address.',
  PRIVATE:
    'People who may read the results of its bot, and anybody with an address of it that expires soon.',
});
export type FileVisibility = keyof typeof FileVisibility;

/** The descriptions of the scopes of tokens. */
export const TOKEN_SCOPES = {
  BOTS_READ: 'Read bots, their versions and what surrounds them.',
  BOTS_WRITE: 'Read, make, change, publish, share and delete bots.',
  RESULTS_READ: 'Read results, and the bots they are of.',
  RESULTS_WRITE: 'Read and delete results.',
  WORKSPACE_READ: 'Read workspaces and who is in them.',
  WORKSPACE_ADMIN: 'Change workspaces, who is in them, and your account.',
  TESTS_RUN: 'Run the written tests of bots.',
  CHAT: 'Preview bots as somebody who may read them; answer in chats in their place.',
} as const;

/** The permitted uses of a token. */
export const TokenScope = enumOf(
  'TokenScope',
  'What a token may be used for, as far as its owner may do it.',
  TOKEN_SCOPES,
);
export type TokenScope = keyof typeof TokenScope;

/**
 * The kinds of credentials of a person: the token of a program (`API`), the short-lived token of a sign-in from another origin (`ACCESS`),
 * the cookie of a browser, and a single-use sign-in link.
 */
export type TokenKind = 'API' | 'ACCESS' | 'BROWSER' | 'LINK';

/** The time ranges by which results can be filtered. */
export const TimeFilter = enumOf(
  'TimeFilter',
  'A window of time, counted in the given time zone.',
  {
    TODAY: 'Since midnight.',
    LAST_7_DAYS: 'Today and the 6 days before it.',
    LAST_30_DAYS: 'Today and the 29 days before it.',
    MONTH_TO_DATE: 'Since the first of this month.',
    LAST_MONTH: 'The whole month before this one.',
    YEAR_TO_DATE: 'Since the first of January.',
    ALL_TIME: 'Without a limit.',
  },
);
export type TimeFilter = keyof typeof TimeFilter;

/** The kinds of things that an audit log is about. */
export const AuditKind = enumOf(
  'AuditKind',
  'What kind of thing an entry of an audit log is about.',
  {
    WORKSPACE: 'The workspace itself.',
    MEMBER: 'A membership.',
    INVITATION: 'An invitation to it or to one of its bots.',
    SHARE: 'The share of a bot with a person.',
    BOT: 'A bot, apart from edits of its draft: `Bot.changes` has those.',
    FOLDER: 'A folder.',
    THEME_TEMPLATE: 'A theme template.',
    CANNED_REPLY: 'A canned reply.',
    BOT_TEST: 'A written test of a bot.',
    BOT_TEST_SCHEDULE: 'When the written tests of a bot run on what is live.',
    BOT_SEGMENT: 'By what the results of a bot are counted apart.',
    BOT_STAGE: 'A stage of a bot.',
    BOT_SPLIT: 'A split of the live traffic of a bot.',
    CREDENTIALS: 'Credentials, without their secrets.',
    CUSTOM_DOMAIN: 'A domain.',
    WEBHOOK: 'A webhook, without its secret.',
    TOKEN: 'A token that is valid in this workspace alone.',
    AI_BUDGET: 'What AI blocks may take in a month.',
    EXPORT: 'An export of results.',
    FILE: 'A file that a member uploaded.',
    RESULTS: 'Results of a bot, deleted or imported.',
  },
);
export type AuditKind = keyof typeof AuditKind;

/** How often the written tests of a bot run on what is live. */
export const TestInterval = enumOf(
  'TestInterval',
  'How often the written tests of a bot run on what is live.',
  { HOUR: 'Each hour.', DAY: 'Every 24 hours.', WEEK: 'Every 7 days.' },
);
export type TestInterval = keyof typeof TestInterval;

/** What failed in the channel of a messenger. */
export const MessengerFaultKind = enumOf(
  'MessengerFaultKind',
  'What failed in the channel of a messenger.',
  {
    VERIFY_TOKEN: 'The service wanted to verify the address with another verify token.',
    SIGNATURE: 'A request was not signed with the secret of the credentials, and was refused.',
    SENDING: 'A message to a person was not sent, or waits.',
  },
);
export type MessengerFaultKind = keyof typeof MessengerFaultKind;

/** By what the results of a bot are counted apart. */
export const SegmentSource = enumOf(
  'SegmentSource',
  'By what the results of a bot are counted apart.',
  {
    CHANNEL: 'Where the visitor writes: `WEB` or `MESSENGER`, as in `ChatChannel`.',
    VARIABLE: 'What a variable holds after the last turn.',
  },
);
export type SegmentSource = keyof typeof SegmentSource;

/** The kinds of writes to these things. */
export const AuditAction = enumOf('AuditAction', 'What became of a thing.', {
  CREATED: 'It is new, or came here from another workspace.',
  CHANGED: 'It was changed.',
  DELETED: 'It is gone, or went to another workspace.',
});
export type AuditAction = keyof typeof AuditAction;

/** The kinds of writes to a bot. */
export const BotChangeKind = enumOf('BotChangeKind', 'What a write did to a bot.', {
  CREATED: 'The bot was made.',
  UPDATED: 'Its draft, or what holds at once, was changed.',
  PUBLISHED: 'The draft became a version, or a stage was promoted: that version is live.',
  UNPUBLISHED: 'New chats are refused.',
  ROLLED_BACK: 'An earlier version is live.',
  STAGED: 'A stage was set or deleted.',
  SPLIT: 'Its live traffic was divided over versions, or no longer.',
  VERSION_RESTORED: 'A version became the draft.',
  MOVED: 'It was moved to another folder or workspace.',
  ARCHIVED: 'It was archived.',
  RESTORED: 'It was taken out of the archive.',
});
export type BotChangeKind = keyof typeof BotChangeKind;

/** The outcomes of importing a bot that is maintained elsewhere. */
export const SyncOutcome = enumOf('SyncOutcome', 'What bringing a bot from another place does.', {
  CREATED: 'A bot is made.',
  UPDATED: 'The draft of the bot is replaced.',
  UNCHANGED: 'Nothing: it has not changed there.',
});
export type SyncOutcome = keyof typeof SyncOutcome;

/** What to do with edits that conflict with those of others. */
export const OnConflict = enumOf(
  'OnConflict',
  'What to do with edits of what others have changed.',
  {
    OVERWRITE: 'Apply them, and answer what was overwritten.',
    REFUSE: 'Apply nothing, and answer `BOT_CHANGED`.',
  },
);
export type OnConflict = keyof typeof OnConflict;

/** The outcome of a look-up of a custom domain. */
export const DomainStatus = enumOf('DomainStatus', 'What a look-up of a custom domain found.', {
  VALID: 'It leads to this server, and the workspace holds it.',
  INVALID: 'It leads elsewhere.',
  NOT_FOUND: 'It leads nowhere.',
  PENDING: 'It was not looked up yet, or leads to this server and is not proven.',
  UNKNOWN: 'Look-ups are off, or failed, or this server does not know its own host.',
});
export type DomainStatus = keyof typeof DomainStatus;

/** The state of a job. */
export const JobStatus = enumOf('JobStatus', 'How far a job has come.', {
  QUEUED: 'It waits to begin.',
  RUNNING: 'It is being done.',
  COMPLETED: 'It is done.',
  FAILED: 'It could not be done; `error` says why.',
  CANCELED: 'It was cancelled.',
});
export type JobStatus = keyof typeof JobStatus;

/** The format of an export. */
export const ExportFormat = enumOf('ExportFormat', 'What an export is written as.', {
  CSV: 'A table for spreadsheets: UTF-8, commas, one row a result.',
  JSONL: 'For programs: one result a line, as REST shows it.',
});
export type ExportFormat = keyof typeof ExportFormat;

/** The events that webhooks receive. The payload names them with dots: `result.started`. */
export const WebhookEventType = enumOf('WebhookEventType', 'What a webhook receives.', {
  RESULT_STARTED: 'The first answer of a result was given.',
  RESULT_ANSWERED: 'Answers were given; the event has them.',
  RESULT_COMPLETED: 'The flow came to its end, and there are answers.',
  BOT_PUBLISHED: 'New chats run another version.',
  VERSION_PROMOTED: 'The version of a stage is live; the event of publishing came before.',
  SPLIT_STOPPED: 'A split of live traffic has ended.',
  TESTS_FAILED: 'A scheduled run of the tests of a bot failed; the run before did not.',
  TESTS_PASSED: 'A scheduled run of the tests of a bot passed, after one that failed.',
  CHAT_PAUSED: 'A person took a chat over from the bot, or a block handed it over.',
  CHAT_WAITING: 'The visitor of a chat begins to wait for a person.',
  CHAT_ASSIGNED: 'A chat was claimed by a person, or assigned to one.',
  CHAT_CLOSED: 'A person closed a chat.',
  BUDGET_SPENT: 'A budget for models is spent; calls are refused until it is renewed.',
  DOMAIN_UNPROVEN:
    'The TXT record that proves a domain of the workspace is missing; another one that proves it gets it.',
  DOMAIN_LOST: 'The workspace holds a domain no more, because another one has proven it.',
  WEBHOOK_TEST: 'Somebody tries the webhook: it receives this whatever its event types are.',
});
export type WebhookEventType = keyof typeof WebhookEventType;

/** The states of the delivery of an event. */
export const WebhookDeliveryStatus = enumOf(
  'WebhookDeliveryStatus',
  'How far sending an event to a webhook has come.',
  {
    PENDING: 'It waits for an attempt, or for earlier events of the same chat.',
    DELIVERED: 'The receiver answered with a status from 200 to 299.',
    FAILED: 'It is not tried any more; `error` or `statusCode` says why.',
  },
);
export type WebhookDeliveryStatus = keyof typeof WebhookDeliveryStatus;

/** Who answers in a chat: the bot, a human agent, or nobody because it is closed. */
export const ChatStatus = enumOf('ChatStatus', 'Who answers in a chat.', {
  OPEN: 'The bot, at the input it waits at.',
  PAUSED: 'A person; what the visitor sends is noted for them.',
  CLOSED: 'Nobody any more: the chat is over.',
});
export type ChatStatus = keyof typeof ChatStatus;

/** The sender of a message of a chat. */
export const TranscriptRole = enumOf('TranscriptRole', 'The sender of a message of a chat.', {
  AGENT: 'A person in place of the bot.',
  BOT: 'The bot.',
  USER: 'The person.',
});
export type TranscriptRole = keyof typeof TranscriptRole;

/** The families of kinds of blocks. */
export const BlockCategory = enumOf('BlockCategory', 'A family of kinds of blocks.', {
  BUBBLE: 'It shows something.',
  INPUT: 'It asks for something, and waits for the answer.',
  LOGIC: 'It decides how the chat goes on.',
  INTEGRATION: 'It uses another service.',
});
export type BlockCategory = keyof typeof BlockCategory;

/** What a member of a document is filled in with. */
export const ControlEnum = enumOf<Control>('FieldControl', 'What a member is filled in with.', {
  TEXT: 'A line of text; also what a form shows for a control that it does not know.',
  LONG_TEXT: 'A text of several lines.',
  RICH_TEXT: 'A formatted text, as a list of `RichTextNode`.',
  CODE: 'Code in the language that is named beside it.',
  NUMBER: 'A number.',
  SWITCH: 'True or false.',
  CHOICE: 'One of the choices.',
  COLOR: 'A colour, in CSS.',
  URL: 'The address of a page or service.',
  FILE: 'The address of a picture, a sound or another file, which may be uploaded for it.',
  DATE: 'A date, or a text with a variable.',
  VARIABLE: 'The id of a variable of the flow.',
  CREDENTIALS: 'The id of credentials of the workspace.',
  BOT: 'The id of a bot of the workspace, or `current`.',
  GROUP: 'The id of a group of the flow, or a variable that holds the title of one.',
  BLOCK: 'The id of a block of that group.',
  EDGE: 'The id of an edge, which is drawn in the flow and not filled in.',
  ID: 'An id that the form makes up, unique within the flow.',
  SECTION: 'An object; its members follow.',
  LIST: 'A list; the members of its entries follow.',
});

/** The language of code. */
export const CodeLanguageEnum = enumOf<CodeLanguage>('CodeLanguage', 'The language of code.', {
  JAVASCRIPT: 'JavaScript.',
  HTML: 'HTML.',
  CSS: 'CSS.',
  JSON: 'JSON.',
  SVG: 'A picture as SVG.',
});

/** The reasons of `errors/failures.ts` as a GraphQL enum. */
export const FailureReasonEnum = enumOf(
  'FailureReason',
  'The finer, stable name of a failure.',
  Object.fromEntries(Object.entries(failures).map(([reason, { means }]) => [reason, `${means}.`])),
);

/** Registers a GraphQL enum, given its values with their descriptions. Returns an object with the values. */
export function enumOf<V extends string>(
  name: string,
  description: string,
  values: Readonly<Record<V, string>>,
): { readonly [K in V]: K } {
  const pairs = Object.keys(values).map((value) => [value, value]);
  // The entries have the keys as values, which the type of Object.fromEntries cannot express.
  const named = Object.fromEntries(pairs) as { readonly [K in V]: K };
  const descriptions = Object.entries<string>(values).map(
    ([value, text]) => [value, { description: text }] as const,
  );
  // It has the same keys.
  const valuesConfig = Object.fromEntries(descriptions) as Record<V, { description: string }>;
  registerEnumType(named, { name, description, valuesConfig });
  return named;
}
