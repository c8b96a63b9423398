import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOKEN_SCOPES } from '../../src/schema/enums.js';
import { german } from '../../src/words/german.js';
import { spanish } from '../../src/words/spanish.js';
import { startTestApp, TOKEN, type TestApp } from '../support/app.js';
import { CLIENT, useGoogle } from '../support/googleServer.js';
import { useMailServer } from '../support/mailServer.js';
import { begin, OAUTH_CLIENTS, signedInBrowser } from '../support/oauthFlow.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { until } from '../support/until.js';
import { makeWorkspace, restOf } from '../support/useApp.js';

const google = useGoogle();
const mailServer = useMailServer();
let app: TestApp;
let owner: string;
const rest = restOf(() => app);
beforeAll(async () => {
  app = await startTestApp({
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    VENDOR_ADDRESSES: `google=${google.url()}`,
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    OAUTH_CLIENTS,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port()}`,
    SMTP_FROM: 'Acme <us@example.com>',
  });
  owner = await signedInBrowser(app);
});
afterAll(async () => app.close());

/** What a browser sends, and the languages of its person. */
interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

async function pageIn(language: string, { path, method = 'GET', headers, form }: Sent) {
  const response = await fetch(new URL(path, app.url), {
    method,
    headers: { accept: 'text/html', 'accept-language': language, ...headers },
    redirect: 'manual',
    ...(form && { body: new URLSearchParams(form) }),
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  return response.text();
}

const headingOf = (page: string) => /<h1>(.*?)<\/h1>/.exec(page)?.[1];

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Anmelden'],
  ['es-419', 'es', 'Iniciar sesión'],
  ['fr-FR,fr;q=0.9,es;q=0.5,en;q=0.3', 'es', 'Iniciar sesión'],
  ['en;q=0.4, DE ; q=0.8', 'de', 'Anmelden'],
  ['de;q=0,es;q=0.1', 'es', 'Iniciar sesión'],
  ['en-GB,de;q=0.9', 'en', 'Sign in'],
  ['ja,den', 'en', 'Sign in'],
  ['*', 'en', 'Sign in'],
])('whoever reads %s gets a page in %s', async (header, language, heading) => {
  const page = await pageIn(header, { path: '/sign-in' });
  expect([/<html lang="(\w+)">/.exec(page)?.[1], headingOf(page)]).toEqual([language, heading]);
});

/** What is the same in all languages. */
const NAMES = new Set(['Parley', 'Guides', 'REST API']);

/** The texts of a page, as people read them. */
const textsOf = (page: string) =>
  page
    .replace(/<style>[^]*?<\/style>/, '')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => /\p{L}/u.test(text) && !NAMES.has(text));

/** A page by what somebody does there. */
const PAGES: Readonly<Record<string, () => Promise<Sent> | Sent>> = {
  'to sign in': () => ({ path: '/sign-in' }),
  'of somebody who is signed in': () => ({ path: '/sign-in', headers: { cookie: owner } }),
  'of a link': () => ({ path: '/sign-in/link/any' }),
  'of a link that was used': () => ({ path: '/sign-in/link/any', method: 'POST' }),
  'that says that a link is on its way': () => ({
    ...{ path: '/sign-in/email', method: 'POST' },
    form: { email: 'nobody@example.com' },
  }),
  'that says that an address is none': () => ({
    ...{ path: '/sign-in/email', method: 'POST' },
    form: { email: 'nobody' },
  }),
  'of an invitation to a workspace': async () => {
    const workspaceId = await makeWorkspace(rest);
    const sent = { workspaceId, email: 'guest@example.com', role: 'MEMBER' } as const;
    const { code } = await bodyOf(rest.inviteMember(sent));
    return { path: `/invitations/${code ?? ''}` };
  },
  'where somebody signs in to a dashboard': () => ({
    path: begin(app).url,
    headers: { cookie: owner },
  }),
  'where a dashboard may do some things': () => ({
    path: begin(app, { scope: Object.keys(TOKEN_SCOPES).join(' ') }).url,
    headers: { cookie: owner },
  }),
  'where an account is connected': async () => {
    const workspaceId = await makeWorkspace(rest);
    const query = new URLSearchParams({ workspaceId, type: 'gmail' });
    return { path: `/connect/google?${query}`, headers: { cookie: owner } };
  },
  'where no account was connected': () => ({
    path: '/connect/google/callback?code=any',
    headers: { cookie: owner },
  }),
  'of somebody who may not see a workspace': () => ({
    path: '/connect/google?workspaceId=none&type=gmail',
    headers: { cookie: owner },
  }),
  'that another site wants to use': () => ({
    ...{ path: '/sign-out', method: 'POST' },
    headers: { origin: 'https://evil.example.com' },
  }),
  'that is not there': () => ({ path: '/none/of/these' }),
};

test.each(Object.entries(PAGES))('the page %s is in one language', async (_name, sentOf) => {
  const sent = await sentOf();
  const english = new Set(textsOf(await pageIn('en', sent)));
  expect(english.size).toBeGreaterThan(2);
  for (const language of ['de', 'es']) {
    const texts = textsOf(await pageIn(language, sent));
    expect(texts.length).toBeGreaterThanOrEqual(english.size);
    expect(texts.filter((text) => english.has(text))).toEqual([]);
  }
});

/** The first e-mail to an address, as sent. */
async function mailTo(email: string): Promise<string> {
  const sent = () => mailServer.taken.find(({ to }) => to[0] === email);
  await until(sent);
  return sent()?.raw.replace(/=\r\n/g, '') ?? '';
}

describe('an e-mail is in the language of the page that caused it:', () => {
  test('a link to sign in', async () => {
    await rowsOf(
      app.databaseUrl,
      `insert into app_user (id, email, is_email_verified, created_at)
        values ('usr_ada', 'ada@example.com', true, now())`,
    );
    await pageIn('de', {
      ...{ path: '/sign-in/email', method: 'POST' },
      form: { email: 'ada@example.com' },
    });
    const mail = await mailTo('ada@example.com');
    expect(mail).toContain('Subject: Link zum Anmelden');
    expect(mail).toContain(`um sich auf ${app.url} anzumelden. Er gilt einmal, 15 Minuten lang:`);
  });

  test('an invitation', async () => {
    const workspaceId = await makeWorkspace(rest);
    await fetch(`${app.url}/v1/workspaces/${workspaceId}/invitations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'accept-language': 'es-ES,es;q=0.9',
      },
      body: JSON.stringify({ email: 'new@example.com', role: 'MEMBER' }),
    });
    const mail = await mailTo('new@example.com');
    expect(mail).toContain(`para trabajar con otras personas en ${app.url}.`);
    expect(mail).toContain(`${app.url}/invitations/`);
  });
});

const root = new URL('../../src/', import.meta.url);

test('each text is shown somewhere', () => {
  const code = readdirSync(root, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('words/'))
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .join('\n');
  expect(Object.keys(german).filter((word) => !code.includes(`'${word}'`))).toEqual([]);
});

test.each([
  ['German', german],
  ['Spanish', spanish],
])('each text in %s has the values of the English one', (_language, words) => {
  const valuesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted().join();
  const wrong = Object.entries(words).filter(([word, text]) => valuesOf(word) !== valuesOf(text));
  expect(wrong).toEqual([]);
});
