import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { loadWords, wordsIn } from '../../packages/chat/src/words.js';
import { textsOf } from '../../src/engine/documents/translations.js';
import { EXAMPLE_LANGUAGES, exampleFlow, translationsOfExample } from '../support/playExample.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

/** A chat with an example, whatever its language. */
interface Played {
  /** What a visitor does: presses a button by its number from 0, or fills in the fields of a form and sends it. */
  readonly acts: readonly (number | readonly string[])[];
  /** The block whose text ends the chat. */
  readonly end: string;
}

const played: Readonly<Record<string, Played>> = {
  'lead-form.json': {
    acts: [['Ada'], ['ada@example.com'], 1, ['A compiler']],
    end: 'thanks-goodbye',
  },
  'support-menu.json': { acts: [2, 1], end: 'goodbye-1' },
  'quiz.json': { acts: [0, 1, 0, 2], end: 'all-right-1' },
  'booking.json': {
    acts: [['2040-05-01', '2040-05-03'], ['15:30'], ['1'], ['Ada'], ['ada@example.com'], 0],
    end: 'booked-1',
  },
  'order.json': { acts: [0, ['2'], ['Main Street 1'], 0], end: 'paid-3' },
  'ai-chat.json': { acts: [['?']], end: 'welcome-1' },
};

const VALUES: Readonly<Record<string, string>> = { Name: 'Ada', Email: 'ada@example.com' };

/** The text of a block in a language, as visitors read it. */
function textIn(name: string, block: string, language: string): string {
  const text = textsOf(translationsOfExample(name), language)[`/blocks/${block}/content/richText`];
  return String(text?.text).replaceAll(
    /\{\{(\w+)\}\}/g,
    (_slot, name: string) => `${VALUES[name]}`,
  );
}

async function play(page: Page, { acts }: Played): Promise<void> {
  const row = page.locator('.bot-input-row');
  for (const [index, act] of acts.entries()) {
    await row.getByRole('button').first().waitFor();
    if (typeof act === 'number') await row.getByRole('button').nth(act).click();
    else {
      for (const [nth, text] of act.entries()) await row.locator('.bot-field').nth(nth).fill(text);
      await row.getByRole('button').last().click();
    }
    await page.locator('.bot-guest-bubble').nth(index).waitFor();
  }
}

describeInBrowser('the examples in five languages', () => {
  const app = useApp();
  const { open, siteWith } = useBrowser();

  /** The public ids of the examples, by their names. */
  async function publishAll(): Promise<ReadonlyMap<string, string>> {
    const ids = new Map<string, string>();
    for (const name of Object.keys(played)) {
      const { definition } = exampleFlow(name);
      const settings = { ...definition.settings, typingEmulation: { enabled: false } };
      const bot = { name, ...definition, settings, translations: translationsOfExample(name) };
      ids.set(name, (await makePublished(restOf(app), bot)).publicId);
    }
    return ids;
  }

  /** Plays an example in the chat that a page shows, and expects it to be in a language. */
  async function expectIn(page: Page, name: string, language: string): Promise<void> {
    const chat = played[name] ?? { acts: [], end: '' };
    await play(page, chat);
    await page
      .getByText(textIn(name, chat.end, language))
      .last()
      .waitFor();
    const shown = page.locator('.bot-container');
    const direction = language === 'ar' ? 'rtl' : 'ltr';
    expect(await shown.getAttribute('lang')).toBe(language);
    expect(await shown.getAttribute('dir')).toBe(direction);
    await loadWords([language]);
    const words = wordsIn([language]);
    if (name === 'ai-chat.json') await shown.getByRole('button', { name: words.send }).waitFor();
    else await shown.getByRole('button', { name: words.restart }).waitFor();
    const [host, guest] = [shown.locator('.bot-host-bubble'), shown.locator('.bot-guest-bubble')];
    const [said, answered] = [await host.first().boundingBox(), await guest.first().boundingBox()];
    expect(Number(said?.x) < Number(answered?.x)).toBe(direction === 'ltr');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  }

  /** In several languages at the same time, because most of a chat is waiting. */
  async function inEach(
    languages: readonly string[],
    act: (language: string) => Promise<void>,
  ): Promise<void> {
    await Promise.all(languages.map(act));
  }

  test('are played on the page of a bot by people whose browsers speak them', async () => {
    const ids = await publishAll();
    await inEach(EXAMPLE_LANGUAGES, async (language) => {
      const phone = { locale: language, viewport: { width: 390, height: 844 } };
      const { page, faults } = await open('about:blank', phone);
      for (const [name, id] of ids) {
        await page.goto(`${app().url}/${id}`);
        await expectIn(page, name, language);
      }
      expect(await axeFaults(page)).toEqual([]);
      expect(faults).toEqual([]);
    });
  });

  test('are played in the widget of a site that says in which language', async () => {
    const ids = await publishAll();
    const site = await siteWith(`<script type="module" src="${app().url}/embed.js"></script>`);
    // One for each direction of writing: the page plays all languages.
    await inEach(['de', 'ar'], async (language) => {
      const { page, faults } = await open(site);
      for (const [name, id] of ids) {
        await page.evaluate(`{
          const chat = document.createElement('parley-chat');
          chat.style = 'display: block; height: 500px';
          chat.setAttribute('locale', '${language}');
          chat.setAttribute('bot', '${id}');
          document.body.replaceChildren(chat);
        }`);
        await expectIn(page, name, language);
      }
      expect(faults).toEqual([]);
    });
  });
});
