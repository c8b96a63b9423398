import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  begin,
  leadsTo,
  OAUTH_CLIENTS,
  open,
  press,
  signedInBrowser,
  signIn,
  type Changes,
} from '../../support/oauthFlow.js';
import { rowsOf } from '../../support/rows.js';
import { useApp } from '../../support/useApp.js';

const app = useApp({ OAUTH_CLIENTS });

let signedIn: string;
beforeAll(async () => {
  signedIn = await signedInBrowser(app());
});
/** The response to an authorization request of a signed-in person. */
async function answerTo(changes: Changes): Promise<Response> {
  return open(begin(app(), changes).url, signedIn);
}

describe('nobody is sent to an address that is not listed', () => {
  test.each([
    ['https://evil.example.com/'],
    ['https://dash.example.com/signed-in'],
    ['https://dash.example.com/signed-in?tab=1&more'],
    ['https://dash.example.com/signed-in?tab=1#part'],
    ['https://dash.example.com/signed-in/?tab=1'],
    ['https://dash.example.com:443/signed-in?tab=1'],
    ['https://DASH.example.com/signed-in?tab=1'],
    ['https://dash.example.com@evil.example.com/signed-in?tab=1'],
    ['https://dash.example.com/x/../signed-in?tab=1'],
    ['https://dash.example.com/signed-in%3Ftab=1'],
    ['http://dash.example.com/signed-in?tab=1'],
    ['//dash.example.com/signed-in?tab=1'],
    ['javascript:alert(1)'],
    ['http://localhost:5174/signed-in'],
    ['http://127.0.0.1:5173/signed-in'],
    ['https://other.example.com/'],
    [undefined],
    [['https://dash.example.com/signed-in?tab=1', 'https://evil.example.com/']],
  ])('as the dashboard: %s', async (redirect_uri) => {
    const response = await answerTo({ redirect_uri });
    const page = await response.text();
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(page).toContain('Not signed in');
    // Only the text names the fault; no link, form or policy of the page contains it.
    const [text = ''] = /<p>[^<]*<\/p>/.exec(page) ?? [];
    expect(page.replace(text, '')).not.toMatch(/evil|javascript/);
    expect(response.headers.get('content-security-policy')).not.toMatch(/evil|javascript/);
    if (typeof redirect_uri !== 'string') return;
    expect(text).toContain(`does not know &quot;${redirect_uri.replace('&', '&amp;')}&quot;`);
  });

  test('whose text is shown as text, and not at any length', async () => {
    const redirect_uri = `https://evil.example.com/<script>alert("1")</script>${'x'.repeat(2_000)}`;
    const page = await (await answerTo({ redirect_uri })).text();
    expect(page).toContain('/&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;xx');
    expect(page).toMatch(/x…&quot; as/);
    expect(page).not.toMatch(/<script|x{200}/);
  });

  test.each([
    ['http://127.0.0.1:1/callback', 200],
    ['http://127.0.0.1/callback', 200],
    ['http://127.0.0.1:1/callback/', 400],
    ['http://127.0.0.1:1/other', 400],
    ['http://127.0.0.1:99999/callback', 400],
    ['http://127.0.0.1:80@evil.example.com/callback', 400],
    ['http://127.0.0.1.evil.example.com/callback', 400],
    ['https://127.0.0.1:1/callback', 400],
    ['http://localhost:1/callback', 400],
    ['http://[::1]:1/callback', 400],
    ['http://127.0.0.2:1/callback', 400],
  ])('as a program on the own computer, whose port is free: %s', async (redirect_uri, status) => {
    expect((await answerTo({ client_id: 'cli', redirect_uri })).status).toBe(status);
  });

  test.each([['nobody'], [undefined], ['__proto__'], ['constructor'], [['dashboard', 'cli']]])(
    'for a client that is not listed: %s',
    async (client_id) => {
      const response = await answerTo({ client_id });
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(await response.text()).toMatch(/is at fault: [^.]+\. Tell the person who runs it\.</);
    },
  );

  test('by what a cookie says that somebody else has set', async () => {
    const paths = ['//evil.example.com/', 'https://evil.example.com', '/oauth/authorize', '/\\x'];
    for (const [place, path] of paths.entries()) {
      const kept = `parley_return=${Buffer.from(path).toString('base64url')}`;
      await rowsOf(
        app().databaseUrl,
        `insert into api_token (id, user_id, kind, name, hash, prefix, created_at, expires_at)
          select $2, min(id), 'LINK', 'L', encode(sha256($1), 'hex'), 'x', now(), now() + interval '1 day' from app_user`,
        [`link-${place}`, `tok_link${place}`],
      );
      const link = `${app().url}/sign-in/link/link-${place}`;
      const page = await (await fetch(link, { method: 'POST', headers: { cookie: kept } })).text();
      expect(page).toContain('<a href="/console">Open the console</a>');
    }
  });
});

describe('a request that is wrong is sent back to the client with its error and its state:', () => {
  test.each<[string, Changes, string]>([
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type'],
    ['two response types', { response_type: ['code', 'token'] }, 'invalid_request'],
    ['a fragment as the answer', { response_mode: 'fragment' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['two challenges', { code_challenge: ['a'.repeat(43), 'b'.repeat(43)] }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
    ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which would be plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['an unknown scope', { scope: 'BOTS_READ EVERYTHING' }, 'invalid_scope'],
    ['a name of every object as a scope', { scope: 'constructor' }, 'invalid_scope'],
    ['a query that is too long', { more: 'x'.repeat(3_000) }, 'invalid_request'],
  ])('%s', async (_what, changes, error) => {
    const { searchParams, origin } = leadsTo(await answerTo(changes));
    expect(origin).toBe('https://dash.example.com');
    expect(searchParams.get('error')).toBe(error);
    expect(searchParams.get('state')).toBe('the state');
    expect(searchParams.get('iss')).toBe(app().url);
    expect(searchParams.get('code')).toBeNull();
  });

  test('two states, of which none is sent back', async () => {
    const { searchParams } = leadsTo(await answerTo({ state: ['one', 'two'] }));
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual([
      'invalid_request',
      null,
    ]);
  });
});

test('a state with any characters comes back as it was, and sets no other parameter', async () => {
  for (const state of ['a&code=mine', 'ä %00\r\nSet-Cookie: x=y', '#x', '+ %2B']) {
    const response = await press(begin(app(), { state }).url, signedIn);
    const { searchParams, hash } = leadsTo(response);
    expect([searchParams.getAll('state'), hash]).toEqual([[state], '']);
    expect(searchParams.getAll('code')).toHaveLength(1);
    expect(response.headers.get('set-cookie')).toBeNull();
  }
});

describe('nobody agrees for a person:', () => {
  test('no page of another origin, and no sign-in without a cookie', async () => {
    const cookie = signedIn;
    const { url } = begin(app());
    const form = new URLSearchParams({ decision: 'allow' });
    for (const origin of ['https://dash.example.com', 'https://evil.example.com', 'null']) {
      const sent = { method: 'POST', headers: { cookie, origin }, body: form };
      expect((await fetch(url, { ...sent, redirect: 'manual' })).status).toBe(403);
    }
    const nobody = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
    expect(nobody.headers.get('location')).toBe('/sign-in');
  });

  test('no bearer token, so that a stolen one cannot become a longer sign-in', async () => {
    const { access } = await signIn(app(), signedIn);
    const headers = { authorization: `Bearer ${access}` };
    const response = await fetch(begin(app()).url, { headers, redirect: 'manual' });
    expect(response.headers.get('location')).toBe('/sign-in');
  });
});
