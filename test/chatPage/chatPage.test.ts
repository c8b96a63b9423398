import { expect, test } from '@jest/globals';
import { botOf, interview, parrot } from '../support/botOf.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

/** The styles of a site that hides everything, and writes small. */
const hostile =
  '<style>div, button { display: none !important; color: red } * { font-size: 3px }</style>';

describeInBrowser('a published bot', () => {
  const app = useApp();
  const { open, siteWith } = useBrowser();

  async function publish(bot: object): Promise<string> {
    return (await makePublished(restOf(app), bot)).publicId;
  }

  test('has a page that holds a whole chat, and shows it again after a reload', async () => {
    const { page, faults } = await open(`${app().url}/${await publish(botOf(interview))}`);
    await page.getByText('Welcome!').waitFor();
    await page.getByRole('textbox').fill('Ada');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Hi Ada, how old are you?').waitFor();
    await page.reload();
    await page.getByText('Welcome!').waitFor();
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

  test('can be used by people with disabilities, as far as rules can tell', async () => {
    const { page } = await open(`${app().url}/${await publish(botOf(interview))}`);
    await page.getByText('Welcome!').waitFor();
    await page.getByRole('textbox').fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByText('Hi Ada, how old are you?').waitFor();
    await page.getByRole('textbox').waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });

  test('has a page headed as its settings say', async () => {
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
    const script = `<script type="module" src="${app().url}/embed.js" data-bot="${await publish(botOf(parrot))}" data-layout="bubble"></script>`;
    const { page, faults } = await open(await siteWith(hostile + script));
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await page.getByText('Say something').waitFor();
    await page.getByRole('textbox').fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByText('You said Hello').waitFor();
    const size: unknown = await page.evaluate(
      `getComputedStyle(document.querySelector('parley-chat').shadowRoot.querySelector('.bot-log')).fontSize`,
    );
    expect(size).toBe('16px');
    expect(
      await page.evaluate('Object.keys(globalThis).filter((name) => /parley|preact/i.test(name))'),
    ).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open the chat' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('tells the site what happens, and takes its commands', async () => {
    const body = `<script>
        window.told = [];
        const names = ['started', 'message', 'answered', 'opened'];
        addEventListener('DOMContentLoaded', () => {
          const chat = document.querySelector('parley-chat');
          for (const name of names) chat.addEventListener('parley-' + name, ({ detail }) => told.push(name + ' ' + (detail.text ?? '')));
        });
      </script>
      <parley-chat bot="${await publish(botOf(parrot))}" layout="popup"></parley-chat>
      <script type="module" src="${app().url}/embed.js"></script>`;
    const { page } = await open(await siteWith(hostile + body));
    await page.evaluate(`document.querySelector('parley-chat').open()`);
    await page.getByText('Say something').waitFor();
    await page.evaluate(`document.querySelector('parley-chat').send('From the site')`);
    await page.getByText('You said From the site').waitFor();
    const told: unknown = await page.evaluate('told');
    expect(told).toEqual([
      'opened ',
      'started ',
      'message Say something',
      'answered From the site',
      'message You said From the site',
    ]);
  });
});
