import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { closeSoon, quickest, sharedBrowser, whole } from './chromium.js';
import { listen } from './useServer.js';

if (!quickest) console.warn('Skipped: tests in a browser, because there is no Chromium');

/** `describe` for tests that need a browser; where there is none, they are skipped with a warning. */
export const describeInBrowser = quickest ? describe : describe.skip;

/** How a page is opened: in a new browser context with these options, or in an open one. */
interface PageOptions extends BrowserContextOptions {
  readonly context?: BrowserContext;
  /** The answers of other hosts; without it, each request to another host is a fault. */
  readonly outside?: (url: string) => { contentType: string; body: string | Buffer };
}

/** A page, and its faults: errors and warnings of its console, and requests to other hosts. */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: string[];
}

/** A browser for the tests of a `describe` block. What a test opens is closed after it. */
export interface TestBrowser {
  /** Opens a page at an address. */
  open(url: string, options?: PageOptions): Promise<WatchedPage>;
  /** Opens a browser context, with its own cookies and storage. Its time limits suit a slow machine. */
  openContext(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** The address of another site, which answers every path with this page and these headers. */
  siteWith(body: string, headers?: Readonly<Record<string, string>>): Promise<string>;
}

/**
 * Opens pages in the browser of this process; call it in the body of a `describe` block. With `isWhole` it is the browser that
 * people have, if it is installed: it requests more than the headless shell.
 */
export function useBrowser({ isWhole = false } = {}): TestBrowser {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const sites: Server[] = [];
  beforeAll(async () => {
    browser = await sharedBrowser(isWhole ? whole : quickest);
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    for (const site of sites.splice(0)) site.close();
  });
  afterAll(closeSoon);

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

/** Less than half of `axe.source` has to be sent to each page and read there. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** axe's rules for colours, for a page that was already checked as a whole in other colours. */
export const COLOURS = ['color-contrast'];

/** The input of a chat, by the selectors of its shadow host and of the element in the shadow root. */
const INPUT = ['parley-chat', '.bot-input-row'];

/**
 * The accessibility faults of a page that axe finds: each broken rule with the elements that break it. `rules` limits it to
 * these rules. Frames are left out, because they show other sites.
 */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<unknown> {
  return axeRun(page, 'document', rules);
}

/** The accessibility faults of the input of a chat, without the messages before it. */
export async function axeFaultsOfInput(page: Page, rules?: readonly string[]): Promise<unknown> {
  return axeRun(page, JSON.stringify({ fromShadowDom: INPUT }), rules);
}

/** Finishes animations, during which elements have other colours; endless ones go on. */
const STILL = `for (const root of [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])])
  for (const animation of root.getAnimations()) if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();`;

async function axeRun(page: Page, context: string, rules?: readonly string[]): Promise<unknown> {
  await page.evaluate(STILL);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    iframes: false,
    // WCAG 2.2 requires it, but axe checks it only on request.
    rules: { 'target-size': { enabled: true } },
    ...(rules && { runOnly: rules }),
  });
  return page.evaluate(
    `axe.run(${context}, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html, any }) => html + ' ' + any.map(({ message }) => message).join())]))`,
  );
}
