import { type PublishingQuery, VerifyDomain } from '@parley/client/dashboard';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { DOMAIN_STATES } from '../settings/domainStates.js';
import { Fault } from '../ui/Fault.js';
import { server } from '../app/server.js';
import { type Snippets, snippetsOf } from './snippets.js';

type Bot = Pick<NonNullable<PublishingQuery['bot']>, 'publicId' | 'customDomain' | 'workspace'>;

const HELP: Readonly<Record<keyof Snippets, string>> = {
  Page: 'The page of the bot, for links and messages.',
  Bubble: 'A round button at the corner of your site, which opens the chat.',
  Popup: 'A dialog over your site, here after five seconds.',
  Inline: 'The chat at its place in your page.',
  React: 'The same as a component of React.',
};

const QrCode = lazy(async () => ({ default: (await import('./QrCode.js')).QrCode }));

/** Where people meet the bot: its link, and what to paste into a site. */
export function Share({
  bot: { publicId, customDomain, workspace },
}: {
  readonly bot: Bot;
}): ReactNode {
  const [way, setWay] = useState<keyof Snippets>('Page');
  const [isCopied, setCopied] = useState(false);
  if (publicId === null) return null;
  const snippets = snippetsOf(server, publicId);
  const copy = (): void => {
    void navigator.clipboard.writeText(snippets[way]).then(() => setCopied(true));
  };
  return (
    <section className="share" aria-label="Share">
      <div className="segments" role="group" aria-label="How to share it">
        {Object.keys(snippets).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === way}
            onClick={() => {
              // The keys of `snippets`.
              setWay(name as keyof Snippets);
              setCopied(false);
            }}
          >
            {name}
          </button>
        ))}
      </div>
      <p className="soft">{HELP[way]}</p>
      <pre tabIndex={0} aria-label="To copy">
        {snippets[way]}
      </pre>
      <p className="shareActions">
        <button type="button" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
        <a className="button" href={snippets.Page} target="_blank" rel="noopener">
          Open its page
        </a>
      </p>
      {customDomain === null ? null : <OwnDomain {...{ customDomain, workspace }} />}
      <Suspense fallback={null}>
        <QrCode url={customDomain === null ? snippets.Page : `https://${customDomain}`} />
      </Suspense>
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
            Look again
          </button>
        </>
      ) : null}
      <Fault words={fault} />
    </div>
  );
}
