import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const CHROMIUM = '/usr/bin/chromium';
const hasChromium = existsSync(CHROMIUM);
if (!hasChromium) console.warn(`Skipped: the pages in a browser, because there is no ${CHROMIUM}`);

(hasChromium ? describe : describe.skip)('a browser', () => {
  const app = useApp();
  const transport = restOf(app);
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      timeout: 170_000,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
  });
  afterAll(async () => browser?.close());

  /** Opens a page and keeps a record of what it complains of, and of what it asks other machines for. */
  async function open(path: string): Promise<{ page: Page; faults: string[] }> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 850 } });
    page.setDefaultTimeout(170_000);
    const faults: string[] = [];
    page.on('console', (said) => {
      if (said.type() === 'error' || said.type() === 'warning') faults.push(said.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('response', (answer) => {
      if (answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`);
    });
    page.on('request', (request) => {
      const isOurs = request.url().startsWith(app().url) || /^(data|blob):/.test(request.url());
      if (!isOurs) faults.push(`asks for ${request.url()}`);
    });
    await page.goto(`${app().url}${path}`);
    return { page, faults };
  }

  test('shows the endpoints at /docs and tries one out', async () => {
    const { page, faults } = await open('/docs');
    await page.click('text=Create a workspace');
    await page.click('.opblock-post >> text=Try it out');
    await page.fill('.opblock-post textarea', '{"name":"From the docs"}');
    await page.click('.authorize.unlocked');
    await page.fill('.auth-container input', TOKEN);
    await page.click('.auth-btn-wrapper .authorize');
    await page.click('.auth-btn-wrapper .btn-done');
    await page.click('.opblock-post .execute');
    const reply = page.locator('.live-responses-table .response-col_description pre').first();
    await reply.waitFor();
    expect(await reply.innerText()).toContain('"name": "From the docs"');
    expect(faults).toEqual([]);
    await page.close();
  });

  test('runs a query in the explorer at /graphql', async () => {
    const { page, faults } = await open('/graphql');
    await page.locator('.graphiql-execute-button').waitFor();
    await page.locator('.graphiql-query-editor .view-lines').waitFor();
    await page.click('.graphiql-execute-button');
    await page.locator('.result-window >> text=mutationType').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  test('watches a chat in the explorer, over a WebSocket', async () => {
    const { publicId } = await makePublished(transport, botOf(parrot));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    const query = `subscription { chatEvents(sessionId: "${sessionId}") { turn } }`;
    const { page, faults } = await open(`/graphql?query=${encodeURIComponent(query)}`);
    const socket = page.waitForEvent('websocket');
    await page.locator('.graphiql-query-editor >> text=chatEvents').waitFor();
    await page.click('.graphiql-execute-button');
    expect((await socket).url()).toBe(`${app().url.replace('http', 'ws')}/graphql`);
    const shown = page.locator('.result-window .view-line');
    await shown.filter({ hasText: /turn.*1/ }).waitFor();
    await bodyOf(transport.continueChat({ sessionId, message: 'Hello' }));
    await shown.filter({ hasText: /turn.*2/ }).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });
});
