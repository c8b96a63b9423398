import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { botOf, parrot } from '../support/botOf.js';
import { send, shownIn } from '../support/chatsInBrowser.js';
import { freePort } from '../support/freePort.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

/** A bot that asks for a name only if it is unknown, and then ends. */
const greeting: FlowSketch = {
  variables: { Name: null, Mood: null },
  groups: {
    Start: [
      say('Hello {{Name}}!'),
      ask('text input', 'Mood'),
      { type: 'Set variable', options: { variableId: 'vName', expressionToEvaluate: 'Ada' } },
      say('Goodbye'),
    ],
  },
};

describeInBrowser('the next chat in a browser', () => {
  const app = useApp();
  const rest = restOf(app);
  const { open, openContext, siteWith } = useBrowser();

  async function publish(flow: FlowSketch, general: object = {}) {
    const settings = { typingEmulation: { enabled: false }, general };
    return makePublished(rest, botOf(flow, { settings }));
  }

  /** Ends the chat of a page, and returns its greeting. */
  async function chat(page: Page): Promise<string | undefined> {
    await send(page, 'Fine');
    await page.getByRole('button', { name: 'Start again' }).waitFor();
    return (await shownIn(page))[0];
  }

  const again = async (page: Page): Promise<string | undefined> => {
    await page.getByRole('button', { name: 'Start again' }).click();
    return chat(page);
  };

  test.each([
    [
      'of one who is remembered by the tab goes on with the same result, and is a new one elsewhere',
      { rememberUser: { isEnabled: true } },
      ['Hello !', 'Hello Ada!', 'Hello Ada!', 'Hello !'],
      2,
    ],
    [
      'of one who is remembered by the browser goes on with the same result in each tab',
      { rememberUser: { isEnabled: true, storage: 'local' } },
      ['Hello !', 'Hello Ada!', 'Hello Ada!', 'Hello Ada!'],
      1,
    ],
    [
      'goes on with the same result where the older setting says that a reload makes no other',
      { isNewResultOnRefreshEnabled: false },
      ['Hello !', 'Hello Ada!', 'Hello Ada!', 'Hello !'],
      2,
    ],
    [
      'is that of a stranger where the settings say nothing',
      {},
      ['Hello !', 'Hello !', 'Hello !', 'Hello !'],
      4,
    ],
  ])('%s', async (_title, general, expected, results) => {
    const { botId, publicId } = await publish(greeting, general);
    const context = await openContext();
    const url = `${app().url}/${publicId}`;
    const { page } = await open(url, { context });
    const greeted = [await chat(page), await again(page)];
    await page.reload();
    greeted.push(await chat(page));
    const other = await open(url, { context });
    greeted.push(await chat(other.page));
    expect(greeted).toEqual(expected);
    const list = await bodyOf(rest.listResults({ botId, timeFilter: 'allTime' }));
    expect(list.results).toHaveLength(results);
    if (!('rememberUser' in general) || results === 1) return;
    // The server has lost the result: the visitor counts as new, and is remembered from then on.
    await bodyOf(rest.deleteResults({ botId, all: true }));
    expect([await again(page), await again(page)]).toEqual(['Hello !', 'Hello Ada!']);
    // The author turns remembering off.
    const forgetful = { general: { rememberUser: { isEnabled: false } } };
    await bodyOf(rest.updateBot({ botId, bot: { settings: forgetful } }));
    await bodyOf(rest.publishBot({ botId }));
    await again(page);
    expect(await page.evaluate('[...Object.keys(sessionStorage)]')).toEqual([]);
    expect(await again(page)).toBe('Hello !');
  });

  test('tells visitors in their words that there is none, and the developer why', async () => {
    const { publicId } = await publish(parrot);
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    // Another server that answers with its own page, and an invalid address.
    const others = [nowhere, await siteWith('Elsewhere'), 'bots.example.com'];
    const chats = [
      `bot="nobody-knows"`,
      ...others.map((url) => `bot="${publicId}" server="${url}"`),
    ];
    const places = chats.map((attributes) => `<parley-chat ${attributes}></parley-chat>`);
    const script = `<script type="module" src="${app().url}/embed.js"></script>`;
    const { page, faults } = await open(await siteWith(places.join('') + script));
    const [unknown, unreached, ...elsewhere] = await page.locator('parley-chat').all();
    await unknown?.getByRole('alert').getByText('This chat is not available.').waitFor();
    for (const one of [unreached, ...elsewhere]) {
      await one?.getByRole('alert').getByText('The chat could not be loaded.').waitFor();
      expect(await one?.locator('.bot-typing').count()).toBe(0);
    }
    expect(faults.join('\n')).toContain('has no published bot "nobody-knows"');
    for (const url of others)
      expect(faults.join('\n')).toContain(`Is ${url.replace(/\/$/, '')} the address`);
    // The server becomes reachable, and is slow.
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`${nowhere}/**`, async (route) => {
      await answered;
      await route.continue({ url: route.request().url().replace(nowhere, app().url) });
    });
    await unreached?.getByRole('button', { name: 'Try again' }).click();
    await unreached?.locator('.bot-typing').waitFor();
    answer();
    await unreached?.getByText('Say something').waitFor();
    expect(await unreached?.getByText('could not be loaded').count()).toBe(0);
  });
});
