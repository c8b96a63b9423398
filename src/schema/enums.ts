import { registerEnumType } from 'type-graphql';
import { failures, type FailureReason } from '../errors/errors.js';

/** The role of a member of a workspace. */
export enum WorkspaceRole {
  ADMIN = 'ADMIN',
  MEMBER = 'MEMBER',
  GUEST = 'GUEST',
}

/** The rights of a person a bot is shared with; each includes those before it. */
export enum CollaborationType {
  READ = 'READ',
  WRITE = 'WRITE',
  FULL_ACCESS = 'FULL_ACCESS',
}

/** Roles and shares, from the fewest rights to the most. */
const ORDER: readonly (WorkspaceRole | CollaborationType)[] = [
  ...[WorkspaceRole.GUEST, WorkspaceRole.MEMBER, WorkspaceRole.ADMIN],
  ...[CollaborationType.READ, CollaborationType.WRITE, CollaborationType.FULL_ACCESS],
];

/** Whether a role or share includes all rights of another role or share. */
export function holds<T extends WorkspaceRole | CollaborationType>(own: T, other: T): boolean {
  return ORDER.indexOf(other) <= ORDER.indexOf(own);
}

/** The permitted uses of a token. */
export enum TokenScope {
  BOTS_READ = 'BOTS_READ',
  BOTS_WRITE = 'BOTS_WRITE',
  RESULTS_READ = 'RESULTS_READ',
  RESULTS_WRITE = 'RESULTS_WRITE',
  WORKSPACE_READ = 'WORKSPACE_READ',
  WORKSPACE_ADMIN = 'WORKSPACE_ADMIN',
  CHAT = 'CHAT',
}

/** The kinds of credentials of a person: the token of a program, the cookie of a browser, a link that signs in once. */
export type TokenKind = 'API' | 'BROWSER' | 'LINK';

/** The time windows that results can be filtered by. */
export enum TimeFilter {
  today = 'today',
  last7Days = 'last7Days',
  last30Days = 'last30Days',
  monthToDate = 'monthToDate',
  lastMonth = 'lastMonth',
  yearToDate = 'yearToDate',
  allTime = 'allTime',
}

/** The kinds of writes to a bot. */
export enum BotChangeKind {
  CREATED = 'CREATED',
  UPDATED = 'UPDATED',
  PUBLISHED = 'PUBLISHED',
  UNPUBLISHED = 'UNPUBLISHED',
  ROLLED_BACK = 'ROLLED_BACK',
  VERSION_RESTORED = 'VERSION_RESTORED',
  MOVED = 'MOVED',
  ARCHIVED = 'ARCHIVED',
  RESTORED = 'RESTORED',
}

/** The outcome of a look-up of a custom domain. */
export enum DomainStatus {
  VALID = 'VALID',
  INVALID = 'INVALID',
  NOT_FOUND = 'NOT_FOUND',
  PENDING = 'PENDING',
  UNKNOWN = 'UNKNOWN',
}

/** The state of a job. */
export enum JobStatus {
  QUEUED = 'QUEUED',
  RUNNING = 'RUNNING',
  COMPLETED = 'COMPLETED',
  FAILED = 'FAILED',
  CANCELED = 'CANCELED',
}

/** The format of an export. */
export enum ExportFormat {
  CSV = 'CSV',
  JSONL = 'JSONL',
}

/** Who answers in a chat: the bot, a person in its place, or nobody because it is closed. */
export enum ChatStatus {
  OPEN = 'OPEN',
  PAUSED = 'PAUSED',
  CLOSED = 'CLOSED',
}

/** The sender of a message of a chat. */
export enum TranscriptRole {
  AGENT = 'AGENT',
  BOT = 'BOT',
  USER = 'USER',
}

/** The kinds of events of a chat. */
export enum ChatEventKind {
  heard = 'heard',
  message = 'message',
  input = 'input',
  action = 'action',
  log = 'log',
  dynamicTheme = 'dynamicTheme',
  progress = 'progress',
  status = 'status',
  turnEnd = 'turnEnd',
  delta = 'delta',
}

/** The reasons of `errors.ts` as a GraphQL enum. */
export const FailureReasonEnum = Object.fromEntries(
  Object.keys(failures).map((reason) => [reason, reason]),
) as { [R in FailureReason]: R }; // The keys are those of the table, which the type of Object.keys does not express.

/** The rights of a caller for a bot, as REST shows them. */
export enum UserMode {
  read = 'read',
  write = 'write',
}

