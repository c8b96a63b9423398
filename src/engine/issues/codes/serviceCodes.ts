import type { IssueText } from '../issueText.js';

/** Issues of what a flow needs besides itself: accounts, other bots, services, code. */
export const serviceCodes = {
  CREDENTIALS_NOT_FOUND: {
    level: 'ERROR',
    title: 'These credentials are not here, and files bring none along',
    why: 'the call fails until you save your own and choose them in the block',
    advice: 'Save credentials in the workspace, and choose them',
  },
  CREDENTIALS_MISSING: {
    level: 'ERROR',
    title: 'The block needs an account and none is chosen',
    why: 'it cannot run',
    advice: 'Choose an account',
  },
  CREDENTIALS_OF_OTHER_TYPE: {
    level: 'ERROR',
    title: 'The account that is chosen is of another service',
    why: 'the block cannot run',
    advice: 'Choose an account of the service that the block calls',
  },
  MAIL_ACCOUNT_DEFAULT: {
    level: 'WARNING',
    title: 'No mail account is chosen',
    why: 'the e-mail goes through that of this installation, if it has one',
    advice: 'Choose a mail account of your own',
  },
  REQUEST_URL_MISSING: {
    level: 'ERROR',
    title: 'The request has no address',
    why: 'it is not sent',
    advice: 'Write the address, or remove the block',
  },
  REQUEST_TO_PRIVATE_ADDRESS: {
    level: 'WARNING',
    title: 'The request goes to an address of a private network',
    why: 'it is refused unless the operator of this server allows the address',
    advice: 'Use an address on the internet, or ask the operator',
  },
  SECRET_IN_FLOW: {
    level: 'WARNING',
    title: 'A key or password is written in the flow',
    why: 'whoever may read, export or copy the bot has it',
    advice: 'Save it as credentials and choose these in the block, where it has an option for them',
  },
  ACTION_MISSING: {
    level: 'WARNING',
    title: 'No action is chosen',
    why: 'the block is skipped',
    advice: 'Choose what it does, or remove it',
  },
  LINKED_BOT_MISSING: {
    level: 'ERROR',
    title: 'No bot is chosen',
    why: 'the link is skipped',
    advice: 'Choose the bot, or remove the block',
  },
  LINKED_BOT_NOT_FOUND: {
    level: 'ERROR',
    title: 'The workspace does not have the bot that a block leads into',
    why: 'the block is skipped',
    advice: 'Choose another bot',
  },
  LINKED_BOT_UNPUBLISHED: {
    level: 'WARNING',
    title: 'The bot that a block leads into is not published',
    why: 'the block is skipped in chats of visitors',
    advice: 'Publish that bot',
  },
  CODE_DOES_NOT_COMPILE: {
    level: 'ERROR',
    title: 'The code has a mistake in its grammar',
    why: 'it never runs',
    advice: 'Correct the code',
  },
  SET_WITHOUT_VARIABLE: {
    level: 'WARNING',
    title: 'No variable is chosen that is to be set',
    why: 'the block does nothing',
    advice: 'Choose the variable, or remove the block',
  },
  REDIRECT_WITHOUT_ADDRESS: {
    level: 'WARNING',
    title: 'The redirect has no address',
    why: 'it leads nowhere',
    advice: 'Write the address, or remove the block',
  },
  NOT_AVAILABLE: {
    level: 'ERROR',
    title: 'No block has it any more',
    why: 'this server can run all of them',
    advice: 'There is nothing to do',
  },
  PAYMENT_IMPOSSIBLE: {
    level: 'ERROR',
    title: 'No block has it any more',
    why: 'this server can take payments',
    advice: 'There is nothing to do',
  },
} as const satisfies Record<string, IssueText>;
