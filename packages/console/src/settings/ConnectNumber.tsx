import { CredentialTypes } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { useData } from '../app/server.js';
import { CredentialsForm } from '../credentials/CredentialsForm.js';
import { t } from '../i18n/t.js';
import { Choice } from '../ui/Choice.js';
import { Reading } from '../ui/Reading.js';

type Provider = 'meta' | '360dialog' | 'webhook';

const PROVIDERS: readonly (readonly [Provider, string])[] = [
  ['meta', t('Meta, who makes WhatsApp')],
  ['360dialog', t('360dialog, a partner of Meta')],
  ['webhook', t('Another messenger, with code of yours')],
];

/** What a person does at the service before the form can be filled in. */
const TO_DO: Readonly<Record<Provider, readonly string[]>> = {
  meta: [
    t('At developers.facebook.com make an app of the type Business, and add WhatsApp to it.'),
    t('Note the phone number ID (WhatsApp, API setup) and the app secret (App settings, Basic).'),
    t(
      'In the business settings make a system user who may use the app and the WhatsApp account, and a token for them with the permissions whatsapp_business_messaging and whatsapp_business_management.',
    ),
  ],
  '360dialog': [
    t('At 360dialog make an API key for the number.'),
    t('Make up a webhook secret; partners take the secret of their platform.'),
  ],
  webhook: [
    t(
      'Write a program that passes messages on, as the guide shows, and note its address: docs/guide/add-a-channel.md',
    ),
    t('Make up a secret: whsec_ and at least 24 random bytes in base64.'),
  ],
};

/** The first steps of a connection: the service, what is done there, and the form. `made` receives the id of the credentials. */
export function ConnectNumber({
  workspaceId,
  made,
}: {
  readonly workspaceId: string;
  readonly made: (credentialsId: string | null) => void;
}): ReactNode {
  const [provider, setProvider] = useState<Provider>('meta');
  const types = useData(CredentialTypes, {}, { isFixed: true });
  const kind = types.data?.credentialTypes.find(({ type }) => type === 'messenger');
  return (
    <ol className="steps">
      <li>
        <h2>{t('Choose who runs the number')}</h2>
        <Choice label={t('Service')} options={PROVIDERS} value={provider} choose={setProvider} />
      </li>
      <li>
        <h2>{t('Prepare it there')}</h2>
        <ul>
          {TO_DO[provider].map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </li>
      <li>
        <h2>{t('Paste what you noted')}</h2>
        {kind ? (
          <CredentialsForm
            key={provider}
            of={{ workspaceId, type: 'messenger' }}
            // The provider is chosen above.
            kind={{ ...kind, fields: kind.fields.filter(({ path }) => path !== 'provider') }}
            held={undefined}
            given={{ provider }}
            close={(id) => made(id ?? null)}
          />
        ) : (
          <Reading fault={types.fault} />
        )}
      </li>
    </ol>
  );
}
