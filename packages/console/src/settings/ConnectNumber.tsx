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
    t(
      'At developers.facebook.com, under “My Apps”, press “Create App” and choose the type “Business” or the use case for WhatsApp. Switch its “App Mode” to “Live” or publish it: before that, Meta sends only test messages.',
    ),
    t(
      'Phone number ID: on the page “WhatsApp › API Setup” of the app, below the number. Leave the temporary access token there: it ends within a day.',
    ),
    t('App secret: on the page “App settings › Basic”, press “Show” beside “App secret”.'),
    t(
      'System user access token: at business.facebook.com, in “Business settings › Users › System users”, press “Add”. With “Assign assets”, give that user full control of the app and of the WhatsApp account. Then press “Generate new token”, and choose the app, the expiration “Never” and the permissions whatsapp_business_messaging and whatsapp_business_management.',
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

/** A field of the credentials as it is here: the provider is chosen above, and the verify token is made in the next step. */
function fieldHere<One extends { readonly path: string }>(field: One): One[] {
  if (['provider', 'verifyToken'].includes(field.path)) return [];
  // No message is taken without it.
  return [field.path === 'appSecret' ? { ...field, isRequired: true } : field];
}

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
            kind={{ ...kind, fields: kind.fields.flatMap(fieldHere) }}
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
