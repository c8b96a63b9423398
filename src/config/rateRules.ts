/**
 * The key by which a limit counts: the client's address, its token or cookie, or the chat, bot, workspace or e-mail address that it names.
 */
export type CountedBy =
  'address' | 'token' | 'session' | 'publicId' | 'bot' | 'workspace' | 'email';

/** A rate limit: how often something may happen within some time. */
export interface RateRule {
  readonly by: CountedBy;
  readonly most: number;
  readonly seconds: number;
  /** The root fields that count, over every transport; absent for limits that are counted explicitly. */
  readonly operations?: readonly string[];
  /** Whether all processes count together, in the database; else each counts in memory. */
  readonly isShared?: true;
  /** Limits the number at a time, in each process; `seconds` is ignored. */
  readonly isAtATime?: true;
  /** A description of what counts, for the docs. */
  readonly counts: string;
}

export type RateRuleName =
  | 'address'
  | 'token'
  | 'session'
  | 'publicId'
  | 'preview'
  | 'upload'
  | 'chatUpload'
  | 'addressUpload'
  | 'botUpload'
  | 'stream'
  | 'signIn'
  | 'signInEmail'
  | 'signInMailbox'
  | 'signInSpare'
  | 'oauth'
  | 'invitation'
  | 'chatEmail'
  | 'botEmail'
  | 'domain'
  | 'exampleVisitor'
  | 'exampleDay'
  | 'chatReaders'
  | 'addressReaders';

const IN_A_BUCKET =
  'with a bucket, the `fileSize` with which uploads are prepared, or the most that they may have';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * All rate limits. General limits are far above the needs of people, and of programs that serve many people from one address, such as
 * messaging platforms. Strict ones protect secrets that could be guessed, and the most expensive calls.
 */
export const rateRules: Readonly<Record<RateRuleName, RateRule>> = {
  address: {
    by: 'address',
    most: 60_000,
    seconds: MINUTE,
    counts: 'requests, each further operation of a GraphQL document, and attempts to open a socket',
  },
  token: {
    by: 'token',
    most: 60_000,
    seconds: MINUTE,
    counts: 'the same, for callers with a token or a sign-in cookie',
  },
  session: {
    by: 'session',
    most: 3_000,
    seconds: MINUTE,
    operations: [
      ...['continueChat', 'stopReply', 'streamMessage', 'saveClientLogs', 'showTyping'],
      ...['setSessionStatus', 'setChatTracing', 'postAgentMessage'],
      ...['stepChat', 'setBreakpoints', 'setPausedVariables', 'branchChat'],
    ],
    counts: 'calls that send something to one chat',
  },
  publicId: {
    by: 'publicId',
    most: 60_000,
    seconds: MINUTE,
    operations: ['startChat'],
    counts: 'starts of chats of one bot, by all callers',
  },
  preview: {
    by: 'address',
    most: 60,
    seconds: MINUTE,
    operations: ['startPreviewChat', 'flowIssues'],
    isShared: true,
    counts: 'previews started and flows checked without a token',
  },
  upload: {
    by: 'session',
    most: 300,
    seconds: 10 * MINUTE,
    operations: ['createStagedUpload'],
    isShared: true,
    counts: 'uploads of visitors begun in one chat',
  },
  chatUpload: {
    by: 'session',
    most: 2_000,
    seconds: DAY,
    isShared: true,
    counts: `megabytes of files that one chat uploads; ${IN_A_BUCKET}`,
  },
  addressUpload: {
    by: 'address',
    most: 10_000,
    seconds: DAY,
    isShared: true,
    counts: 'the same, of all visitors at one address',
  },
  botUpload: {
    by: 'bot',
    most: 50_000,
    seconds: DAY,
    isShared: true,
    counts: 'the same, of all chats of one bot',
  },
  stream: {
    by: 'session',
    most: 60,
    seconds: MINUTE,
    operations: ['streamMessage'],
    isShared: true,
    counts:
      'texts of an AI that the client of one chat asks for; each is paid for, also when it leaves',
  },
  signIn: {
    by: 'address',
    most: 30,
    seconds: MINUTE,
    isShared: true,
    counts:
      'sign-in links asked for and used, accounts connected, sign-ins at an issuer begun and finished, sign-ins of clients agreed to',
  },
  signInEmail: {
    by: 'email',
    most: 5,
    seconds: HOUR,
    isShared: true,
    counts:
      'sign-in links that one client asks for by e-mail, whether the address is known or not; those of somebody who is signed in count for them alone',
  },
  signInMailbox: {
    by: 'email',
    most: 10,
    seconds: HOUR,
    isShared: true,
    counts:
      'sign-in links that all clients ask for; those above the limit are sent as far as `signInSpare` goes',
  },
  signInSpare: {
    by: 'email',
    most: 1,
    seconds: 10 * MINUTE,
    isShared: true,
    counts: 'sign-in links above `signInMailbox`; no request is refused',
  },
  oauth: {
    by: 'address',
    most: 300,
    seconds: MINUTE,
    isShared: true,
    counts: 'codes and refresh tokens redeemed, sign-ins of clients ended by their tokens',
  },
  invitation: {
    by: 'address',
    most: 60,
    seconds: MINUTE,
    operations: ['inviteMember', 'inviteCollaborator', 'acceptInvitation'],
    isShared: true,
    counts: 'invitations made, opened and accepted',
  },
  chatEmail: {
    by: 'session',
    most: 20,
    seconds: HOUR,
    isShared: true,
    counts: 'e-mails that one chat sends; those above the limit are logged and not sent',
  },
  botEmail: {
    by: 'bot',
    most: 1_000,
    seconds: HOUR,
    isShared: true,
    counts: 'e-mails that all chats of one bot send',
  },
  domain: {
    by: 'workspace',
    most: 30,
    seconds: MINUTE,
    isShared: true,
    counts: 'look-ups of custom domains that members ask for',
  },
  exampleVisitor: {
    by: 'address',
    most: 30,
    seconds: HOUR,
    isShared: true,
    counts:
      'answers of a model, and payments, that examples of the front page ask for with an account of the operator',
  },
  exampleDay: {
    by: 'bot',
    most: 1_000,
    seconds: DAY,
    isShared: true,
    counts: 'the same, by all visitors of one example',
  },
  chatReaders: {
    by: 'session',
    most: 5_000,
    seconds: 0,
    isAtATime: true,
    counts:
      'readers of one chat: subscriptions to `chatEvents` and to `chatTyping`, and streams of events',
  },
  addressReaders: {
    by: 'address',
    most: 2_000,
    seconds: 0,
    isAtATime: true,
    counts: 'the same, of all chats',
  },
};

