import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startTestApp, type TestApp } from '../support/app.js';
import { CLIENT, REFRESH_TOKEN, SERVICE_ACCOUNT, useGoogle } from '../support/googleServer.js';
import { MAIL_PASSWORD, useMailServer } from '../support/mailServer.js';
import { recordAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf } from '../support/useApp.js';
import { useServer } from '../support/useServer.js';

const KEY = 'sk-canary-0123456789-4f2a';
const BAD_KEY = 'sk-canary-refused';
const REFUSED = 'The service refused the key: check that it was copied whole and is still valid.';

/** What a service answers to the request that tries a key, by its documentation. */
interface Service {
  readonly type: string;
  /** What an operator gives as the address of the service, below that of the fake. */
  readonly base: string;
  readonly path: string;
  /** The header that carries the key, as it is sent. */
  readonly header: readonly [name: string, value: string];
  readonly answer: unknown;
  /** The error for a wrong key. */
  readonly refusal: readonly [status: number, body: unknown];
  readonly message: string;
}

const bearer = ['authorization', `Bearer ${KEY}`] as const;
const model = { id: 'large', object: 'model', created: 1_686_935_002, owned_by: 'vendor' };
const models = { object: 'list', data: [model, { ...model, id: 'small' }] };
const TWO_MODELS = 'It works: the account may use 2 models.';

const SERVICES: readonly Service[] = [
  {
    ...{ type: 'openai', base: '/openai/v1', path: '/openai/v1/models', header: bearer },
    ...{ answer: models, message: TWO_MODELS },
    refusal: [
      401,
      { error: { message: `Incorrect API key provided: ${BAD_KEY}.`, code: 'invalid_api_key' } },
    ],
  },
  {
    ...{ type: 'anthropic', base: '/anthropic/v1', path: '/anthropic/v1/models?limit=1000' },
    header: ['x-api-key', KEY],
    answer: {
      data: [{ type: 'model', id: 'm-1', display_name: 'M 1', created_at: '2026-01-01T00:00:00Z' }],
      ...{ has_more: false, first_id: 'm-1', last_id: 'm-1' },
    },
    refusal: [
      401,
      { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    ],
    message: 'It works: the account may use 1 model.',
  },
  {
    ...{ type: 'mistral', base: '/mistral/v1', path: '/mistral/v1/models', header: bearer },
    ...{ answer: models, refusal: [401, { detail: 'Unauthorized' }], message: TWO_MODELS },
  },
  {
    ...{ type: 'together-ai', base: '/together/v1', path: '/together/v1/models', header: bearer },
    answer: [{ ...model, type: 'chat', display_name: 'Large' }],
    refusal: [401, { error: { message: 'Invalid API key provided', code: 'invalid_api_key' } }],
    message: 'It works: the account may use 1 model.',
  },
  {
    ...{ type: 'open-router', base: '/router/api/v1', path: '/router/api/v1/key', header: bearer },
    answer: { data: { label: 'sk-or-v1-au7...890', limit: 100, usage: 25.5, is_free_tier: false } },
    refusal: [401, { error: { code: 401, message: 'User not found.' } }],
    message: 'It works: OpenRouter knows the key.',
  },
  {
    ...{ type: 'groq', base: '/groq/openai/v1', path: '/groq/openai/v1/models', header: bearer },
    ...{ answer: models, message: TWO_MODELS },
    refusal: [401, { error: { message: 'Invalid API Key', code: 'invalid_api_key' } }],
  },
  {
    ...{ type: 'deepseek', base: '/deepseek/v1', path: '/deepseek/v1/models', header: bearer },
    ...{ answer: models, message: TWO_MODELS },
    refusal: [401, { error: { message: 'Authentication Fails', type: 'authentication_error' } }],
  },
  {
    ...{ type: 'elevenlabs', base: '/eleven', path: '/eleven/v1/voices' },
    header: ['xi-api-key', KEY],
    answer: { voices: [{ voice_id: 'v1', name: 'Rachel', category: 'premade' }] },
    refusal: [401, { detail: { status: 'invalid_api_key', message: 'Invalid API key' } }],
    message: 'It works: the account may use 1 voice.',
  },
  {
    ...{ type: 'nocodb', base: '/nocodb', path: '/nocodb/api/v2/meta/bases' },
    header: ['xc-token', KEY],
    answer: { list: [{ id: 'p1', title: 'Base' }], pageInfo: { totalRows: 1 } },
    refusal: [401, { error: 'AUTHENTICATION_REQUIRED', message: 'Authentication required' }],
    message: 'It works: NocoDB knows the key.',
  },
  {
    ...{ type: 'dify-ai', base: '/dify', path: '/dify/v1/info', header: bearer },
    answer: { name: 'App', description: '', tags: [], mode: 'advanced-chat' },
    refusal: [401, { code: 'unauthorized', message: 'Access token is invalid', status: 401 }],
    message: 'It works: Dify knows the key.',
  },
];

const asked: string[] = [];
const fake = useServer(answer);
const google = useGoogle();
const mail = useMailServer();

function answer({ method, url = '', headers }: IncomingMessage, response: ServerResponse): void {
  asked.push(`${method} ${url}`);
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url === '/stripe/v1/balance') {
    const isKnown = /^Bearer sk_(live|test)_canary$/.test(String(headers.authorization));
    const error = { message: 'Invalid API Key provided', type: 'invalid_request_error' };
    send(
      isKnown ? 200 : 401,
      isKnown ? { object: 'balance', available: [], livemode: true } : { error },
    );
  } else if (url === '/') {
    const isKnown = headers.authorization === `Basic ${btoa(`me:${KEY}`)}`;
    send(isKnown ? 200 : 401, {});
  } else {
    const service = SERVICES.find(({ path }) => path === url);
    if (!service) return void send(404, { error: 'Not found' });
    const isKnown = headers[service.header[0]] === service.header[1];
    const hasVersion =
      service.type !== 'anthropic' || headers['anthropic-version'] === '2023-06-01';
    if (isKnown && hasVersion) send(200, service.answer);
    else send(...service.refusal);
  }
}

