import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app.js';
import { CLIENT, useGoogle } from '../support/googleServer.js';
import { begin, OAUTH_CLIENTS, signIntoBrowser } from '../support/oauthFlow.js';
import { textOf } from '../support/repository.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, restOf } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

const google = useGoogle();

describeInBrowser('the pages of connecting an account', () => {
  const { open, openContext } = useBrowser();
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      VENDOR_ADDRESSES: `google=${google.url()}`,
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
    });
  });
  afterAll(async () => {
    await app.close();
  });

  test('lead to Google and back, and a reload at the end stores nothing more', async () => {
    const workspaceId = await makeWorkspace(restOf(() => app));
    const context = await openContext();
    await signIntoBrowser(context, app);
    const query = new URLSearchParams({ workspaceId, type: 'gmail' });
    const { page } = await open(`${app.url}/connect/google?${query}`, { context });
    await page.click('button:has-text("Go on to Google")');
    await page.click('text=Cancel');
    await page.locator('p', { hasText: 'You did not agree' }).waitFor();
    await page.click('text=Begin again');
    await page.click('button:has-text("Go on to Google")');
    await page.click('text=Allow');
    await page.locator('p', { hasText: 'has ada@example.com for Gmail now' }).waitFor();
    expect(new URL(page.url()).searchParams.has('code')).toBe(false);
    await page.reload();
    await page.locator('h1', { hasText: 'Connected' }).waitFor();
    const stored = 'select name from credentials where workspace_id = $1';
    expect(await rowsOf(app.databaseUrl, stored, [workspaceId])).toEqual([
      { name: 'ada@example.com' },
    ]);
    const cookies = await context.cookies(app.url);
    expect(cookies.map(({ name }) => name)).toEqual(['parley_session']);
  });
});

const GUIDE = 'docs/guide/sign-in-from-another-origin.md';

describeInBrowser('the page of the guide', () => {
  const { open, openContext } = useBrowser();
  let app: TestApp;
  let dashboard: Server;
  let address: string;

  beforeAll(async () => {
    const [, page = ''] = /```html\n([^]*?)```/.exec(textOf(GUIDE)) ?? [];
    dashboard = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(page.replace('http://127.0.0.1:3000', app.url));
    });
    await new Promise<void>((resolve) => dashboard.listen(0, 'localhost', resolve));
    const { port } = dashboard.address() as AddressInfo; // A listening server has one.
    address = `http://localhost:${port}/`;
    app = await startTestApp({ OAUTH_CLIENTS: `${OAUTH_CLIENTS},dashboard=${address}` });
  });
  afterAll(async () => {
    dashboard.closeAllConnections();
    dashboard.close();
    await app.close();
  });

  /** A link that signs the owner in. */
  async function makeLink(): Promise<string> {
    await rowsOf(
      app.databaseUrl,
      `insert into api_token (id, user_id, kind, name, hash, prefix, created_at, expires_at)
        select 'tok_link', min(id), 'LINK', 'L', encode(sha256('the-link'), 'hex'), 'x', now(),
          now() + interval '1 day' from app_user`,
    );
    return `${app.url}/sign-in/link/the-link`;
  }

  async function openDashboard(context: BrowserContext) {
    const { page } = await open(address, { context });
    const shows = (text: string) => page.locator('#shown', { hasText: text }).waitFor();
    return { page, shows };
  }

  test('signs a person in from another origin, goes on after a reload, and signs them out', async () => {
    const context = await openContext();
    const { page, shows } = await openDashboard(context);
    await shows('Nobody is signed in.');
    // The person is not signed in at the server either: the sign-in link leads back to the request.
    await page.click('text=Sign in');
    await page.waitForURL(`${app.url}/sign-in`);
    await page.goto(await makeLink());
    await page.click('button:has-text("Sign in")');
    await page.click('text=Go on');
    await page.locator('h1', { hasText: 'Sign in to dashboard?' }).waitFor();
    await page.click('text=Allow');
    await shows('"name":"Owner"');
    expect(page.url()).toBe(address);
    await page.reload();
    await shows('"name":"Owner"');
    const cookies = await context.cookies(address);
    expect(cookies.map(({ name }) => name)).not.toContain('parley_return');
    await page.click('text=Sign out');
    await shows('Nobody is signed in.');
    const left = await rowsOf(app.databaseUrl, 'select id from sign_in');
    expect(left).toEqual([]);
    // A refusal also leads back.
    await page.click('text=Sign in');
    await page.click('text=Refuse');
    await shows('Nobody is signed in.');
  });

  test('of another origin cannot read where people agree, show it in a frame, or agree for them', async () => {
    const context = await openContext();
    await signIntoBrowser(context, app);
    const { page, shows } = await openDashboard(context);
    await shows('Nobody is signed in.');
    const { url } = begin(app);
    const shown = JSON.stringify(url);
    const read = page.evaluate(`fetch(${shown}, { credentials: 'include' })`);
    await expect(read).rejects.toThrow('Failed to fetch');
    await page.evaluate(`new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = ${shown};
      frame.onload = resolve;
      document.body.append(frame);
    })`);
    // The frame loads before the browser reports what it shows.
    while (page.frames().some((frame) => frame.url() === ''))
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(page.frames().map((frame) => frame.url())).toEqual([
      address,
      'chrome-error://chromewebdata/',
    ]);
    // Chromium without windows crashes where a page with a refused frame posts a form to that frame's site.
    await page.evaluate(`document.querySelector('iframe').remove()`);
    await page.evaluate(`{
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: ${shown} });
      document.body.append(form);
      form.submit();
    }`);
    await page.locator('h1', { hasText: 'Not done' }).waitFor();
    expect(await rowsOf(app.databaseUrl, 'select id from sign_in')).toEqual([]);
  });
});
