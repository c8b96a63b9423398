import { createPrivateKey } from 'node:crypto';
import { authority, clientPair } from './certificates.js';
import type { BlockSketch } from './flowOf.js';
import { SERVICE_ACCOUNT } from './googleServer.js';

/** The beginning of every secret of these tests. No other text contains it, so a search for it finds every leak. */
export const CANARY = 'canary';
/** The secret of this name. */
export const key = (name: string) => `${CANARY}-${name}`;
const apiKey = (name: string) => ({ apiKey: key(name) });

/** Credentials of one kind, and the blocks of a bot that use them. */
interface Kind {
  readonly data: object;
  readonly uses: (credentialsId: string) => readonly BlockSketch[];
}

const forge =
  (type: string, action: string, options: object = {}) =>
  (credentialsId: string) => [{ type, options: { credentialsId, action, ...options } }];
const messages = [{ role: 'user', content: 'Hi' }];
const completion = { model: 'm', messages };
const model = (type: string, data: object = {}) => ({
  data: { ...apiKey(type), ...data },
  uses: forge(type, 'Create chat completion', completion),
});
const request = (url: string, options: object) => ({
  type: 'Webhook',
  options: { webhook: { url, method: 'POST', body: '{}' }, ...options },
});
/** Credentials that no block here uses: those of a channel, or of a service whose blocks do nothing on this server. */
const unused = (data: object): Kind => ({ data, uses: () => [] });

/** The addresses of the services that the credentials are for. */
export interface Services {
  /** The address that takes the place of every vendor's. */
  readonly url: string;
  /** The same over TLS with client certificates. */
  readonly secureUrl: string;
  readonly mailPort: number;
}

/** A private key, encrypted with this passphrase, and the passphrase. */
function withPassphrase(passphrase: string) {
  const privateKey = createPrivateKey({ key: clientPair.key, passphrase: clientPair.passphrase });
  const encrypted = { type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase } as const;
  return { key: privateKey.export(encrypted).toString(), passphrase };
}

const row = [{ id: '1', column: 'Name', value: 'Ada' }];
const insertRow = (credentialsId: string) => [
  {
    type: 'Google Sheets',
    options: {
      ...{ credentialsId, action: 'Insert a row', spreadsheetId: 's', sheetId: '0' },
      cellsToInsert: row,
    },
  },
];
const sendMail = (credentialsId: string) => [
  { type: 'Email', options: { credentialsId, recipients: ['a@example.com'], subject: 'S' } },
];

/** The second form of credentials that have two: a Google service account, and a mail server that accepts the password. */
export function otherForms({ mailPort }: Services): readonly (Kind & { readonly type: string })[] {
  const smtp = { host: '127.0.0.1', port: mailPort, username: 'bot', password: key('letters') };
  const from = { email: 'bot@example.com' };
  return [
    { type: 'google sheets', data: SERVICE_ACCOUNT, uses: insertRow },
    { type: 'smtp', data: { ...smtp, from }, uses: sendMail },
  ];
}

