import type { IssueText } from '../issueText.js';

/** Issues of the ways through a flow. */
export const graphCodes = {
  START_LEADS_NOWHERE: {
    level: 'ERROR',
    title: 'The start is not connected',
    why: 'chats say nothing',
    advice: 'Draw an edge from the start to the group that chats begin with',
  },
  EDGE_NOT_FOUND: {
    level: 'ERROR',
    title: 'A block, item or event names an edge that is not there',
    why: 'chats end here',
    advice: 'Connect it again, or remove what is left of the edge',
  },
  EDGE_LEFT_OVER: {
    level: 'HINT',
    title: 'A block names an edge that is not there, and is always left another way',
    why: 'no chat would follow it',
    advice: 'Remove what is left of the edge',
  },
  EDGE_LEADS_NOWHERE: {
    level: 'ERROR',
    title: 'An edge leads to a group that is not there',
    why: 'chats end here',
    advice: 'Connect it to another group, or remove the edge',
  },
  EDGE_BEGINS_NOWHERE: {
    level: 'WARNING',
    title: 'An edge begins at a block, item or event that is not there',
    why: 'no chat follows it',
    advice: 'Remove the edge',
  },
  EDGE_NOT_NAMED: {
    level: 'WARNING',
    title: 'An edge says that it begins here, and nothing here leads to it',
    why: 'no chat follows it',
    advice: 'Remove the edge, or draw it again',
  },
  JUMP_LEADS_NOWHERE: {
    level: 'ERROR',
    title: 'A jump names a group that is not there',
    why: 'chats end here',
    advice: 'Choose another group in the jump',
  },
  JUMP_TARGET_MISSING: {
    level: 'WARNING',
    title: 'A jump names no group',
    why: 'it is skipped',
    advice: 'Choose the group, or remove the jump',
  },
  TARGET_BLOCK_NOT_FOUND: {
    level: 'WARNING',
    title: 'An edge or a jump names a block that its group does not have',
    why: 'chats go on at the first block of the group',
    advice: 'Choose the block again',
  },
  GROUP_UNREACHABLE: {
    level: 'WARNING',
    title: 'No way leads here from the start or another event',
    why: 'no chat shows this group',
    advice: 'Connect the group, or remove it',
  },
  BLOCK_UNREACHABLE: {
    level: 'WARNING',
    title: 'Nothing leads to this block, because the one before it always leaves the group',
    why: 'no chat shows it, nor what follows it in the group',
    advice: 'Move it to where chats come, or remove it',
  },
  LOOP_WITHOUT_INPUT: {
    level: 'ERROR',
    title: 'Chats that come here go round without a question and without a way out',
    why: 'the server stops them in the end',
    advice: 'Ask something in the circle, or lead out of it',
  },
  LOOP_MAY_NOT_END: {
    level: 'WARNING',
    title:
      'Chats may go round here without a question: nothing in the circle changes what its conditions look at',
    why: 'a chat that does not leave the first time never does, until the server stops it',
    advice: 'Change a variable of the condition in the circle, or ask something there',
  },
  ANSWER_LEADS_NOWHERE: {
    level: 'WARNING',
    title: 'Some answers to this question lead on, and this one does not',
    why: 'the chat ends without a word for whoever gives it',
    advice: 'Connect the answer, or the question itself for all other answers',
  },
  NO_WAY_OUT: {
    level: 'HINT',
    title: 'From here a chat goes from question to question in a circle, and never ends',
    why: 'its result is never complete',
    advice: 'If chats are to end, add an answer that leads out of the circle',
  },
  ID_NOT_UNIQUE: {
    level: 'WARNING',
    title: 'Two parts of the same kind have the same id',
    why: 'only the first one counts',
    advice: 'Remove one of them, or make it anew',
  },
  UNKNOWN_MEMBER: {
    level: 'WARNING',
    title: 'The bot has a member that this server does not know',
    why: 'it is stored but not read',
    advice: 'Correct its name if it is misspelt',
  },
  BLOCK_UNKNOWN: {
    level: 'WARNING',
    title: 'This server does not know the kind of block',
    why: 'it is skipped',
    advice: 'Use another block for it, or remove it',
  },
} as const satisfies Record<string, IssueText>;
