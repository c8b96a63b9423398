import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';

/** The kinds of issues of a draft, with their severity and meaning. */
export const botIssues = {
  START_LEADS_NOWHERE: { level: 'ERROR', means: 'The start is not connected: chats say nothing' },
  EDGE_NOT_FOUND: {
    level: 'ERROR',
    means: 'A block, item or event names an edge that is not there: chats end here',
  },
  EDGE_LEADS_NOWHERE: {
    level: 'ERROR',
    means: 'An edge leads to a group that is not there: chats end here',
  },
  EDGE_BEGINS_NOWHERE: {
    level: 'WARNING',
    means: 'An edge begins at a block, item or event that is not there: no chat follows it',
  },
  JUMP_LEADS_NOWHERE: {
    level: 'ERROR',
    means: 'A jump names a group that is not there: chats end here',
  },
  TARGET_BLOCK_NOT_FOUND: {
    level: 'WARNING',
    means:
      'An edge or a jump names a block that its group does not have: chats go on at the first block of the group',
  },
  EDGE_NOT_NAMED: {
    level: 'WARNING',
    means: 'An edge says that it begins here, and nothing here leads to it: no chat follows it',
  },
  JUMP_TARGET_MISSING: {
    level: 'WARNING',
    means: 'A jump names no group: it is skipped',
  },
  GROUP_UNREACHABLE: {
    level: 'WARNING',
    means: 'No way leads here from the start or another event',
  },
  NAME_NOT_FOUND: {
    level: 'WARNING',
    means: 'A text or some code names a variable that does not exist: nothing is put in its place',
  },
  VARIABLE_NOT_FOUND: {
    level: 'WARNING',
    means:
      'An option names a variable that does not exist: it has no value, and nothing is kept in it',
  },
  CREDENTIALS_NOT_FOUND: {
    level: 'ERROR',
    means:
      'These credentials are not here, and files bring none along: the call fails until you save your own and choose them in the block',
  },
  CREDENTIALS_MISSING: {
    level: 'ERROR',
    means: 'The block needs an account and none is chosen: it cannot run',
  },
  MAIL_ACCOUNT_DEFAULT: {
    level: 'WARNING',
    means:
      'No mail account is chosen: the e-mail goes through that of this installation, if it has one',
  },
  REQUEST_URL_MISSING: { level: 'ERROR', means: 'The request has no address: it is not sent' },
  ACTION_MISSING: { level: 'WARNING', means: 'No action is chosen: the block is skipped' },
  LINKED_BOT_MISSING: { level: 'ERROR', means: 'No bot is chosen: the link is skipped' },
  LINKED_BOT_NOT_FOUND: {
    level: 'ERROR',
    means: 'The workspace does not have the bot that a block leads into: the block is skipped',
  },
  UNKNOWN_MEMBER: {
    level: 'WARNING',
    means: 'The bot has a member that this server does not know: it is stored but not read',
  },
  BLOCK_UNKNOWN: {
    level: 'WARNING',
    means: 'This server does not know the kind of block: it is skipped',
  },
  NOT_AVAILABLE: {
    level: 'ERROR',
    means: 'No block has it any more: this server can run all of them',
  },
  PAYMENT_IMPOSSIBLE: {
    level: 'ERROR',
    means: 'No block has it any more: this server can take payments',
  },
  AMOUNT_FROM_VISITOR: {
    level: 'WARNING',
    means:
      'Visitors can say what is to be paid: they may begin a chat with any value of a variable, and no block sets this one. Set it by a Set variable block',
  },
  RECIPIENT_FROM_VISITOR: {
    level: 'WARNING',
    means:
      'Visitors can say who gets the e-mail, as many people as they like: they may begin a chat with any value of a variable, and neither a block that sets this one nor an e-mail input fills it',
  },
  REQUEST_HOST_FROM_VISITOR: {
    level: 'WARNING',
    means:
      'Visitors can say to which host the request goes, with all that it carries: they may begin a chat with any value of a variable, and no block sets this one',
  },
  REDIRECT_FROM_VISITOR: {
    level: 'WARNING',
    means:
      'A link to this bot can lead others to any site: a chat may begin with any value of a variable, and no block fills this one',
  },
  LOOP_WITHOUT_INPUT: {
    level: 'ERROR',
    means:
      'Chats that come here go round without a question and without a way out, until the server stops them',
  },
  CHOICES_MISSING: {
    level: 'ERROR',
    means: 'There is nothing to choose: no visitor gets past this question',
  },
  CHOICE_WITHOUT_TEXT: {
    level: 'WARNING',
    means: 'A choice has no text: whoever chooses it is asked again',
  },
  CHOICES_ALIKE: {
    level: 'WARNING',
    means: 'Two choices have the same text: whoever writes it always gets the first one',
  },
  CONDITION_NEVER_HOLDS: {
    level: 'WARNING',
    means:
      'A condition never holds here: it lacks a comparison, a variable or an operator, or repeats an earlier one',
  },
  PATTERN_INVALID: {
    level: 'WARNING',
    means: 'A condition compares with a regular expression that has a mistake: nothing matches it',
  },
  ID_NOT_UNIQUE: {
    level: 'WARNING',
    means: 'Two parts of the same kind have the same id: only the first one counts',
  },
} as const satisfies Record<string, { level: 'ERROR' | 'WARNING'; means: string }>;

/** The stable name of an issue of a draft. */
export type BotIssueCode = keyof typeof botIssues;

/** The severity of an issue. */
export type IssueLevel = (typeof botIssues)[BotIssueCode]['level'];

const BotIssueCodeEnum = Object.fromEntries(Object.keys(botIssues).map((code) => [code, code]));
const IssueLevelEnum = { ERROR: 'ERROR', WARNING: 'WARNING' } as const;

registerEnumType(BotIssueCodeEnum, {
  name: 'BotIssueCode',
  description: 'What is wrong with a draft.',
  valuesConfig: Object.fromEntries(
    Object.entries(botIssues).map(([code, { means }]) => [code, { description: `${means}.` }]),
  ),
});
registerEnumType(IssueLevelEnum, {
  name: 'IssueLevel',
  description: 'How bad it is.',
  valuesConfig: {
    ERROR: { description: 'Chats that come here do not do what was meant.' },
    WARNING: { description: 'Chats go on; something in the flow is of no use.' },
  },
});

/** An issue of a draft, and its place; it does not prevent publishing. */
@ObjectType({ description: 'Something that is wrong with a draft, and where.' })
export class BotIssue {
  @Field(() => IssueLevelEnum, { description: 'How bad it is.' })
  level: IssueLevel;

  @Field(() => BotIssueCodeEnum, { description: 'What is wrong.' })
  code: BotIssueCode;

  @Field(() => String, { description: 'The same for a person, with what it is about.' })
  message: string;

  @Field(() => ID, { nullable: true, description: 'The group it is in.' })
  groupId: string | null;

  @Field(() => ID, { nullable: true, description: 'The block it is in.' })
  blockId: string | null;

  @Field(() => ID, { nullable: true, description: 'The edge it is about.' })
  edgeId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name or id that it is about, as in the message.',
  })
  subject: string | null;
}
