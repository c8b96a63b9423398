import type { ChannelsQuery } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { t } from '../i18n/t.js';
import { When } from '../ui/When.js';

/** The credentials of a channel in the list of channels. */
export type ListedChannel = NonNullable<
  NonNullable<ChannelsQuery['workspace']>['credentials']
>[number];

/** What is known of a channel. */
export type Channel = NonNullable<ListedChannel['messengerChannel']>;

interface ChannelOf {
  readonly channel: Channel;
}

/** When somebody last wrote in a channel. */
export function ChannelTimes({ channel: { lastMessageAt } }: ChannelOf): ReactNode {
  return (
    <span className="soft">
      {lastMessageAt === null ? (
        t('Nobody wrote in the last 30 days')
      ) : (
        <When at={lastMessageAt} words={(time) => t('Last message {time}', { time })} />
      )}
    </span>
  );
}

const FAULTS: Readonly<Record<NonNullable<Channel['faultKind']>, string>> = {
  VERIFY_TOKEN: t(
    'The address was to be verified with another verify token. Paste the one of this page at Meta.',
  ),
  SIGNATURE: t(
    'A request was not signed with the secret that is saved here, and was refused. Compare the app secret, or the webhook secret.',
  ),
  SENDING: t('A message could not be sent.'),
};

/** What last failed in a channel, and what to do. */
export function ChannelFault({ channel: { faultAt, faultKind, fault } }: ChannelOf): ReactNode {
  if (faultAt === null || faultKind === null) return null;
  return (
    <span>
      <When at={faultAt} words={(time) => t('Last fault {time}:', { time })} /> {FAULTS[faultKind]}{' '}
      {fault ?? ''}
    </span>
  );
}