/** Every kind of credentials, with a secret in each secret member. */
export function everyCredentials({
  url,
  secureUrl,
  mailPort,
}: Services): Readonly<Record<string, Kind>> {
  return {
    smtp: {
      data: {
        ...{ host: '127.0.0.1', port: mailPort, username: 'bot', password: key('smtp') },
        from: { email: 'bot@example.com' },
      },
      uses: (credentialsId) => [
        ...sendMail(credentialsId),
        { type: 'Email', options: { recipients: ['a@example.com'], subject: 'S' } },
      ],
    },
    'google sheets': {
      data: { refresh_token: key('refresh'), access_token: key('access'), expiry_date: 1 },
      uses: insertRow,
    },
    stripe: {
      data: {
        live: { secretKey: key('live'), publicKey: 'pk_live', webhookSecret: key('live-events') },
        test: { secretKey: key('test'), publicKey: 'pk_test', webhookSecret: key('test-events') },
      },
      uses: (credentialsId) => [
        { type: 'payment input', options: { credentialsId, amount: '5', currency: 'EUR' } },
      ],
    },
    messenger: unused({
      systemUserAccessToken: key('system'),
      phoneNumberId: '1',
      appSecret: key('app'),
    }),
    'http proxy': {
      data: { url: `${url.replace('//', `//me:${key('proxy')}@`)}` },
      uses: (proxyCredentialsId) => [request(`${url}/through`, { proxyCredentialsId })],
    },
    'http basic auth': {
      data: { origin: url, username: 'me', password: key('basic') },
      uses: (basicAuthCredentialsId) => [request(`${url}/basic`, { basicAuthCredentialsId })],
    },
    'http client certificate': {
      data: {
        ...{ origin: secureUrl, certificate: clientPair.certificate, authority },
        ...withPassphrase(key('passphrase')),
      },
      uses: (clientCertificateCredentialsId) => [
        request(`${secureUrl}/certificate`, { clientCertificateCredentialsId }),
      ],
    },
    openai: {
      data: { ...apiKey('openai'), baseUrl: url },
      uses: (credentialsId) => [
        ...forge('openai', 'Create chat completion', completion)(credentialsId),
        ...forge('openai', 'Create speech', { input: 'Hi', saveUrlInVariableId: 'vSaid' })(
          credentialsId,
        ),
        ...forge('openai', 'Ask Assistant', { assistantId: 'a', message: 'Hi' })(credentialsId),
        ...forge('openai', 'Generate variables', { model: 'm', prompt: 'Hi' })(credentialsId),
      ],
    },
    anthropic: {
      data: apiKey('anthropic'),
      uses: forge('anthropic', 'Create Chat Message', completion),
    },
    mistral: model('mistral'),
    'together-ai': model('together-ai'),
    'open-router': model('open-router'),
    groq: model('groq', { baseUrl: url }),
    perplexity: model('perplexity', { baseUrl: url }),
    deepseek: model('deepseek', { baseUrl: url }),
    'chat-node': {
      data: apiKey('chat-node'),
      uses: forge('chat-node', 'Send Message', { botId: 'b', message: 'Hi' }),
    },
    'dify-ai': {
      data: { ...apiKey('dify'), apiEndpoint: url, knowledgeApiKey: key('knowledge') },
      uses: (credentialsId) => [
        ...forge('dify-ai', 'Create Chat Message', { query: 'Hi' })(credentialsId),
        ...forge('dify-ai', 'Query Knowledge Base', { query: 'Hi', datasetId: 'd' })(credentialsId),
      ],
    },
    elevenlabs: {
      data: apiKey('elevenlabs'),
      uses: forge('elevenlabs', 'Convert text to speech', {
        ...{ text: 'Hi', modelId: 'm', voiceId: 'v', saveUrlInVariableId: 'vSaid' },
      }),
    },
    zemanticAi: unused(apiKey('zemantic')),
    'zemantic-ai': unused(apiKey('zemantic-2')),
    nocodb: {
      data: { ...apiKey('nocodb'), baseUrl: url },
      uses: forge('nocodb', 'Create Record', { tableId: 't', fields: [{ key: 'a', value: 'b' }] }),
    },
    segment: {
      data: apiKey('segment'),
      uses: forge('segment', 'Track', { userId: 'u', eventName: 'Asked' }),
    },
    posthog: {
      data: { ...apiKey('posthog'), host: url },
      uses: forge('posthog', 'Capture', { distinctId: 'u', event: 'asked' }),
    },
    zendesk: {
      data: { conversationsKeyId: 'k', conversationsSecretKey: key('zendesk') },
      uses: forge('zendesk', 'Open Web Widget', { webWidgetKey: 'w', userId: 'u' }),
    },
    blink: { data: apiKey('blink'), uses: forge('blink', 'Get Users') },
    gmail: {
      data: {
        customClient: { id: 'parley', secret: key('client') },
        credentials: { accessToken: key('token'), refreshToken: key('renewal'), expiryDate: 1 },
      },
      uses: forge('gmail', 'Send email', { to: 'a@example.com', subject: 'S', body: 'B' }),
    },
  };
}
