import type { IssueText } from '../issueText.js';

const ANY_VALUE = 'they may begin a chat with any value of a variable';

/** Issues of variables and conditions. */
export const variableCodes = {
  NAME_NOT_FOUND: {
    level: 'WARNING',
    title: 'A text or some code names a variable that does not exist',
    why: 'nothing is put in its place',
    advice: 'Correct the name, or create the variable',
  },
  VARIABLE_NOT_FOUND: {
    level: 'WARNING',
    title: 'An option names a variable that does not exist',
    why: 'it has no value, and nothing is kept in it',
    advice: 'Choose a variable again',
  },
  CODE_SETS_UNKNOWN_VARIABLE: {
    level: 'WARNING',
    title: 'Some code sets a variable that does not exist',
    why: 'the value is lost',
    advice: 'Correct the name in the code, or create the variable',
  },
  VARIABLE_SHOWN_UNSET: {
    level: 'WARNING',
    title: 'A text shows a variable that has no value yet on some way to it',
    why: 'visitors who come that way see a gap',
    advice: 'Set the variable before, give it a first value, or show the text only where it is set',
  },
  AMOUNT_UNSET: {
    level: 'WARNING',
    title: 'The amount of a payment is a variable that has no value yet on some way to it',
    why: 'chats of visitors who come that way fail here',
    advice: 'Set the variable before, or give it a first value',
  },
  VARIABLE_NEVER_SET: {
    level: 'HINT',
    title: 'A variable is used, and nothing in the flow sets it',
    why: 'it only has a value in chats that begin with one, such as those of a page that hands it over',
    advice: 'Set it, give it a first value, or hand it over where the chat is embedded',
  },
  VARIABLE_NEVER_READ: {
    level: 'HINT',
    title: 'A variable is set, and nothing in the flow uses it',
    why: 'it is only to be seen in the results',
    advice: 'Use it, or remove the block that sets it',
  },
  VARIABLE_UNUSED: {
    level: 'HINT',
    title: 'A variable is neither set nor used',
    why: 'it only fills lists of variables',
    advice: 'Remove it, unless chats begin with a value for it',
  },
  AMOUNT_FROM_VISITOR: {
    level: 'WARNING',
    title: 'Visitors can say what is to be paid',
    why: `${ANY_VALUE}, and no block sets this one`,
    advice: 'Set it by a Set variable block',
  },
  RECIPIENT_FROM_VISITOR: {
    level: 'WARNING',
    title: 'Visitors can say who gets the e-mail, as many people as they like',
    why: `${ANY_VALUE}, and neither a block that sets this one nor an e-mail input fills it`,
    advice: 'Set it by a Set variable block, or ask for it by an e-mail input',
  },
  REQUEST_HOST_FROM_VISITOR: {
    level: 'WARNING',
    title: 'Visitors can say to which host the request goes, with all that it carries',
    why: `${ANY_VALUE}, and no block sets this one`,
    advice: 'Write the host in the block, or set the variable by a Set variable block',
  },
  REDIRECT_FROM_VISITOR: {
    level: 'WARNING',
    title: 'A link to this bot can lead others to any site',
    why: 'a chat may begin with any value of a variable, and no block fills this one',
    advice: 'Write the address in the block, or set the variable by a Set variable block',
  },
  CONDITION_NEVER_HOLDS: {
    level: 'WARNING',
    title:
      'A condition never holds here: it lacks a comparison, a variable or an operator, contradicts itself, or repeats an earlier one',
    why: 'no chat goes this way',
    advice: 'Complete the condition, or remove the item',
  },
  CONDITION_ALWAYS_HOLDS: {
    level: 'WARNING',
    title: 'A condition holds whatever the variable is',
    why: 'what comes after it in the block is never tried',
    advice: 'Correct the comparison, or remove the condition',
  },
  CONDITION_COVERED: {
    level: 'WARNING',
    title: 'An earlier item of the block holds whenever this one does',
    why: 'no chat takes this item',
    advice: 'Put the narrower condition first, or remove this item',
  },
  COMPARISON_NEVER_MATCHES: {
    level: 'WARNING',
    title: 'A variable is compared with a value that none of the questions that fill it can give',
    why: 'the comparison never holds for an answer',
    advice: 'Write the value exactly as the question gives it',
  },
  COMPARISON_OF_KINDS: {
    level: 'WARNING',
    title: 'A number or a date is compared in size with a text that is neither',
    why: 'the length of the text is taken instead',
    advice: 'Compare with a number or a date',
  },
  PATTERN_INVALID: {
    level: 'WARNING',
    title: 'A condition compares with a regular expression that has a mistake',
    why: 'nothing matches it',
    advice: 'Correct the expression',
  },
  PATTERN_NEVER_MATCHES: {
    level: 'WARNING',
    title:
      'A regular expression asks for something before the beginning or after the end of a text',
    why: 'nothing matches it',
    advice: 'Move ^ to the beginning and $ to the end of the expression, or of each alternative',
  },
  PATTERN_SLOW: {
    level: 'WARNING',
    title: 'A regular expression repeats something that repeats itself',
    why: 'on some texts the search takes so long that the server stops it, and the condition does not hold',
    advice: 'Write it without a repetition inside a repetition, such as a+ for (a+)+',
  },
} as const satisfies Record<string, IssueText>;
