import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/app.js';
import { CLIENT, useGoogle } from '../../support/googleServer.js';
import { signIntoBrowser } from '../../support/oauthFlow.js';
import { rowsOf } from '../../support/rows.js';
import { describeInBrowser, useBrowser } from '../../support/useBrowser.js';
import { makeWorkspace, restOf } from '../../support/useApp.js';

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
