import type { PublishingQuery } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { server } from '../app/server.js';
import { type Snippets, snippetsOf } from './snippets.js';

type Bot = Pick<NonNullable<PublishingQuery['bot']>, 'publicId' | 'customDomain'>;

const HELP: Readonly<Record<keyof Snippets, string>> = {
  Page: 'The page of the bot, for links and messages.',
  Bubble: 'A round button at the corner of your site, which opens the chat.',
  Popup: 'A dialog over your site, here after five seconds.',
  Inline: 'The chat at its place in your page.',
};

/** Where people meet the bot: its link, and what to paste into a site. */
export function Share({ bot: { publicId, customDomain } }: { readonly bot: Bot }): ReactNode {
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
        {customDomain === null ? null : (
          <a href={`https://${customDomain}`} target="_blank" rel="noopener">
            {customDomain}
          </a>
        )}
      </p>
    </section>
  );
}
