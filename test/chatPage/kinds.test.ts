import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { botOf } from '../support/botOf.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { inputKinds } from '../support/inputKinds.js';
import { axeFaults, COLOURS, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const dark = {
  general: { background: { type: 'Color', content: '#14161c' } },
  chat: {
    container: { color: '#f3f3f5' },
    hostBubbles: { backgroundColor: '#262a35', color: '#f3f3f5' },
    guestBubbles: { backgroundColor: '#9ecbff', color: '#10131a' },
    buttons: { backgroundColor: '#9ecbff', color: '#10131a' },
    inputs: { backgroundColor: '#1c2029', color: '#f3f3f5', placeholderColor: '#b6bac4' },
  },
};

/** What is smaller than 24 by 24 pixels of what can be pressed. */
const SMALL = `(() => {
  const root = document.querySelector('parley-chat').shadowRoot;
  const pressed = root.querySelectorAll('button, select, .bot-field, label.bot-button');
  return [...pressed].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width < 24 || height < 24;
  }).map(({ outerHTML }) => outerHTML);
})()`;

const WIDER = 'document.documentElement.scrollWidth - innerWidth';

describeInBrowser('an input that asks for', () => {
  const app = useApp();
  const { open } = useBrowser();

  async function openBot(block: BlockSketch, theme = {}): Promise<Page> {
    const groups = { Start: [say('Please:'), block, say('Got {{X}}.')] };
    const bot = botOf({ variables: { X: null }, groups, theme });
    const { publicId } = await makePublished(restOf(app), bot);
    const { page, faults } = await open(`${app().url}/${publicId}`);
    page.on('close', () => expect(faults).toEqual([]));
    await page.locator('.bot-input-row > *').first().waitFor();
    // Nothing fades in any more: colours are measured.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    return page;
  }

  /** Its size is right in wide and narrow windows. */
  async function expectUsable(page: Page): Promise<void> {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(SMALL)).toEqual([]);
      expect(await page.evaluate(WIDER)).toBe(0);
    }
  }

  test.each(Object.entries(inputKinds))('%s is answered', async (_name, kind) => {
    const page = await openBot(kind.block);
    await expectUsable(page);
    expect(await axeFaults(page)).toEqual([]);
    await kind.answer(page);
    const got = page.getByText(/^Got /);
    await got.waitFor();
    const stored = (await got.innerText()).slice(4, -1);
    if (typeof kind.stored === 'string') expect(stored).toBe(kind.stored);
    else expect(stored).toMatch(kind.stored);
    await page.getByRole('button', { name: 'Start again' }).waitFor();
    expect(await page.locator('.bot-guest-bubble').count()).toBe(1);
    expect(await page.locator('.bot-input-row').count()).toBe(0);
  });

  test('an answer in Arabic is read from the right', async () => {
    const bot = botOf({ groups: { Start: [say('ما اسمك؟'), ask('text input')] } });
    const { publicId } = await makePublished(restOf(app), bot);
    const { page } = await open(`${app().url}/${publicId}`);
    await page.getByText('ما اسمك؟').waitFor();
    expect(await page.locator('.bot-container').getAttribute('dir')).toBe('rtl');
  });

  test.each(Object.entries(inputKinds))('%s can be used in the dark', async (_name, { block }) => {
    const page = await openBot(block, dark);
    expect(await axeFaults(page, COLOURS)).toEqual([]);
  });
});
