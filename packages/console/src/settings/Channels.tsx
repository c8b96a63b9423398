import { Channels as ChannelsOf } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useData } from '../app/server.js';
import { t } from '../i18n/t.js';
import { ChannelFault, ChannelTimes, type ListedChannel } from './ChannelState.js';
import { ChannelSteps } from './ChannelSteps.js';
import { ConnectNumber } from './ConnectNumber.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';

/** What stands in the address in place of a channel while one is made. */
const NEW = 'new';

/** The messengers in which bots answer, and how a number is connected. */
export function Channels({ workspaceId }: SettingsOf): ReactNode {
  const shown = useData(ChannelsOf, { workspaceId });
  const [params, setParams] = useSearchParams();
  const open = params.get('channel');
  const show = (channel: string | null): void => {
    setParams(channel === null ? {} : { channel });
    shown.reload();
  };
  return (
    <SettingsPage
      title={t('Channels')}
      help={t('Bots can answer in WhatsApp, and in any messenger that you connect with some code.')}
      shown={shown}
    >
      {({ workspace }) => {
        if (!workspace?.credentials) return <NotForYou />;
        if (open === null) return <ChannelList channels={workspace.credentials} show={show} />;
        return (
          <>
            <p>
              <button type="button" onClick={() => show(null)}>
                {t('‹ All channels')}
              </button>
            </p>
            {open === NEW ? (
              <ConnectNumber workspaceId={workspaceId} made={show} />
            ) : (
              <ChannelSteps key={open} workspaceId={workspaceId} credentialsId={open} />
            )}
          </>
        );
      }}
    </SettingsPage>
  );
}

function ChannelList({
  channels,
  show,
}: {
  readonly channels: readonly ListedChannel[];
  readonly show: (channel: string) => void;
}): ReactNode {
  return (
    <>
      <p>
        <button type="button" className="primary" onClick={() => show(NEW)}>
          {t('Connect WhatsApp')}
        </button>
      </p>
      {channels.length === 0 ? (
        <p className="empty">
          {t('No number is connected. It takes an account at Meta or 360dialog.')}
        </p>
      ) : null}
      <ul className="rows">
        {channels.map(({ id, name, messengerChannel: channel, usedByBots }) => (
          <li key={id}>
            <span className="rowText">
              <strong>{name}</strong>
              <span className="soft">
                {usedByBots.length === 0
                  ? t('No bot answers there')
                  : t('Bots: {names}', { names: usedByBots.map((bot) => bot.name).join(', ') })}
              </span>
              {channel ? <ChannelTimes channel={channel} /> : null}
              {channel ? <ChannelFault channel={channel} /> : null}
            </span>
            <button type="button" aria-label={t('Show {name}', { name })} onClick={() => show(id)}>
              {t('Show')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