registerEnumType(WorkspaceRole, {
  name: 'WorkspaceRole',
  description: 'What a member of a workspace may do.',
  valuesConfig: {
    ADMIN: { description: 'Everything.' },
    MEMBER: { description: 'Work on all bots.' },
    GUEST: { description: 'See what is shared with them.' },
  },
});
registerEnumType(CollaborationType, {
  name: 'CollaborationType',
  description: 'What may be done with a bot, each including what stands before it.',
  valuesConfig: {
    READ: { description: 'Read it, its results and what was published; preview it.' },
    WRITE: { description: 'Change, publish and delete it and its results; share it.' },
    FULL_ACCESS: { description: 'Change and take back what it is shared for.' },
  },
});
registerEnumType(TokenScope, {
  name: 'TokenScope',
  description: 'What a token may be used for, as far as its owner may do it.',
  valuesConfig: {
    BOTS_READ: { description: 'Read bots, their versions and what surrounds them.' },
    BOTS_WRITE: { description: 'Read, make, change, publish, share and delete bots.' },
    RESULTS_READ: { description: 'Read results, and the bots they are of.' },
    RESULTS_WRITE: { description: 'Read and delete results.' },
    WORKSPACE_READ: { description: 'Read workspaces and who is in them.' },
    WORKSPACE_ADMIN: { description: 'Change workspaces, who is in them, and your account.' },
    CHAT: {
      description: 'Preview bots as somebody who may read them; answer in chats in their place.',
    },
  },
});
registerEnumType(TimeFilter, {
  name: 'TimeFilter',
  description: 'A window of time, counted in the given time zone.',
  valuesConfig: {
    today: { description: 'Since midnight.' },
    last7Days: { description: 'Today and the 6 days before it.' },
    last30Days: { description: 'Today and the 29 days before it.' },
    monthToDate: { description: 'Since the first of this month.' },
    lastMonth: { description: 'The whole month before this one.' },
    yearToDate: { description: 'Since the first of January.' },
    allTime: { description: 'Without a limit.' },
  },
});
registerEnumType(BotChangeKind, {
  name: 'BotChangeKind',
  description: 'What a write did to a bot.',
  valuesConfig: {
    CREATED: { description: 'The bot was made.' },
    UPDATED: { description: 'Its draft, or what holds at once, was changed.' },
    PUBLISHED: { description: 'The draft became a version, which is live.' },
    UNPUBLISHED: { description: 'New chats are refused.' },
    ROLLED_BACK: { description: 'An earlier version is live.' },
    VERSION_RESTORED: { description: 'A version became the draft.' },
    MOVED: { description: 'It was moved to another folder or workspace.' },
    ARCHIVED: { description: 'It was archived.' },
    RESTORED: { description: 'It was taken out of the archive.' },
  },
});
registerEnumType(DomainStatus, {
  name: 'DomainStatus',
  description: 'What a look-up of a custom domain found.',
  valuesConfig: {
    VALID: { description: 'It leads to this server.' },
    INVALID: { description: 'It leads elsewhere.' },
    NOT_FOUND: { description: 'It leads nowhere.' },
    PENDING: { description: 'It was not looked up yet.' },
    UNKNOWN: {
      description: 'Look-ups are off, or failed, or this server does not know its own host.',
    },
  },
});
registerEnumType(JobStatus, {
  name: 'JobStatus',
  description: 'How far a job has come.',
  valuesConfig: {
    QUEUED: { description: 'It waits to begin.' },
    RUNNING: { description: 'It is being done.' },
    COMPLETED: { description: 'It is done.' },
    FAILED: { description: 'It could not be done; `error` says why.' },
    CANCELED: { description: 'It was cancelled.' },
  },
});
registerEnumType(ExportFormat, {
  name: 'ExportFormat',
  description: 'What an export is written as.',
  valuesConfig: {
    CSV: { description: 'A table for spreadsheets: UTF-8, commas, one row a result.' },
    JSONL: { description: 'For programs: one result a line, as REST shows it.' },
  },
});
registerEnumType(TranscriptRole, {
  name: 'TranscriptRole',
  description: 'The sender of a message of a chat.',
  valuesConfig: {
    AGENT: { description: 'A person in place of the bot.' },
    BOT: { description: 'The bot.' },
    USER: { description: 'The person.' },
  },
});
registerEnumType(ChatStatus, {
  name: 'ChatStatus',
  description: 'Who answers in a chat.',
  valuesConfig: {
    OPEN: { description: 'The bot, at the input it waits at.' },
    PAUSED: { description: 'A person; what the visitor sends is noted for them.' },
    CLOSED: { description: 'Nobody any more: the chat is over.' },
  },
});
registerEnumType(ChatEventKind, {
  name: 'ChatEventKind',
  description: 'The kind of an event of a chat; the member of the same name has the details.',
  valuesConfig: {
    heard: { description: 'A message of the visitor.' },
    message: { description: 'A message of the bot.' },
    input: { description: 'The chat waits for an answer.' },
    action: { description: 'The client is to run something.' },
    log: { description: 'Something was logged.' },
    dynamicTheme: { description: 'Addresses of pictures changed.' },
    progress: { description: 'The chat came further.' },
    status: { description: 'A person took the chat over, gave it back or closed it.' },
    turnEnd: { description: 'The turn is over.' },
    delta: { description: 'More of a reply that is being streamed; not stored.' },
  },
});
registerEnumType(FailureReasonEnum, {
  name: 'FailureReason',
  description: 'The finer, stable name of a failure.',
  valuesConfig: Object.fromEntries(
    Object.entries(failures).map(([reason, { means }]) => [reason, { description: `${means}.` }]),
  ),
});
registerEnumType(UserMode, {
  name: 'UserMode',
  description: 'What you may do with a bot.',
  valuesConfig: {
    read: { description: 'Read it and its results.' },
    write: { description: 'Change and publish it too.' },
  },
});
