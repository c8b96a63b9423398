import { expect, test } from '@jest/globals';
import { botOf, interview, parrot } from '../support/botOf.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { CHAT_ROOT, widgetScript } from '../support/widgetHtml.js';

/** The styles of a site that hide everything and make text small. */
const hostile =
  '<style>div, button { display: none !important; color: red } * { font-size: 3px }</style>';

describeInBrowser('a published bot', () => {
  const app = useApp();
  const { open, siteWith } = useBrowser();

  async function publish(bot: object): Promise<string> {
    return (await makePublished(restOf(app), bot)).publicId;
  }

  test('has a page for a whole chat, which people with disabilities can use, and which a reload shows again', async () => {
    const { page, faults } = await open(`${app().url}/${await publish(botOf(interview))}`);
    await page.getByText('Welcome!').waitFor();
    await page.getByRole('textbox').fill('Ada');
    await page.getByRole('button', { name: 'Send' }).click();
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

  test('has a page with the title and description of its settings', async () => {
    const metadata = { title: 'Feedback "now"', description: 'Tell us', allowIndexing: false };
    const publicId = await publish(botOf(parrot, { settings: { metadata } }));
    const { page } = await open(`${app().url}/${publicId}`);
    expect(await page.title()).toBe('Feedback "now"');
    const metas: unknown = await page.evaluate(
      `[...document.querySelectorAll('meta')].map((one) => [one.getAttribute('name') ?? one.getAttribute('property'), one.content].join(': '))`,
    );
    expect(metas).toEqual(
      expect.arrayContaining([
        'description: Tell us',
        'robots: noindex',
        'og:title: Feedback "now"',
      ]),
    );
  });

  test('answers in a site that hides everything, behind a round button', async () => {
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
    expect(
      await page.evaluate('Object.keys(globalThis).filter((name) => /parley|preact/i.test(name))'),
    ).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open the chat' }).waitFor();
    expect(faults).toEqual([]);
  });
});