let app: TestApp;
let workspaceId: string;
const rest = restOf(() => app);
beforeAll(async () => {
  const addresses = SERVICES.map(({ type, base }) => `${type}=${fake()}${base}`);
  app = await startTestApp({
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    VENDOR_ADDRESSES: [...addresses, `stripe=${fake()}/stripe`, `google=${google.url()}`].join(),
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
  });
  workspaceId = await makeWorkspace(rest);
});
afterAll(() => app.close());

/** Saves credentials and tries them over REST; what is said holds no secret. */
async function tried(
  type: string,
  data: object,
): Promise<{ isWorking: boolean | null; message: string }> {
  const credentials = { type, name: 'Ours', data };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  asked.length = 0;
  const said = await bodyOf(rest.testCredentials({ workspaceId, credentialsId }));
  expect(JSON.stringify(said)).not.toContain('canary');
  return said;
}

describe('trying the credentials of a service', () => {
  test.each(SERVICES.map((service) => [service.type, service] as const))(
    '%s says whether it knows the key, by one request that only reads',
    async (type, { path, message }) => {
      expect(await tried(type, { apiKey: KEY })).toEqual({ isWorking: true, message });
      expect(asked).toEqual([`GET ${path}`]);
      expect(await tried(type, { apiKey: BAD_KEY })).toEqual({
        isWorking: false,
        message: REFUSED,
      });
    },
  );

  test('Stripe is asked about both keys', async () => {
    const pair = (secretKey: string) => ({ secretKey, publicKey: 'pk_1' });
    const both = { live: pair('sk_live_canary'), test: pair('sk_test_canary') };
    expect(await tried('stripe', both)).toEqual({
      ...{ isWorking: true, message: 'It works: Stripe knows both keys.' },
    });
    expect(asked).toEqual(['GET /stripe/v1/balance', 'GET /stripe/v1/balance']);
    const wrong = { ...both, test: pair('sk_test_other') };
    expect(await tried('stripe', wrong)).toEqual({ isWorking: false, message: REFUSED });
    expect(await tried('stripe', { live: pair('sk_live_canary'), test: {} })).toMatchObject({
      message: 'It works: Stripe knows the key of live chats.',
    });
  });

  test('an address with a name and a password is asked once', async () => {
    const login = { origin: fake(), username: 'me' };
    expect(await tried('http basic auth', { ...login, password: KEY })).toEqual({
      isWorking: true,
      message: 'The address answered with 200, and did not refuse the name and password.',
    });
    expect(asked).toEqual(['GET /']);
    expect(await tried('http basic auth', { ...login, password: BAD_KEY })).toEqual({
      isWorking: false,
      message: 'The address refused the name or the password.',
    });
  });

  test('a mail server accepts the login, or does not', async () => {
    const data = { host: '127.0.0.1', port: mail.port(), from: { email: 'bot@example.com' } };
    const login = { ...data, username: 'bot' };
    expect(await tried('smtp', { ...login, password: MAIL_PASSWORD })).toMatchObject({
      isWorking: true,
    });
    expect(await tried('smtp', { ...login, password: 'canary-other' })).toMatchObject({
      isWorking: false,
    });
    expect(mail.taken).toEqual([]);
  });
});

