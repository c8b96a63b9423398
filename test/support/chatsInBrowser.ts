import { expect } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { TestApp } from './app.js';
import { botOf, parrot } from './botOf.js';
import { useCuttingProxies, type CuttingProxy } from './cuttingProxy.js';
import type { FlowSketch } from './flowOf.js';
import { textAt } from './parts.js';
import { bodyOf } from './transports.js';
import { makePublished, restOf } from './useApp.js';
import { useBrowser } from './useBrowser.js';

/** Settings of a bot whose messages appear at once, without the time that typing them would take. */
export const settings = { typingEmulation: { enabled: false } };

/** A chat in a browser that reaches the server through a proxy. */
export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly proxy: CuttingProxy;
  readonly botId: string;
}

/** Opens chats in browsers, for the tests of a `describe` block; call it in the body of the block. */
export function useChats(app: () => TestApp) {
  const rest = restOf(app);
  const browser = useBrowser();
  const openCuttingProxy = useCuttingProxies();

  /** Publishes a flow and opens its page in a new browser context. */
  async function open(flow: FlowSketch = parrot, target = app().url): Promise<Opened> {
    return openPublished(await makePublished(rest, botOf(flow, { settings })), target);
  }

  /** Opens the page of a bot in a new browser context. */
  async function openPublished(
    { botId, publicId }: { readonly botId: string; readonly publicId: string },
    target = app().url,
  ): Promise<Opened> {
    const proxy = await openCuttingProxy(target, () => undefined);
    const context = await browser.openContext({ viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${proxy.url}/${publicId}`);
    return { page, context, proxy, botId };
  }

  /** The texts of the only chat of a bot, from the server's log of it. */
  async function logOf(opened: Opened): Promise<string[]> {
    const { botId } = opened;
    const { sessionId, resultId } = await chatIn(opened);
    const { results } = await bodyOf(rest.listResults({ botId, timeFilter: 'allTime' }));
    expect(results.map((result) => result.id)).toEqual([resultId]);
    const { events } = await bodyOf(rest.readEvents({ sessionId }));
    return events.flatMap((event) => {
      if (event['kind'] === 'heard') return [textAt(event, 'text')];
      if (event['kind'] !== 'message') return [];
      return [textAt(event, 'message.content.plainText')];
    });
  }
  return { ...browser, open, openPublished, chatIn, logOf };
}

/** The ids of the chat that a page shows, from the session storage of the tab. */
export async function chatIn({ page }: Pick<Opened, 'page'>) {
  const kept: unknown = await page.evaluate(
    `JSON.parse(Object.entries(sessionStorage).find(([key]) => key.startsWith('parley:'))[1])`,
  );
  return { sessionId: textAt(kept, 'sessionId'), resultId: textAt(kept, 'resultId') };
}

/** Types a text and sends it. */
export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
}

/** The bubbles of a chat that a page shows, a text for each. */
export async function shownIn(page: Page): Promise<string[]> {
  return page.locator('.bot-guest-bubble, .bot-host-bubble:not(.bot-typing)').allInnerTexts();
}
