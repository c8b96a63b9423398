import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
const hasChromium = existsSync(CHROMIUM);
if (!hasChromium) console.warn(`Skipped: chats in a browser, because there is no ${CHROMIUM}`);

/** A block of tests that need a browser. */
export const describeInBrowser = hasChromium ? describe : describe.skip;

/** A browser for the tests of a block, and a site of somebody else in it. */
export interface InBrowser {
  /** A page at an address, with what its console complained about. */
  open(url: string): Promise<{ page: Page; faults: string[] }>;
  /** The address of a site that answers every path, with these headers. A script that comes first stands in its head. */
  siteWith(body: string, headers?: Readonly<Record<string, string>>): Promise<string>;
}

/** Opens it before the tests of the block; call it while the block is read. */
export function useBrowser(args: readonly string[] = []): InBrowser {
  let browser: Browser;
  const sites: Server[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      timeout: 170_000,
      args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
    });
  });
  afterAll(async () => {
    await browser?.close();
    for (const site of sites) site.close();
  });
  return {
    async open(url) {
      const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
      page.setDefaultTimeout(170_000);
      const faults: string[] = [];
      page.on('console', (said) => {
        if (said.type() === 'error' || said.type() === 'warning') faults.push(said.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      await page.goto(url);
      return { page, faults };
    },
    async siteWith(body, headers = {}) {
      const site = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', ...headers });
        response.end(`<!doctype html><meta charset="utf-8">${body}`);
      }).listen(0, '127.0.0.1');
      sites.push(site);
      await new Promise((resolve) => site.once('listening', resolve));
      const { port } = site.address() as AddressInfo; // A listening TCP server has one.
      return `http://127.0.0.1:${port}/`;
    },
  };
}
