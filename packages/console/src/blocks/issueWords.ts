import type { Flow } from '@parley/client';
import type { BotIssuesQuery } from '@parley/client/dashboard';
import { type FormWords, type ServerWords, t } from '../i18n/t.js';
import { type Kinds, labelOf } from './kinds.js';

/** Something that is wrong with the draft. */
export type Issue = NonNullable<BotIssuesQuery['bot']>['issues'][number];

/** What a server tells of an issue. */
export type ToldIssue = Pick<Issue, 'code' | 'message' | 'subject' | 'groupId' | 'blockId'>;

/** The place with which a message of the server begins. */
const PLACE = /^Group ".*?"(, block \d+ \(.*?\))?: /;

/** What is wrong and what to do about it, without its place. */
export function issueInWords(
  { code, message, subject }: ToldIssue,
  issues: FormWords['issues'] | undefined,
): string {
  if (!issues) return message.replace(PLACE, '');
  const [problem, advice] = issues[code];
  return `${problem}${subject === null ? '' : ` (${subject})`}. ${advice}.`;
}

/** The letters of a title that a place shows, at most. */
const LONGEST_TITLE = 80;

/** Where something is; empty for the whole flow. */
export function placeInWords(
  { groupId, blockId }: Pick<ToldIssue, 'groupId' | 'blockId'>,
  groups: Flow['groups'],
  kinds: Kinds,
): string {
  const group = groups.find(({ id }) => id === groupId);
  if (!group) return '';
  const title = String(group['title'] ?? '').slice(0, LONGEST_TITLE);
  const at = group.blocks.findIndex(({ id }) => id === blockId);
  const kind = labelOf(group.blocks[at]?.['type'], kinds);
  return at < 0
    ? t('Group “{title}”', { title })
    : t('Group “{title}”, block {number} ({kind})', { title, number: at + 1, kind });
}

/** What a fix does, with the name that is in its title. */
export function fixInWords(title: string, fixes: ServerWords = {}): string {
  for (const [english, own] of Object.entries(fixes)) {
    const [before = '', after] = english.split('{name}');
    if (title === english) return own;
    if (after === undefined || !title.startsWith(before) || !title.endsWith(after)) continue;
    return own.replace('{name}', () => title.slice(before.length, title.length - after.length));
  }
  return title;
}
