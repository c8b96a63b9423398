import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app.js';
import { CLIENT, useGoogle } from '../support/googleServer.js';
import { signedInBrowser } from '../support/oauthFlow.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, restOf } from '../support/useApp.js';

const CHROMIUM = '/usr/bin/chromium';
const hasChromium = existsSync(CHROMIUM);
if (!hasChromium) console.warn(`Skipped: connecting with a browser: there is no ${CHROMIUM}`);

const google = useGoogle();

(hasChromium ? describe : describe.skip)('the pages of connecting an account', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await startTestApp({
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      VENDOR_ADDRESSES: `google=${google.url()}`,
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
    });
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      timeout: 170_000,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await app.close();
  });

  test('lead to Google and back, and a reload at the end stores nothing more', async () => {
    const workspaceId = await makeWorkspace(restOf(() => app));
    const context = await browser.newContext();
    const [, secret = ''] = (await signedInBrowser(app)).split('=');
    await context.addCookies([{ name: 'parley_session', value: secret, url: app.url }]);
    const page = await context.newPage();
    page.setDefaultTimeout(170_000);
    const query = new URLSearchParams({ workspaceId, type: 'gmail' });
    await page.goto(`${app.url}/connect/google?${query}`);
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
    await context.close();
  });
});