describe('trying an account at Google', () => {
  const gmail = (refreshToken: string) => ({
    credentials: { accessToken: 'old', refreshToken, expiryDate: 1 },
  });

  test('renews the access, for sheets of a person and of a service account, and for mail', async () => {
    const works = { isWorking: true };
    expect(await tried('google sheets', { refresh_token: REFRESH_TOKEN })).toMatchObject(works);
    expect(await tried('google sheets', SERVICE_ACCOUNT)).toMatchObject(works);
    expect(await tried('gmail', gmail(REFRESH_TOKEN))).toMatchObject(works);
    expect(google.mails).toEqual([]);
  });

  test('says that it must be connected again where Google no longer accepts it', async () => {
    const again = {
      isWorking: false,
      message: 'Google no longer accepts this account: connect it again.',
    };
    expect(await tried('gmail', gmail('canary-taken-back'))).toEqual(again);
    expect(await tried('google sheets', { refresh_token: 'canary-taken-back' })).toEqual(again);
  });

  test('works for mail even if the person only allowed to send', async () => {
    const reason = 'Request had insufficient authentication scopes.';
    google.next.push((response) => {
      const error = { code: 403, message: reason, status: 'PERMISSION_DENIED' };
      response
        .writeHead(403, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error }));
    });
    expect(await tried('gmail', gmail(REFRESH_TOKEN))).toMatchObject({ isWorking: true });
    google.next.push((response) => {
      const error = { code: 403, message: 'Gmail API has not been used in project 1.' };
      response
        .writeHead(403, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error }));
    });
    expect(await tried('gmail', gmail(REFRESH_TOKEN))).toMatchObject({ isWorking: false });
  });
});

describe('a person sees of credentials', () => {
  const read = async (type: string, data: object) => {
    const credentials = { type, name: 'Ours', data };
    const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
    const query = `query ($id: ID!) { node(id: $id) { ... on Credentials {
      createdBy { name } lastUsedAt access { expiresAt isRenewed } } } }`;
    const { data: answered } = await queryGraphql(app.url, {
      query,
      variables: { id: credentialsId },
    });
    return recordAt(recordAt(answered)['node']);
  };

  test('who saved them, and that no chat used them yet', async () => {
    expect(await read('openai', { apiKey: KEY })).toEqual({
      ...{ createdBy: { name: 'Owner' }, lastUsedAt: null, access: null },
    });
  });

  test('when the access to an account expires, and whether it is renewed', async () => {
    const at = Date.UTC(2030, 0, 1);
    const tokens = { access_token: 'canary', expiry_date: at };
    const expiresAt = new Date(at).toISOString();
    expect(await read('google sheets', tokens)).toMatchObject({
      access: { expiresAt, isRenewed: false },
    });
    const renewed = { ...tokens, refresh_token: 'canary' };
    expect(await read('google sheets', renewed)).toMatchObject({
      access: { expiresAt, isRenewed: true },
    });
    expect(await read('google sheets', SERVICE_ACCOUNT)).toMatchObject({
      access: { expiresAt: null, isRenewed: true },
    });
  });
});
