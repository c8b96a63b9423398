import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { chatIn, send, shownIn } from '../support/chatsInBrowser.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import {
  axeFaults,
  COLOURS,
  describeInBrowser,
  useBrowser,
  type WatchedPage,
} from '../support/useBrowser.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

describeInBrowser('a browser', () => {
  const app = useApp();
  const transport = restOf(app);
  const { open } = useBrowser({ isWhole: true });

  /** Opens a page whose faults include requests that fail. */
  async function openAt(path: string): Promise<WatchedPage> {
    const { page, faults } = await open(app().url);
    page.on('response', (answer) => {
      if (answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`);
    });
    await page.goto(`${app().url}${path}`);
    return { page, faults };
  }

  test('shows the endpoints at /docs, readable in light and dark, and tries one out', async () => {
    const { page, faults } = await openAt('/docs');
    await page.click('text=Create a workspace');
    await page.click('.opblock-post >> text=Try it out');
    await page.fill('.opblock-post textarea', '{"name":"From the docs"}');
    await page.click('.authorize.unlocked');
    await page.fill('.auth-container input', TOKEN);
    await page.click('.auth-btn-wrapper .authorize');
    await page.click('.auth-btn-wrapper .btn-done');
    await page.click('.opblock-post .execute');
    const reply = page.locator('.live-responses-table .response-col_description pre').first();
    await reply.getByText('"From the docs"').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const isDark = colorScheme === 'dark';
      await page.locator(isDark ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor();
      expect([colorScheme, await axeFaults(page, COLOURS)]).toEqual([colorScheme, []]);
    }
    expect(faults).toEqual([]);
  });

  test('shows pages of text that everybody can use, also in a narrow window and in the dark', async () => {
    const { page } = await open(`${app().url}/guides`);
    for (const path of ['/guides', '/guides/embed-a-chat', '/sign-in', '/no/such/page']) {
      await page.goto(`${app().url}${path}`);
      await page.emulateMedia({ colorScheme: 'light' });
      expect([path, await axeFaults(page)]).toEqual([path, []]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 320, height: 640 });
      expect([path, await axeFaults(page, COLOURS)]).toEqual([path, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    }
  });

  test('runs a query in the explorer at /graphql', async () => {
    const { page, faults } = await openAt('/graphql');
    await page.locator('.graphiql-execute-button').waitFor();
    await page.locator('.graphiql-query-editor .view-lines').waitFor();
    await page.click('.graphiql-execute-button');
    // Nobody is signed in with this browser.
    await page.locator('.result-window .view-line', { hasText: /viewer.*null/ }).waitFor();
    // The editor colours texts later; the most that a query may cost is a number.
    await page.locator('.result-window span span', { hasText: /^\d+$/ }).first().waitFor();
    expect(faults).toEqual([]);
    const tab = page.locator('.graphiql-tab button').first();
    expect(await tab.getAttribute('aria-current')).toBe('true');
    expect(await axeFaults(page)).toEqual([]);
  });

  test('watches a chat in the explorer over a WebSocket, and takes it over from the bot while a visitor chats in another window', async () => {
    const { publicId } = await makePublished(transport, botOf(parrot));
    const { page: visitor } = await open(`${app().url}/${publicId}`);
    await visitor.getByText('Say something').waitFor();
    const { sessionId } = await chatIn({ page: visitor });
    const query = `subscription { chatEvents(sessionId: "${sessionId}") { turn } }`;
    const { page, faults } = await openAt(`/graphql?query=${encodeURIComponent(query)}`);
    await signIntoBrowser(page.context(), app());
    /** Calls the server from the page that the person has open. */
    const call = async (path: string, body?: object): Promise<string> => {
      const headers = { 'content-type': 'application/json' };
      const init = body && { method: 'POST', headers, body: JSON.stringify(body) };
      const given = JSON.stringify([`/api/v1/sessions/${sessionId}/${path}`, init]);
      return String(await page.evaluate(`fetch(...${given}).then((answer) => answer.text())`));
    };
    const socket = page.waitForEvent('websocket');
    await page.locator('.graphiql-query-editor >> text=chatEvents').waitFor();
    await page.click('.graphiql-execute-button');
    expect((await socket).url()).toBe(`${app().url.replace('http', 'ws')}/graphql`);
    const shown = page.locator('.result-window .view-line');
    await shown.filter({ hasText: /turn.*1/ }).waitFor();
    await send(visitor, 'Hello');
    await shown.filter({ hasText: /turn.*2/ }).waitFor();
    await visitor.getByText('You said Hello').waitFor();

    await call('setStatus', { status: 'PAUSED' });
    await call('postAgentMessage', { text: 'I am Eve' });
    await visitor.getByText('I am Eve').waitFor();
    await send(visitor, 'Is it you?');
    const taken = visitor.locator('.bot-guest-bubble:not(.bot-pending)');
    await taken.getByText('Is it you?').waitFor();
    expect(await call('events')).toContain('Is it you?');
    await call('setStatus', { status: 'OPEN' });
    await send(visitor, 'And now?');
    await visitor.getByText('You said And now?').waitFor();
    expect(await shownIn(visitor)).toEqual([
      ...['Say something', 'Hello', 'You said Hello'],
      ...['I am Eve', 'Is it you?', 'And now?', 'You said And now?'],
    ]);
    expect(faults).toEqual([]);
  });
});
