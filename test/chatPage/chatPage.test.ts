import { expect, test } from '@jest/globals';
import { botOf, interview, parrot } from '../support/botOf.js';
import { holdTimers, releaseTimers } from '../support/heldTimers.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { CHAT_ROOT, widgetScript } from '../support/widgetHtml.js';

/** The styles of a site that hide everything and make text small. */
const hostile = `<style>div, button { display: none !important; color: red } * { font-size: 3px }</style>
  <script>window.known = new Set(Object.getOwnPropertyNames(window))</script>`;

describeInBrowser('a published bot', () => {
  const app = useApp();
  const { open, openContext, siteWith } = useBrowser({ isWhole: true });

  async function publish(bot: object): Promise<string> {
    return (await makePublished(restOf(app), bot)).publicId;
  }

  test('has a page with a chat that is accessible, and that a reload shows again', async () => {
    const context = await openContext();
    // A bot types 400 words a minute, so six words take this long.
    await holdTimers(context, 900);
    const url = `${app().url}/${await publish(botOf(interview))}`;
    const { page, faults } = await open(url, { context });
    await page.getByText('Welcome!').waitFor();
    await page.getByRole('textbox').fill('Ada');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.bot-typing').waitFor();
    await releaseTimers(page);
    await page.getByText('Hi Ada, how old are you?').waitFor();
    await page.reload();
    await page.getByText('Welcome!').waitFor();
    await page.getByRole('textbox').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('textbox').fill('36');
    await page.keyboard.press('Enter');
    await page.getByText('Thanks Ada.').waitFor();
    const said = await page.locator('.bot-log').innerText();
    expect(said.split('\n').filter((line) => line !== '')).toEqual([
      'Welcome!',
      'Ada',
      'Hi Ada, how old are you?',
      '36',
      'Thanks Ada.',
    ]);
    expect(faults).toEqual([]);
  });

  test('has a page with the title, description, picture and icon of its settings, in words of the visitor', async () => {
    const metadata = {
      ...{ title: 'Feedback "now"', description: 'Tell us', allowIndexing: false },
      ...{ imageUrl: `${app().url}/docs/icon.svg?large`, favIconUrl: `${app().url}/icon.svg?own` },
    };
    const publicId = await publish(botOf(parrot, { settings: { metadata } }));
    const { page } = await open(`${app().url}/${publicId}`, { locale: 'de-CH' });
    expect(await page.title()).toBe('Feedback "now"');
    const metas: unknown = await page.evaluate(
      `[...document.querySelectorAll('meta')].map((one) => [one.getAttribute('name') ?? one.getAttribute('property'), one.content].join(': '))`,
    );
    expect(metas).toEqual(
      expect.arrayContaining([
        'description: Tell us',
        'robots: noindex',
        'og:title: Feedback "now"',
        'og:description: Tell us',
        `og:image: ${metadata.imageUrl}`,
        'twitter:card: summary_large_image',
      ]),
    );
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe(metadata.favIconUrl);
    await page.getByRole('button', { name: 'Senden' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de-CH');
  });

  test('opens by a round button in a site that hides everything', async () => {
    const bot = await publish(botOf(parrot));
    const script = widgetScript(app().url, `data-bot="${bot}" data-layout="bubble"`);
    const { page, faults } = await open(await siteWith(hostile + script));
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await page.getByText('Say something').waitFor();
    await page.getByRole('textbox').fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByText('You said Hello').waitFor();
    const size: unknown = await page.evaluate(
      `getComputedStyle(${CHAT_ROOT}.querySelector('.bot-log')).fontSize`,
    );
    expect(size).toBe('16px');
    const added =
      '[...Object.getOwnPropertyNames(window).filter((name) => !known.has(name)), ...document.adoptedStyleSheets, ...document.querySelectorAll("link")]';
    expect(await page.evaluate(added)).toEqual(['known']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open the chat' }).waitFor();
    expect(faults).toEqual([]);
  });
});
