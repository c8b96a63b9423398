import { type PublishingQuery, VerifyDomain } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { useCopy } from '../ui/useCopy.js';
import { useAction } from '../app/useAction.js';
import { t, type Word } from '../i18n/t.js';
import { DOMAIN_STATES } from '../settings/domainStates.js';
import { Fault } from '../ui/Fault.js';
import { later } from '../ui/later.js';
import { server } from '../app/server.js';
import { type Snippets, snippetsOf } from './snippets.js';
import { WayPicture } from './WayPicture.js';

type Bot = Pick<NonNullable<PublishingQuery['bot']>, 'publicId' | 'customDomain' | 'workspace'>;

const QrCode = later(
  async () => (await import('./QrCode.js')).QrCode,
  () => <div className="qrCode" />,
);

/** The name of each way, and what it is. */
const WAYS: Readonly<Record<keyof Snippets, readonly [Word, Word]>> = {
  page: ['Page', 'The page of the bot, for links and messages.'],
  bubble: ['Bubble', 'A round button at the corner of your site, which opens the chat.'],
  popup: ['Popup', 'A dialog over your site, here after five seconds.'],
  inline: ['Inline', 'The chat at its place in your page.'],
  react: ['React', 'The same as a component of React.'],
};

/** Where people meet the bot: its link, and what to paste into a site. */
export function Share({
  bot: { publicId, customDomain, workspace },
}: {
  readonly bot: Bot;
}): ReactNode {
  const [way, setWay] = useState<keyof Snippets>('page');
  const snippets = snippetsOf(server, publicId ?? '');
  const { words, copy } = useCopy(snippets[way]);
  if (publicId === null) return null;
  return (
    <section className="share" aria-label={t('Share')}>
      <div className="segments" role="group" aria-label={t('How to share it')}>
        {Object.entries(WAYS).map(([key, [name]]) => (
          <button
            key={key}
            type="button"
            aria-pressed={key === way}
            // The keys of `WAYS`.
            onClick={() => setWay(key as keyof Snippets)}
          >
            {t(name)}
          </button>
        ))}
      </div>
      <p className="soft">{t(WAYS[way][1])}</p>
      <WayPicture way={way} />
      <pre tabIndex={0} aria-label={t('To copy')}>
        {snippets[way]}
      </pre>
      <p className="shareActions">
        <button type="button" onClick={copy}>
          {words}
        </button>
        <a className="button" href={snippets.page} target="_blank" rel="noopener">
          {t('Open its page')}
        </a>
      </p>
      {customDomain === null ? null : <OwnDomain {...{ customDomain, workspace }} />}
      <QrCode url={customDomain === null ? snippets.page : `https://${customDomain}`} />
    </section>
  );
}

/** The domain of the bot, and whether it works by now. */
function OwnDomain({
  customDomain,
  workspace,
}: {
  readonly customDomain: string;
  readonly workspace: Bot['workspace'];
}): ReactNode {
  const [host = ''] = customDomain.split('/');
  const { fault, isRunning, run } = useAction();
  const domain = workspace.customDomains?.find(({ name }) => name === host);
  // What the answer says of the domain is shown at once, because the cache has it once.
  const look = (): void =>
    void run(change(VerifyDomain, { input: { workspaceId: workspace.id, name: host } }));
  return (
    <div>
      <a href={`https://${customDomain}`} target="_blank" rel="noopener">
        {customDomain}
      </a>{' '}
      {domain ? (
        <>
          <span role="status">{DOMAIN_STATES[domain.status]}</span>{' '}
          <button type="button" disabled={isRunning} onClick={look}>
            {t('Look again')}
          </button>
        </>
      ) : null}
      <Fault words={fault} />
    </div>
  );
}
