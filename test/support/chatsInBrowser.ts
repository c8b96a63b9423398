import { expect } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { TestApp } from './app.js';
import { botOf, parrot } from './botOf.js';
import { openCuttingProxy, type CuttingProxy } from './cuttingProxy.js';
import type { FlowSketch } from './flowOf.js';
import { textAt } from './parts.js';
import { bodyOf } from './transports.js';
import { makePublished, restOf } from './useApp.js';
import { useBrowser } from './useBrowser.js';

/** No message waits for the time that somebody would need to write it. */
export const settings = { typingEmulation: { enabled: false } };

/** A chat in a browser whose network leads through a proxy. */
export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly proxy: CuttingProxy;
  readonly botId: string;
}

/** Chats in browsers, for the tests of a block: call it while the block is read. */
export function useChats(app: () => TestApp) {
  const rest = restOf(app);
  const browser = useBrowser();

  /** Publishes a flow and opens its page in a window of its own. */
  async function open(flow: FlowSketch = parrot, target = app().url): Promise<Opened> {
    return openPublished(await makePublished(rest, botOf(flow, { settings })), target);
  }

  /** Opens the page of a bot in a window of its own. */
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

  /** What was said in the only chat of a bot, as the server knows it. */
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

/** The ids of the chat that a page shows, as the tab remembers them. */
export async function chatIn({ page }: Pick<Opened, 'page'>) {
  const kept: unknown = await page.evaluate(
    `JSON.parse(Object.entries(sessionStorage).find(([key]) => key.startsWith('parley:'))[1])`,
  );
  return { sessionId: textAt(kept, 'sessionId'), resultId: textAt(kept, 'resultId') };
}

/** Answers with a text. */
export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
}

/** What a page shows of a chat, a line for each. */
export async function shownIn(page: Page): Promise<string[]> {
  return page.locator('.bot-guest-bubble, .bot-host-bubble:not(.bot-typing)').allInnerTexts();
}
