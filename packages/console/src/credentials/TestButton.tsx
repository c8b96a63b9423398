import { TestCredentials } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change, wordsOf } from '../app/change.js';
import { t } from '../i18n/t.js';

/** Tries stored credentials at their service, and says what it answered. */
export function TestButton({
  name = t('the account'),
  ...input
}: {
  readonly workspaceId: string;
  readonly credentialsId: string;
  readonly name?: string;
}): ReactNode {
  const [found, setFound] = useState('');
  const run = async (): Promise<void> => {
    setFound(t('Trying …'));
    const tried = change(TestCredentials, { input });
    setFound(
      await tried.then(({ testCredentials }) => testCredentials.message ?? NOTHING, wordsOf),
    );
  };
  return (
    <>
      <button type="button" aria-label={t('Test {name}', { name })} onClick={() => void run()}>
        {t('Test')}
      </button>
      <span role="status">{found}</span>
    </>
  );
}

const NOTHING = t('This service has nothing to try them with.');
