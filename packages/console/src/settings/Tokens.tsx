import { RevokeToken, Tokens as TokensOf, type TokensQuery } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { askFirst } from '../app/questions.js';
import { useData } from '../app/server.js';
import { When } from '../ui/When.js';
import { NewToken } from './NewToken.js';
import { SCOPES } from './scopes.js';
import { SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';

type Token = NonNullable<TokensQuery['viewer']>['apiTokens'][number];

/** The tokens of the person, for programs that act in their name. */
export function Tokens({ workspaceId }: SettingsOf): ReactNode {
  const shown = useData(TokensOf, {});
  const { fault, run } = useAction(shown.reload);
  const [isOpen, setOpen] = useState(false);
  const revoke = ({ id, name }: Token): void =>
    askFirst(
      {
        title: t('Revoke {name}?', { name }),
        help: t('Programs that use it are refused from then on.'),
        button: t('Revoke'),
      },
      () => void run(change(RevokeToken, { input: { tokenId: id } })),
    );
  return (
    <SettingsPage
      title={t('My tokens')}
      help={t('A program that sends a token acts in your name, within what the token allows.')}
      {...{ shown, fault }}
    >
      {({ viewer }) => (
        <>
          <p>
            <button type="button" className="primary" onClick={() => setOpen(true)}>
              {t('New token')}
            </button>
          </p>
          {viewer?.apiTokens.length === 0 ? (
            <p className="empty">{t('You have no tokens.')}</p>
          ) : null}
          <ul className="rows">
            {viewer?.apiTokens.map((token) => (
              <TokenRow key={token.id} token={token} revoke={() => revoke(token)} />
            ))}
          </ul>
          {isOpen ? (
            <NewToken workspaceId={workspaceId} made={shown.reload} close={() => setOpen(false)} />
          ) : null}
        </>
      )}
    </SettingsPage>
  );
}

function TokenRow({
  token: { name, prefix, scopes, lastUsedAt, expiresAt },
  revoke,
}: {
  readonly token: Token;
  readonly revoke: () => void;
}): ReactNode {
  return (
    <li>
      <span className="rowText">
        <strong>{name}</strong>
        <span className="soft">
          <code>{prefix}…</code>{' '}
          {scopes === null ? t('All that you may do') : scopes.map((one) => SCOPES[one]).join(', ')}
        </span>
        <span className="soft">
          {lastUsedAt === null ? (
            t('Never used')
          ) : (
            <When at={lastUsedAt} words={(time) => t('Last used {time}', { time })} />
          )}
          {expiresAt === null ? null : (
            <>
              {' · '}
              <When at={expiresAt} words={(time) => t('works until {time}', { time })} />
            </>
          )}
        </span>
      </span>
      <button type="button" aria-label={t('Revoke {name}', { name })} onClick={revoke}>
        {t('Revoke')}
      </button>
    </li>
  );
}
