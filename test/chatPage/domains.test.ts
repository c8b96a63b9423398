import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { botOf, parrot } from '../support/botOf.js';
import { useNameServer } from '../support/nameServer.js';
import { signedInBrowser } from '../support/oauthFlow.js';
import { textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, refusalOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

describe('the page of a bot', () => {
  const { zones, dns } = useNameServer();
  const app = useApp({ PUBLIC_URL: 'https://parley.example.com/bots' }, { dns });
  const rest = restOf(app);

  /** Requests a page as a browser does, from any host. */
  async function get(path: string, host = 'parley.example.com', more: object = {}) {
    const { port } = new URL(app().url);
    const headers = { host, accept: 'text/html', ...more };
    const sent = request({ host: '127.0.0.1', port, path, headers }).end();
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject),
    );
    return { status: response.statusCode, headers: response.headers, html: await text(response) };
  }

  const scripts = (html: string): string[] =>
    [...html.matchAll(/<script[^>]* src="([^"]*)"/g)].map(([, src = '']) => src);

  test('is at the domain of the bot once its workspace has proven it', async () => {
    // A name outside of ASCII, in the form of requests (Punycode).
    const domain = 'xn--e1afmkfd.xn--p1ai';
    const made = await makePublished(rest, botOf(parrot, { customDomain: `${domain}/help/me` }));
    expect((await get('/help/me', domain)).status).toBe(404);
    const named = { workspaceId: made.workspaceId, name: domain };
    const { customDomain } = await bodyOf(rest.addDomain(named));
    expect((await get('/help/me', domain)).status).toBe(404);
    for (const host of [domain, 'parley.example.com']) zones.set(host, { A: ['192.0.2.1'] });
    await bodyOf(rest.verifyDomain(named));
    expect((await get('/help/me', domain)).status).toBe(404);
    zones.set(`_parley-challenge.${domain}`, { TXT: [textAt(customDomain, 'records.0.value')] });
    await bodyOf(rest.verifyDomain(named));
    for (const host of [domain, domain.toUpperCase(), `${domain}:443`, `${domain}.`]) {
      const { status, html, headers } = await get('/help/me', host);
      expect([host, status, scripts(html)]).toEqual([host, 200, ['../page.js']]);
      expect(html).toContain('scripts="page"');
      expect(headers['cache-control']).toBe('no-store');
    }
    // The front page, with a chat that has no bot yet.
    expect((await get('/', domain)).html).not.toContain('<parley-chat bot=');
    expect((await get('/help/me', 'elsewhere.example.com')).status).toBe(404);
    await bodyOf(rest.updateBot({ botId: made.botId, bot: { customDomain: domain } }));
    const { html } = await get('/?Name=Ada', domain);
    expect(scripts(html)).toEqual(['./page.js']);
    const another = await makePublished(rest, botOf(parrot));
    const taking = { botId: another.botId, bot: { customDomain: `${domain}/other` } };
    expect((await refusalOf(rest.updateBot(taking))).reason).toBe('DOMAIN_TAKEN');
    expect((await get('/other', domain)).status).toBe(404);
    expect((await get(`/${another.publicId}`, domain)).status).toBe(404);
  });

  test('has no access to the sign-in of members, and nobody can sign in at its domain', async () => {
    const cookie = `__Host-${await signedInBrowser(app())}`;
    const as = async (origin: string, path: string) =>
      (await get(path, new URL(origin).host, { cookie, origin })).status;
    expect(await as('https://parley.example.com', '/v1/users/me')).toBe(200);
    expect(await as('https://here.example.com', '/v1/users/me')).toBe(401);
    // A page at a domain beside this one could set a cookie of any other name for both.
    const beside = { cookie: cookie.replace('__Host-', '') };
    expect((await get('/v1/users/me', 'parley.example.com', beside)).status).toBe(401);
    const { port } = new URL(app().url);
    const path = '/sign-in/link/any';
    for (const host of ['here.example.com', 'here.example.com.', 'xn--e1afmkfd.xn--p1ai']) {
      const headers = { host, origin: `https://${host}` };
      const sent = request({ host: '127.0.0.1', port, path, headers, method: 'POST' }).end();
      const refused = await new Promise<IncomingMessage>((resolve) =>
        sent.once('response', resolve),
      );
      expect([refused.resume().statusCode, refused.headers['set-cookie']]).toEqual([
        403,
        undefined,
      ]);
    }
  });

  test('loads its files from the cache of a browser, unless the server has another version', async () => {
    const embed = await get('/embed.js');
    // All files of npm packages have the same date, whatever their version.
    expect(embed.headers['last-modified']).toBe(undefined);
    const known = { 'if-none-match': embed.headers.etag ?? '' };
    const again = await get('/embed.js', undefined, known);
    expect([again.status, again.html]).toEqual([304, '']);
    const [part] = /parts\/[\w-]+\.js/.exec(embed.html) ?? [];
    const { headers } = await get(`/${part}`);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('loads its files relative to its own address, so that a proxy may serve it under a path', async () => {
    const { publicId } = await makePublished(rest, botOf(parrot));
    const { html, headers } = await get(`/${publicId}`);
    expect(scripts(html)).toEqual(['./page.js']);
    expect(html).toContain('href="./docs/icon.svg"');
    expect(html).toContain('<noscript>');
    expect(html).toContain('scripts="frame"');
    expect(headers['content-security-policy']).toContain(
      "script-src 'self' https://js.stripe.com;",
    );
    expect(scripts((await get(`/${publicId}/`)).html)).toEqual(['../page.js']);
    const whole = `http://parley.example.com/${publicId}`;
    expect(scripts((await get(whole)).html)).toEqual(['./page.js']);
    expect((await get('/chat/frame')).html).toContain('src="../frame.js"');
    expect((await get('/page.js')).headers['cache-control']).toBe('public, no-cache');
  });

  test('with a list of allowed sites runs only there and at the bot’s own addresses', async () => {
    const domain = 'listed.here.example.com';
    const settings = {
      security: {
        allowedOrigins: [
          'https://acme.example.com/',
          'x; script-src *',
          'https://x;sandbox',
          'acme.org',
        ],
      },
    };
    const { publicId, workspaceId } = await makePublished(rest, botOf(parrot, { settings }));
    const from = async (origin: string): Promise<string> => {
      const started = await rest.startChat({ publicId }, { token: null, origin });
      return started.ok ? 'runs' : started.reason;
    };
    await bodyOf(rest.addDomain({ workspaceId, name: domain }));
    expect(await from(`https://${domain}`)).toBe('ORIGIN_NOT_ALLOWED');
    const verified = 'update custom_domain set held_since = now() where name = $1';
    await rowsOf(app().databaseUrl, verified, [domain]);
    for (const origin of ['https://acme.example.com', 'https://parley.example.com', app().url]) {
      expect([origin, await from(origin)]).toEqual([origin, 'runs']);
    }
    expect(await from(`https://${domain}`)).toBe('runs');
    for (const origin of ['https://example.org', 'https://here.example.com', 'null']) {
      expect([origin, await from(origin)]).toEqual([origin, 'ORIGIN_NOT_ALLOWED']);
    }
    expect((await get(`/${publicId}`)).headers['content-security-policy']).toMatch(
      /; frame-ancestors 'self' https:\/\/acme\.example\.com https:\/\/listed\.here\.example\.com http:\/\/listed\.here\.example\.com$/,
    );
    const open = await makePublished(rest, botOf(parrot));
    expect((await get(`/${open.publicId}`)).headers['content-security-policy']).not.toContain(
      'frame-ancestors',
    );
  });

  test('shows any title and description as text, and only the beginning of a long one', async () => {
    const hostile = `</title><script>alert(1)</script>"'&<!--`;
    const title = hostile + 'long'.repeat(10_000);
    const metadata = { title, description: title, favIconUrl: `x"${hostile}` };
    const settings = { metadata: { ...metadata, imageUrl: hostile, allowIndexing: false } };
    const { publicId } = await makePublished(rest, botOf(parrot, { settings }));
    const { html } = await get(`/${publicId}`);
    expect(html).not.toContain('<script>');
    expect(html.length).toBeLessThan(10_000);
    expect(html).not.toContain('"\'&<');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<meta property="og:title" content="&lt;/title&gt;&lt;script&gt;');
  });

  test.each([
    '/..%2f',
    '/%zz',
    '/__proto__',
    '/constructor',
    `/${'a'.repeat(300)}`,
    '/a"b',
    '/%F0%9F',
  ])('that is at no bot fails as not found: %s', async (path) => {
    expect((await get(path)).status).toBe(404);
    const { status } = await get(path, 'here.example.org');
    expect(status).toBe(404);
  });

  test('is deleted with its bot, and stays while the bot is closed', async () => {
    const { botId } = await makePublished(rest, botOf(parrot));
    const publicId = 'every~sign_of.an-id';
    await bodyOf(rest.updateBot({ botId, bot: { isClosed: true, publicId } }));
    expect((await get(`/${publicId}`)).status).toBe(200);
    await bodyOf(rest.unpublishBot({ botId }));
    expect((await get(`/${publicId}`)).status).toBe(404);
    const other = await makePublished(rest, botOf(parrot));
    await bodyOf(rest.deleteBot({ botId: other.botId }));
    expect((await get(`/${other.publicId}`)).status).toBe(404);
  });
});
