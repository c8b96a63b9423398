import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { botOf, parrot } from '../support/botOf.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { bodyOf } from '../support/transports.js';
import { eventually, until } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

const ROOT = `document.querySelector('parley-chat').shadowRoot`;

/** Records each line that the log announces to screen readers from now on. */
const LISTEN = `(() => {
  const log = ${ROOT}.querySelector('[role=log]');
  window.told = [];
  new MutationObserver((changes) => {
    if (log.getAttribute('aria-live') !== 'polite') return;
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node.nodeType === 1 && !node.querySelector('[aria-hidden=true].bot-streamed')) told.push(node.innerText);
      }
    }
  }).observe(log, { childList: true, subtree: true });
})()`;

/** The name and role of the element with the focus. */
const FOCUSED = `(() => {
  const one = ${ROOT}.activeElement;
  return one && (one.getAttribute('aria-label') ?? one.innerText);
})()`;

describeInBrowser('in a chat, a visitor', () => {
  const app = useApp();
  const { open, openContext } = useBrowser();

  const rest = restOf(app);

  async function publish(flow: FlowSketch, general = {}): Promise<string> {
    const settings = { typingEmulation: { enabled: false }, general };
    return (await makePublished(rest, botOf(flow, { settings }))).publicId;
  }

  const interview: FlowSketch = {
    variables: { Name: null, Size: null, Mark: null },
    groups: {
      Start: [
        say('Your name?'),
        ask('text input', 'Name'),
        say('Which size, {{Name}}?'),
        {
          ...ask('choice input', 'Size'),
          items: [
            { id: 's', content: 'Small' },
            { id: 'l', content: 'Large' },
          ],
        },
        say('{{Size}} it is. Your mark?'),
        ask('rating input', 'Mark', { length: 3, isOneClickSubmitEnabled: true }),
        say('Thanks for {{Mark}}.'),
      ],
    },
  };

  test('uses a chat by keyboard alone, and each message is read aloud once', async () => {
    const { page } = await open(`${app().url}/${await publish(interview)}`);
    await page.getByText('Your name?').waitFor();
    await page.evaluate(LISTEN);
    await page.getByRole('textbox').waitFor();
    const focus = async (name: string): Promise<void> => {
      await eventually(async () => expect(await page.evaluate(FOCUSED)).toBe(name));
    };
    await focus('Type your answer...');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await focus('Send');
    await page.keyboard.press('Enter');
    await focus('Small');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await focus('0');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await focus('0');
    for (const name of ['1', '2', '3']) {
      await page.keyboard.press('Tab');
      await focus(name);
    }
    await page.keyboard.press('Enter');
    await page.getByText('Thanks for 3.').waitFor();
    await focus('Start again');
    expect(await page.evaluate('told')).toEqual([
      'Ada',
      'Which size, Ada?',
      'Large',
      'Large it is. Your mark?',
      '3',
      'Thanks for 3.',
    ]);
    await page.keyboard.press('Enter');
    await focus('Type your answer...');
    expect(await page.locator('.bot-guest-bubble').count()).toBe(0);
  });

  test('who asks for less motion, and enlarges everything, sees a chat that stands still and fits', async () => {
    const url = `${app().url}/${await publish(interview)}`;
    // A window of 1280 by 800 pixels at 200 %.
    const viewport = { width: 640, height: 400 };
    const { page } = await open(url, { reducedMotion: 'reduce', viewport, deviceScaleFactor: 2 });
    for (const answer of ['Ada', 'Large']) {
      await page
        .getByRole(answer === 'Ada' ? 'textbox' : 'button')
        .first()
        .waitFor();
      if (answer === 'Ada') await page.getByRole('textbox').fill(answer);
      await page.getByRole('button', { name: answer === 'Ada' ? 'Send' : answer }).click();
    }
    await page.getByRole('button', { name: '3' }).waitFor();
    expect(
      await page.evaluate(`[
        document.documentElement.scrollWidth - innerWidth,
        document.getAnimations().length,
        getComputedStyle(${ROOT}.querySelector('.bot-row')).animationName,
        getComputedStyle(${ROOT}.querySelector('.bot-scroll')).scrollBehavior,
      ]`),
    ).toEqual([0, 0, 'none', 'auto']);
    const bottom = `${ROOT}.querySelector('.bot-grades').getBoundingClientRect().bottom`;
    await until(() => page.evaluate(`${bottom} <= innerHeight`));
  });

  test('brings values in the address, which is cleaned if the settings say so', async () => {
    const shown = async (general: object): Promise<unknown[]> => {
      const { page } = await open(`${app().url}/${await publish(interview, general)}?Name=Ada%20B`);
      await page.getByRole('textbox').waitFor();
      return [await page.getByRole('textbox').inputValue(), new URL(page.url()).search];
    };
    expect(await shown({ isInputPrefillEnabled: true })).toEqual(['Ada B', '']);
    const kept = { isHideQueryParamsEnabled: false };
    expect(await shown(kept)).toEqual(['', '?Name=Ada%20B']);
  });

  /** The texts of a chat in another tab of the same browser, after one answer and a reload in the first tab. */
  async function revisited(general: object): Promise<{ reloaded: number; inOtherTab: number }> {
    const context = await openContext();
    const url = `${app().url}/${await publish(parrot, general)}`;
    const { page } = await open(url, { context });
    await page.getByRole('textbox').fill('Hello');
    await page.keyboard.press('Enter');
    await page.getByText('You said Hello').waitFor();
    await page.reload();
    await page.getByRole('textbox').waitFor();
    const other = await open(url, { context });
    await other.page.getByRole('textbox').waitFor();
    const count = async (one: Page) => one.getByText('You said Hello').count();
    return { reloaded: await count(page), inOtherTab: await count(other.page) };
  }

  test.each([
    [
      'who is remembered for good goes on in each tab',
      { rememberUser: { isEnabled: true, storage: 'local' } },
      { reloaded: 1, inOtherTab: 1 },
    ],
    [
      'begins again where the settings say that a reload does',
      { isNewResultOnRefreshEnabled: true },
      { reloaded: 0, inOtherTab: 0 },
    ],
  ])('%s', async (_title, general, expected) => {
    expect(await revisited(general)).toEqual(expected);
  });

  test('reads the texts of the bot in place of those of the chat', async () => {
    const systemMessages = {
      invalidMessage: 'Again?',
      botClosed: 'Back on Monday',
      networkErrorTitle: 'Oops',
      networkErrorMessage: 'No line',
      popupBlockedTitle: 'Blocked',
      popupBlockedDescription: 'Your browser did not open it',
      popupBlockedButtonLabel: 'Open it',
      fileUploadError: 'Not this one',
      fileUploadSizeError: '[[file]] is more than [[limit]]',
    };
    const onlyPdf = { allowedFileTypes: { isEnabled: true, types: ['.pdf'] } };
    const flow: FlowSketch = {
      groups: {
        Start: [
          ask('number input'),
          { type: 'Redirect', options: { url: 'https://example.com/', isNewTab: true } },
          ask('file input', undefined, onlyPdf),
        ],
      },
    };
    const settings = { typingEmulation: { enabled: false }, general: { systemMessages } };
    const { publicId, botId } = await makePublished(rest, botOf(flow, { settings }));
    const { page } = await open(`${app().url}/${publicId}`);
    await page.getByRole('textbox').fill('many');
    await page.keyboard.press('Enter');
    await page.getByText('Again?').waitFor();
    await page.evaluate('void (window.open = () => null)');
    await page.getByRole('textbox').fill('3');
    await page.keyboard.press('Enter');
    await page.getByText('Your browser did not open it').waitFor();
    await page.getByText('Blocked').waitFor();
    expect(await page.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe(
      'https://example.com/',
    );
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.alloc(2_000) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Not this one').waitFor();
    await page.route('**/uploads', async (route) => route.fulfill({ json: { maxBytes: 1_024 } }));
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('notes.txt is more than 1 kB').waitFor();
    await page.context().setOffline(true);
    await page.getByText('No line').waitFor();
    await page.getByText('Oops').waitFor();
    await page.context().setOffline(false);
    await bodyOf(rest.updateBot({ botId, bot: { isClosed: true } }));
    const closed = await open(`${app().url}/${publicId}`);
    await closed.page.getByText('Back on Monday').waitFor();
    expect((await closed.page.locator('[role=alert]').allTextContents()).join('')).toBe('');
  });
});
