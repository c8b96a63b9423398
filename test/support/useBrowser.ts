import { existsSync } from 'node:fs';
import { afterAll, beforeAll } from '@jest/globals';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';

/** Whether there is a Chromium; where there is none, tests that need one are skipped and say so. */
export const hasChromium = existsSync(CHROMIUM);
if (!hasChromium) console.warn(`Skipped: chats in a browser, because there is no ${CHROMIUM}`);

/** One browser for all tests of a file, with a voice that is always the same in place of a microphone. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      timeout: 170_000,
      args: [
        ...['--no-sandbox', '--disable-dev-shm-usage'],
        ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
      ],
    });
  });
  afterAll(async () => browser?.close());
  return () => {
    if (!browser) throw new Error('The browser is up only within a test');
    return browser;
  };
}

/** A page with what its console complained of. */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: string[];
}

/** Opens a page that waits long enough for a slow machine. Requests to other hosts get what `outside` gives, by default nothing. */
export async function openPage(
  browser: Browser | BrowserContext,
  url: string,
  outside: (url: string) => { contentType: string; body: string | Buffer } = () => empty,
): Promise<WatchedPage> {
  const page = await browser.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  page.setDefaultTimeout(170_000);
  const faults: string[] = [];
  page.on('console', (said) => {
    if (said.type() === 'error' || said.type() === 'warning') faults.push(said.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  const { host } = new URL(url);
  await page.route(
    (address) => address.protocol.startsWith('http') && address.host !== host,
    async (route) => route.fulfill({ status: 200, ...outside(route.request().url()) }),
  );
  await page.goto(url);
  return { page, faults };
}

const empty = { contentType: 'text/html', body: '<!doctype html><title>Outside</title>' };

/** What hinders people with disabilities on a page, as far as rules can tell: the rule, and each part that breaks it. */
export async function axeFaults(page: Page): Promise<unknown> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, any }) => html + ' ' + any.map(({ message }) => message).join())]))`,
  );
}
