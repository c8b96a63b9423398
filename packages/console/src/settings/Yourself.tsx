import { RevokeSignIn, SignIns, type SignInsQuery, UpdateViewer } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { change } from '../app/change.js';
import { askFirst } from '../app/questions.js';
import { server, useData } from '../app/server.js';
import { useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';
import { When } from '../ui/When.js';
import { LineForm } from '../ui/LineForm.js';
import { SCOPES } from './scopes.js';
import { SettingsPage } from './SettingsPage.js';

type SignIn = NonNullable<SignInsQuery['viewer']>['signIns'][number];

/** What the person is called, and where they are signed in. */
export function Yourself(): ReactNode {
  const shown = useData(SignIns, {});
  const { fault, run } = useAction(shown.reload);
  const rename = async (form: FormData): Promise<boolean> => {
    const name = String(form.get('name')).trim();
    await run(change(UpdateViewer, { input: { name: name === '' ? null : name } }));
    // Keeps what was typed: it is stored now, or needs a correction.
    return false;
  };
  const signOut = ({ id, client }: SignIn): void =>
    askFirst(
      {
        title: t('Sign out of {client}?', { client }),
        help: t('It can no longer act in your name.'),
        button: t('Sign out'),
      },
      () => void run(change(RevokeSignIn, { input: { signInId: id } })),
    );
  return (
    <SettingsPage
      title={t('You')}
      help={t('Your name is shown to the people of your workspaces.')}
      {...{ shown, fault }}
    >
      {({ viewer }) =>
        viewer ? (
          <>
            <LineForm title={t('Your name')} button={t('Save')} submit={rename}>
              <input
                name="name"
                aria-label={t('Your name')}
                autoComplete="name"
                defaultValue={viewer.user.name ?? ''}
              />
            </LineForm>
            <p className="soft">{viewer.user.email}</p>
            <h2>{t('Where you are signed in')}</h2>
            <ul className="rows">
              <li>
                <span className="rowText">
                  <strong>{t('This browser')}</strong>
                </span>
                <a className="button" href={`${server}/sign-in`}>
                  {t('Sign out …')}
                </a>
              </li>
              {viewer.signIns.map((signIn) => (
                <SignInRow key={signIn.id} signIn={signIn} signOut={() => signOut(signIn)} />
              ))}
            </ul>
            {viewer.signIns.length === 0 ? (
              <p className="soft">
                {t('Dashboards and programs that you sign in to are listed here.')}
              </p>
            ) : null}
          </>
        ) : null
      }
    </SettingsPage>
  );
}

function SignInRow({
  signIn: { client, scopes, createdAt, lastUsedAt },
  signOut,
}: {
  readonly signIn: SignIn;
  readonly signOut: () => void;
}): ReactNode {
  return (
    <li>
      <span className="rowText">
        <strong>{client}</strong>
        <span className="soft">
          {scopes === null ? t('All that you may do') : scopes.map((one) => SCOPES[one]).join(', ')}
        </span>
        <span className="soft">
          <When at={lastUsedAt} words={(time) => t('Last used {time}', { time })} />
          {' · '}
          <When at={createdAt} words={(time) => t('since {time}', { time })} />
        </span>
      </span>
      <button type="button" aria-label={t('Sign out of {client}', { client })} onClick={signOut}>
        {t('Sign out')}
      </button>
    </li>
  );
}
