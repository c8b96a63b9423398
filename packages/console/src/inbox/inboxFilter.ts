import type { InboxQueryVariables } from '@parley/client/dashboard';
import { isChannel } from '../ui/channels.js';
import { t } from '../i18n/t.js';

type Filter = NonNullable<InboxQueryVariables['filter']>;

/** Which chats are listed, and in which order. */
export interface InboxList {
  readonly filter: Filter;
  readonly orderBy: 'LATEST' | 'WAITING';
}

const HERE = ['OPEN', 'PAUSED'] as const;

type Named = readonly [name: string, title: string, list: InboxList];

/** The lists of an inbox by their names in its address, for the person with this id. */
export const listsFor = (userId: string): readonly [Named, ...Named[]] => [
  ['waiting', t('Waiting'), { filter: { statuses: HERE, isWaiting: true }, orderBy: 'WAITING' }],
  ['mine', t('Mine'), { filter: { statuses: HERE, assigneeId: userId }, orderBy: 'LATEST' }],
  ['free', t('Unassigned'), { filter: { statuses: HERE, isAssigned: false }, orderBy: 'LATEST' }],
  ['open', t('All open'), { filter: { statuses: HERE }, orderBy: 'LATEST' }],
  ['closed', t('Closed'), { filter: { statuses: ['CLOSED', 'ENDED'] }, orderBy: 'LATEST' }],
];

/** What a list is narrowed to, by the members of the filter and of the address. */
export const NARROWS = ['text', 'botId', 'channel', 'queue', 'tag'] as const;

/** What the chats of a list have in common besides; what is absent may be anything. */
export type Narrowed = Readonly<Partial<Record<(typeof NARROWS)[number], string>>>;

/** What an address says. */
export function narrowedIn(params: URLSearchParams): Narrowed {
  return Object.fromEntries(
    NARROWS.flatMap((name) => {
      const value = params.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
}

/** The chats of a list that have that in common. */
export function narrowedList({ filter, orderBy }: InboxList, narrowed: Narrowed): InboxList {
  const { channel, ...rest } = narrowed;
  return { filter: { ...filter, ...rest, ...(isChannel(channel) && { channel }) }, orderBy };
}
