import type { IssueText } from '../issueText.js';

/** Issues of the languages of a flow. */
export const languageCodes = {
  TEXT_FORMAT_BROKEN: {
    level: 'ERROR',
    title: 'A plural, number or date cannot be read',
    why: 'visitors see it as it is written',
    advice: 'Close its braces, and give a plural the case `other`',
  },
  TRANSLATION_FAULTY: {
    level: 'ERROR',
    title: 'A translation lost something of its text',
    why: 'visitors in this language do not see it',
    advice: 'Mend the translation',
  },
  TRANSLATION_STALE: {
    level: 'HINT',
    title: 'Texts have changed since they were translated',
    why: 'visitors in this language read the old meaning',
    advice: 'Translate them again',
  },
  TRANSLATION_MISSING: {
    level: 'HINT',
    title: 'Texts are not translated',
    why: 'visitors in this language see them as they are',
    advice: 'Translate them',
  },
} as const satisfies Record<string, IssueText>;