/** The names of all limits. */
export const rateRuleNames = Object.keys(rateRules) as RateRuleName[]; // The table has no other keys.

/** The operator's changes to limits, by name; null switches one off. */
export type RateRuleChanges = Partial<
  Record<RateRuleName, Pick<RateRule, 'most' | 'seconds'> | null>
>;

const UNITS: Readonly<Record<string, number>> = { s: 1, min: MINUTE, h: HOUR, day: DAY };

/** Parses changes like `session=120/min,preview=off,chatReaders=500`. Returns the first part that is invalid. */
export function parseRateRules(text: string): RateRuleChanges | string {
  const changes: RateRuleChanges = {};
  const parts = text.split(',').map((one) => one.trim());
  for (const part of parts.filter((one) => one !== '')) {
    const [, name = '', off, most, unit = ''] =
      /^(\w+) *= *(?:(off)|([1-9]\d{0,8})(?: *\/ *(s|min|h|day))?)$/.exec(part) ?? [];
    if (!isRuleName(name)) return part;
    if (!off && !isUnitOf(name, unit)) return part;
    changes[name] = off ? null : { most: Number(most), seconds: UNITS[unit] ?? 0 };
  }
  return changes;
}

/** Limits of a number at a time have no unit. */
function isUnitOf(name: RateRuleName, unit: string): boolean {
  return rateRules[name].isAtATime ? unit === '' : unit !== '';
}

function isRuleName(name: string): name is RateRuleName {
  return Object.hasOwn(rateRules, name);
}

/** The table of `docs/rate-limits.md`. */
export function rateRulesTable(): string {
  const rows = Object.entries(rateRules).map(([name, rule]) => {
    const { by, most, seconds, counts, isShared, isAtATime } = rule;
    const together = isShared ? 'together' : 'each on its own';
    return `| \`${name}\` | ${most} ${isAtATime ? 'at a time' : `in ${seconds} s`} | ${byWords[by]} | ${counts} | ${together} |`;
  });
  const head = '| Name | Limit | For each | What counts | Several processes count |';
  return [head, '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

const byWords: Readonly<Record<CountedBy, string>> = {
  address: 'client address',
  token: 'token',
  session: 'chat',
  publicId: 'published bot',
  bot: 'bot',
  workspace: 'workspace',
  email: 'e-mail address',
};
