import { describe, expect, test } from '@jest/globals';
import { guideHtml } from '../../src/web/guides/guideHtml.js';
import { botOf, parrot } from '../support/botOf.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp({ PUBLIC_URL: 'https://chat.example.com' });
const HTML = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe.each(['/', '/docs', '/graphql', '/guides'])('the page at %s', (path) => {
  test('loads only files of this server', async () => {
    const page = await (await fetch(`${app().url}${path}`, HTML)).text();
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(3);
    expect(page).toMatch(/<meta\s+name="description"\s+content="[^"]{30,160}"/);
    for (const file of files) {
      const address = new URL(file, `${app().url}${path}`).href;
      expect(address).toContain(app().url);
      const response = await fetch(address, HTML);
      expect([file, response.status]).toEqual([file, 200]);
      expect((await response.text()).length).toBeGreaterThan(20);
    }
  });

  test('runs no inline script, and cannot be embedded in another page', async () => {
    const { headers } = await fetch(`${app().url}${path}`, HTML);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self'(?: https:\/\/js\.stripe\.com)?;/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

test('the API pages may call the address that links begin with, and the explorer only its own', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${app().url}${path}`, HTML)).headers.get('content-security-policy');
  expect(await policyOf('/docs')).toContain("connect-src 'self' https://chat.example.com;");
  expect(await policyOf('/graphql')).toContain("connect-src 'self';");
});

test('the API pages are also found with a slash at the end', async () => {
  const { url, status } = await fetch(`${app().url}/docs/`, HTML);
  expect([url, status]).toEqual([`${app().url}/docs`, 200]);
});

test('the description of the REST interface names the address that links begin with', async () => {
  const api = await (await fetch(`${app().url}/openapi.json`)).json();
  expect(api).toMatchObject({ servers: [{ url: 'https://chat.example.com/api' }] });
});

test('programs that request /graphql without accepting HTML get no page', async () => {
  for (const accept of ['*/*', 'application/json', 'application/graphql-response+json']) {
    const response = await fetch(`${app().url}/graphql?query=%7B__typename%7D`, {
      headers: { accept, 'apollo-require-preflight': '1' },
    });
    expect(await response.json()).toMatchObject({ data: { __typename: 'Query' } });
  }
});

test('the workers of the editor are loaded from this server too', async () => {
  for (const name of ['editor', 'json', 'graphql']) {
    const response = await fetch(`${app().url}/graphql/${name}.worker.js`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ]);
  }
});

test('a browser, or curl, at the bare address gets the front page, and a program that wants JSON 404', async () => {
  const page = await fetch(app().url, HTML);
  expect([page.url, page.status]).toEqual([`${app().url}/`, 200]);
  expect(await page.text()).toContain('<h1>');
  // A browser that has the page in its cache loads it again.
  const etag = page.headers.get('etag') ?? '';
  const kept = { ...HTML.headers, 'if-none-match': etag, 'cache-control': 'max-age=0' };
  const again = await fetch(app().url, { headers: kept });
  expect([again.status, again.headers.get('vary')]).toEqual([
    304,
    expect.stringMatching(/(^|, )accept(,|$)/i),
  ]);
  const head = await fetch(app().url, { ...HTML, method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const curl = await fetch(app().url, { headers: { accept: '*/*' } });
  expect([curl.status, curl.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  const program = await fetch(app().url, { headers: { accept: 'application/json' } });
  expect([program.status, await program.json()]).toEqual([
    404,
    expect.objectContaining({ reason: 'ROUTE_NOT_FOUND' }),
  ]);
});

test('a preview of a link gets the page of a bot, and a program that wants JSON does not', async () => {
  const { publicId } = await makePublished(restOf(app), botOf(parrot));
  const get = async (accept: string, method = 'GET') =>
    fetch(`${app().url}/${publicId}`, { method, headers: { accept } });
  for (const accept of ['*/*', 'text/html, */*;q=0.8']) {
    expect(await (await get(accept)).text()).toContain('<meta property="og:title"');
    const head = await get(accept, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  }
  for (const accept of ['application/json', 'application/json, text/plain, */*']) {
    const program = await get(accept);
    expect([program.status, await program.json()]).toEqual([404, expect.anything()]);
  }
});

test('a browser gets a page where nothing is, and a program JSON', async () => {
  for (const path of ['/no-such-bot', '/a/b/c', '/files/fil_none.png']) {
    const page = await fetch(`${app().url}${path}`, HTML);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    const text = await page.text();
    const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
    expect((await fetch(new URL(style, page.url))).status).toBe(200);
    const program = await fetch(`${app().url}${path}`);
    expect([program.status, await program.json()]).toEqual([404, expect.anything()]);
  }
});

test('a browser reads on a page what a request lacks', async () => {
  const page = await fetch(`${app().url}/api/v1/workspaces`, HTML);
  expect(page.status).toBe(401);
  const text = await page.text();
  expect(text).toContain('<h1>This cannot be done</h1>');
  expect(text).toContain('token');
});

test('every guide is a page, whose links lead to pages with the parts that they name', async () => {
  const pages = new Map<string, string>();
  const links = new Map<string, string>();
  const waiting = [`${app().url}/guides`];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const [bare = '', anchor] = address.split('#');
    if (!pages.has(bare)) {
      const response = await fetch(bare, HTML);
      expect([bare, response.status]).toEqual([bare, 200]);
      const html = bare.includes('/guides') ? await response.text() : '';
      pages.set(bare, html);
      for (const [, target = ''] of html.matchAll(/href="([^"]+)"/g)) {
        const link = new URL(target, bare).href;
        if (!link.startsWith(app().url) || links.has(link)) continue;
        links.set(link, bare);
        waiting.push(link);
      }
    }
    if (anchor !== undefined) {
      expect([links.get(address), address, pages.get(bare)?.includes(`id="${anchor}"`)]).toEqual([
        links.get(address),
        address,
        true,
      ]);
    }
  }
  expect(pages.size).toBeGreaterThan(60);
});

test('a guide shows its Markdown as text, tables and code, and runs none of it', async () => {
  const { headers } = await fetch(`${app().url}/guides/embed-a-chat`, HTML);
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  const place = { file: 'docs/guide/x.md', files: new Map(), root: '../' };
  const html = guideHtml(
    '# A `title`\n<script>one()</script>\n\n| a |\n| - |\n| [b](javascript:two()) |\n\n```html\n<b>\n```\n[c](../../src/app.ts)',
    place,
  );
  expect(html).toContain('<title>A title · Parley</title>');
  expect(html).toContain('<h1 id="a-title">A <code>title</code></h1>');
  expect(html).toContain('<td>b</td>');
  expect(html).toContain('<code>&lt;b&gt;</code>');
  expect(html).toContain('<p>c</p>');
  expect(html).not.toMatch(/one\(\)|two\(\)/);
});

test('the icon that browsers ask for by themselves is there, also beside JSON', async () => {
  const icon = await fetch(`${app().url}/favicon.ico`);
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await icon.text()).toContain('<svg');
});

test('a guide that is not there is answered like any other address', async () => {
  const page = await fetch(`${app().url}/guides/none`, HTML);
  expect([page.status, await page.text()]).toEqual([
    404,
    expect.stringContaining('Nothing is here'),
  ]);
  const listed = await fetch(`${app().url}/guides/`, HTML);
  expect([listed.status, listed.url]).toEqual([200, `${app().url}/guides`]);
});
