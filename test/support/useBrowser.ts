import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Route,
} from 'playwright-core';
import { listen } from './useServer.js';

// The same browser without the parts that draw windows takes half of the time.
const found = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = [process.env['TEST_BROWSER'] ?? '', ...found].find((path) =>
  existsSync(path),
);
if (!executablePath) console.warn('Skipped: tests in a browser, because there is no Chromium');

/** A block of tests that need a browser; where there is none, they are skipped and say so. */
export const describeInBrowser = executablePath ? describe : describe.skip;

/** How a page is opened: in a window of its own, which may be narrow or dark, or in one that is open. */
interface PageOptions extends BrowserContextOptions {
  readonly context?: BrowserContext;
  /** What other hosts answer; without it the page asks none. */
  readonly outside?: (url: string) => { contentType: string; body: string | Buffer };
}

/** A page with what its console complained of, and the other hosts it asked. */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: string[];
}

/** One browser for the tests of a block. What a test opens is closed after it. */
export interface TestBrowser {
  /** Opens a page at an address; it waits long enough for a slow machine. */
  open(url: string, options?: PageOptions): Promise<WatchedPage>;
  /** A window with cookies and a storage of its own. */
  openContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** The address of a site of somebody else, which answers every path with this page and these headers. */
  siteWith(body: string, headers?: Readonly<Record<string, string>>): Promise<string>;
}

/** Starts it before the tests of the block; call it while the block is read. */
export function useBrowser(): TestBrowser {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const sites: Server[] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    for (const site of sites.splice(0)) site.close();
  });
  afterAll(async () => browser?.close());

  async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    context.setDefaultTimeout(120_000);
    contexts.push(context);
    return context;
  }
  return {
    openContext,
    async open(url, { context: given, outside, ...options } = {}) {
      const page = await (given ?? (await openContext(options))).newPage();
      const faults = faultsOf(page, outside !== undefined);
      if (outside) {
        const answer = async (route: Route) =>
          route.fulfill({ status: 200, ...outside(route.request().url()) });
        await page.route(isOutside, answer);
      }
      await page.goto(url);
      return { page, faults };
    },
    async siteWith(body, headers = {}) {
      const site = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', ...headers });
        response.end(`<!doctype html><meta charset="utf-8">${body}`);
      });
      sites.push(site);
      return `http://127.0.0.1:${await listen(site)}/`;
    },
  };
}

/** A microphone is a voice that is always the same, and no name leads to another machine. */
async function launch(): Promise<Browser> {
  return chromium.launch({
    ...(executablePath && { executablePath }),
    timeout: 170_000,
    args: [
      ...['--no-sandbox', '--disable-dev-shm-usage'],
      ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
      // As browsers with windows do: a frame from elsewhere runs beside the page.
      '--site-per-process',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
    ],
  });
}

function isOutside({ protocol, hostname }: URL): boolean {
  return /^(http|ws)/.test(protocol) && !/^(127\.0\.0\.1|(.*\.)?localhost)$/.test(hostname);
}

function faultsOf(page: Page, mayAskOthers: boolean): string[] {
  const faults: string[] = [];
  page.on('console', (said) => {
    if (said.type() === 'error' || said.type() === 'warning') faults.push(said.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!mayAskOthers && isOutside(new URL(url))) faults.push(`asks for ${url}`);
  });
  return faults;
}

/** The parts of axe that look at the colours alone, for a page that was looked at whole in other colours. */
export const COLOURS = ['color-contrast'];

/** The part of a page that is looked at alone: a selector, in a shadow root where another stands before it. */
const INPUT = ['parley-chat', '.bot-input-row'];

/**
 * What hinders people with disabilities on a page, as far as rules can tell: the rule, and each part that breaks it.
 * With `rules` only those are asked. Frames show pages of others, which are left out.
 */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<unknown> {
  return axeRun(page, 'document', rules);
}

/** The same of what a chat asks for, without what was said before. */
export async function axeFaultsOfInput(page: Page, rules?: readonly string[]): Promise<unknown> {
  return axeRun(page, JSON.stringify({ fromShadowDom: INPUT }), rules);
}

/** Ends what fades in, whose colours are not yet its own; what turns for ever goes on. */
const STILL = `for (const root of [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])])
  for (const one of root.getAnimations()) if (one.effect.getComputedTiming().endTime < Infinity) one.finish();`;

async function axeRun(page: Page, context: string, rules?: readonly string[]): Promise<unknown> {
  await page.evaluate(STILL);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    iframes: false,
    // WCAG 2.2 asks for it, and axe only when told.
    rules: { 'target-size': { enabled: true } },
    ...(rules && { runOnly: rules }),
  });
  return page.evaluate(
    `axe.run(${context}, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, any }) => html + ' ' + any.map(({ message }) => message).join())]))`,
  );
}
