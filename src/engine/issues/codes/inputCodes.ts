import type { IssueText } from '../issueText.js';

/** Issues of what visitors see and answer. */
export const inputCodes = {
  CHOICES_MISSING: {
    level: 'ERROR',
    title: 'There is nothing to choose',
    why: 'no visitor gets past this question',
    advice: 'Add a choice with a text',
  },
  CHOICE_WITHOUT_TEXT: {
    level: 'WARNING',
    title: 'A choice has no text',
    why: 'whoever chooses it is asked again',
    advice: 'Write its text, or remove it',
  },
  CHOICES_ALIKE: {
    level: 'WARNING',
    title: 'Two choices have the same text',
    why: 'whoever writes it always gets the first one',
    advice: 'Give one of them another text, or remove it',
  },
  RANGE_EMPTY: {
    level: 'ERROR',
    title: 'The lowest answer that is taken is above the highest',
    why: 'no visitor gets past this question',
    advice: 'Exchange the two limits, or remove one',
  },
  FILES_IMPOSSIBLE: {
    level: 'ERROR',
    title: 'No file can be sent: no kind of file is allowed, or none is small enough',
    why: 'nobody can answer this question with a file',
    advice: 'Allow a kind of file, and a size above 0',
  },
  PAYMENT_WITHOUT_AMOUNT: {
    level: 'ERROR',
    title: 'The payment has no amount above 0 in a currency that exists',
    why: 'chats fail here',
    advice: 'Write an amount such as 9.90, and a currency of three letters',
  },
  TIME_ZONE_UNKNOWN: {
    level: 'ERROR',
    title: 'There is no time zone of this name',
    why: 'the hours are read in UTC',
    advice: 'Write its IANA name, such as Europe/Paris',
  },
  TIME_LIMIT_INVALID: {
    level: 'ERROR',
    title: 'The time limit is no number',
    why: 'visitors wait without a limit',
    advice: 'Write it in digits, such as 10',
  },
  BUBBLE_EMPTY: {
    level: 'HINT',
    title: 'A bubble has nothing to show',
    why: 'visitors see nothing, or an empty bubble',
    advice: 'Fill it, or remove it',
  },
  IMAGE_WITHOUT_DESCRIPTION: {
    level: 'HINT',
    title: 'A picture has no description in words',
    why: 'people who do not see it are told nothing of it',
    advice: 'Write what it shows as the description of its link',
  },
  VARIABLE_IS_OBJECT: {
    level: 'HINT',
    title: 'A text shows a variable that may hold a whole response',
    why: 'visitors may see JSON',
    advice: 'Save the part of the response that you need, such as data.name',
  },
  TURN_TOO_LARGE: {
    level: 'WARNING',
    title: 'More text than anybody reads is shown at once from here',
    why: 'replies are slow on phones',
    advice: 'Ask something in between, or shorten the texts',
  },
  MESSENGER_CHOICES_MANY: {
    level: 'HINT',
    title: 'The messenger of this bot shows at most 10 choices in a list',
    why: 'they come as several lists',
    advice: 'Offer fewer choices',
  },
  MESSENGER_LABEL_LONG: {
    level: 'HINT',
    title: 'The messenger of this bot cuts the text of a choice',
    why: 'the whole text is sent above the choices',
    advice: 'Keep it to 20 characters, or 24 where there are more than three choices',
  },
} as const satisfies Record<string, IssueText>;
