import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { axeFaults, COLOURS, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

/** A part of a theme with all members set. */
const part = (backgroundColor: string, color: string) => ({
  backgroundColor,
  color,
  blur: 3,
  opacity: 0.5,
  shadow: 'lg',
  border: {
    thickness: 2,
    color: '#010203',
    roundeness: 'custom',
    customRoundeness: 7,
    opacity: 0.5,
  },
});

/** Every member of a theme, with the expected CSS properties of the page's parts. */
const full = {
  theme: {
    general: {
      font: { type: 'Google', family: 'Lobster Two' },
      background: { type: 'Image', content: '{{Back}}' },
      progressBar: {
        isEnabled: true,
        color: '#111111',
        backgroundColor: '#222222',
        placement: 'Bottom',
        position: 'fixed',
        thickness: 9,
      },
    },
    chat: {
      container: { ...part('#eeeeee', '#101112'), maxWidth: '700px', maxHeight: '500px' },
      hostAvatar: { isEnabled: true, url: '{{Face}}' },
      guestAvatar: { isEnabled: true, url: 'https://pictures.example.com/guest.svg' },
      hostBubbles: part('#ffffff', '#202122'),
      guestBubbles: part('#dddddd', '#303132'),
      buttons: part('#cccccc', '#000000'),
      inputs: { ...part('#bbbbbb', '#050607'), placeholderColor: '#060708' },
      buttonsInput: { layout: 'vertical' },
    },
    customCss:
      '@font-face { font-family: Own; src: url(https://fonts.example.com/own.woff2) } .bot-log { letter-spacing: 1px; font-family: Own }',
  },
  looks: {
    '.bot-container': {
      fontFamily: '"Lobster Two"',
      color: 'rgb(16, 17, 18)',
      backgroundImage: 'url("https://pictures.example.com/back-1.svg")',
    },
    '.bot-scroll': { maxHeight: '500px' },
    '.bot-chat-view': { ...looksOf('0.933333 0.933333 0.933333'), maxWidth: '700px' },
    '.bot-host-bubble': { ...looksOf('1 1 1'), color: 'rgb(32, 33, 34)' },
    '.bot-guest-bubble': { ...looksOf('0.866667 0.866667 0.866667'), color: 'rgb(48, 49, 50)' },
    '.bot-buttons .bot-button': { ...looksOf('0.8 0.8 0.8'), color: 'rgb(0, 0, 0)' },
    '.bot-search': { ...looksOf('0.733333 0.733333 0.733333'), color: 'rgb(5, 6, 7)' },
    '.bot-search::placeholder': { color: 'rgb(6, 7, 8)' },
    '.bot-buttons': { flexDirection: 'column' },
    '.bot-progress-bar-container': {
      backgroundColor: 'rgb(34, 34, 34)',
      height: '9px',
      position: 'fixed',
      bottom: '0px',
    },
    '.bot-progress-bar': { backgroundColor: 'rgb(17, 17, 17)' },
    '.bot-log': { letterSpacing: '1px', fontFamily: '"own (bot)"' },
    '.bot-avatar-host img': { src: 'https://pictures.example.com/face-1.svg' },
    '.bot-avatar-guest img': { src: 'https://pictures.example.com/guest.svg' },
  },
};

function looksOf(background: string) {
  return {
    backgroundColor: `color(srgb ${background} / 0.5)`,
    backdropFilter: 'blur(3px)',
    boxShadow: 'rgba(0, 0, 0, 0.1) 0px 10px 15px -3px, rgba(0, 0, 0, 0.1) 0px 4px 6px -4px',
    borderTopWidth: '2px',
    borderTopColor: 'color(srgb 0.00392157 0.00784314 0.0117647 / 0.5)',
    borderTopLeftRadius: '7px',
  };
}

/** Other values of members, and absent ones. */
const sparse = {
  theme: {
    general: {
      font: {
        type: 'Custom',
        family: 'Mine',
        css: '@font-face { font-family: Mine; src: url(https://fonts.example.com/mine.woff2) }',
      },
      background: { type: 'Color', content: '#fafafa' },
      progressBar: { isEnabled: true },
    },
    chat: {
      roundness: 'large',
      hostAvatar: { isEnabled: false },
      hostBubbles: { opacity: 0.5, border: { thickness: 1, roundeness: 'none' } },
      guestBubbles: { backgroundColor: '#0000ff', shadow: 'none', border: { thickness: 1 } },
    },
  },
  looks: {
    '.bot-container': { backgroundColor: 'rgb(250, 250, 250)', fontFamily: '"mine (bot)"' },
    '.bot-host-bubble': {
      backgroundColor: 'color(srgb 0.968627 0.972549 1 / 0.5)',
      borderTopWidth: '1px',
      borderTopColor: 'rgb(223, 223, 223)',
      borderTopLeftRadius: '0px',
    },
    '.bot-guest-bubble': {
      backgroundColor: 'rgb(0, 0, 255)',
      borderTopColor: 'color(srgb 0.55 0.55 1)',
      color: 'rgb(255, 255, 255)',
      borderTopLeftRadius: '20px',
      boxShadow: 'none',
    },
    '.bot-buttons .bot-button': { backgroundColor: 'rgb(0, 66, 218)', borderTopLeftRadius: '20px' },
    '.bot-search': { backgroundColor: 'rgb(255, 255, 255)', borderTopLeftRadius: '20px' },
    '.bot-buttons': { flexDirection: 'row' },
    '.bot-progress-bar-container': { height: '4px', position: 'absolute', top: '0px' },
  },
};

/** The looks of an empty theme in a flow of version 6.1. */
const looksOf61 = {
  '.bot-container': { backgroundColor: 'rgb(248, 248, 248)' },
  '.bot-host-bubble': { backgroundColor: 'rgb(255, 255, 255)', borderTopWidth: '1px' },
  '.bot-guest-bubble': { backgroundColor: 'rgb(207, 60, 10)', borderTopWidth: '1px' },
  '.bot-buttons .bot-button': { backgroundColor: 'rgb(207, 60, 10)' },
  '.bot-search': { boxShadow: 'none' },
};

/** How full each progress bar is, and whether it is at the top, at the bottom and as wide as its chat. */
const BARS = `[...document.querySelectorAll('parley-chat')].slice(0, 2).map(({ shadowRoot }) => {
  const bar = shadowRoot.querySelector('.bot-progress-bar-container');
  const place = shadowRoot.querySelector('.bot-container').getBoundingClientRect();
  const { top, bottom, width } = bar.getBoundingClientRect();
  const part = bar.firstChild.getBoundingClientRect().width / width;
  return [bar.ariaValueNow, part, top === place.top, bottom === place.bottom, width === place.width];
})`;

type Looks = Readonly<Record<string, Readonly<Record<string, string>>>>;

describeInBrowser('in a chat, a theme', () => {
  const app = useApp();
  const { open, siteWith } = useBrowser();

  async function publish(theme: object, themeVersion?: string): Promise<string> {
    const search = ask('choice input', 'Said', { isSearchable: true });
    const flow = {
      variables: {
        Back: 'https://pictures.example.com/back-1.svg',
        Face: 'https://pictures.example.com/face-1.svg',
        Said: null,
      },
      groups: {
        Start: [
          say('Hello'),
          ask('text input', 'Said'),
          { ...search, items: [{ id: 'on', content: 'On' }] },
          set('Back', 'https://pictures.example.com/back-2.svg'),
          set('Face', 'https://pictures.example.com/face-2.svg'),
          say('Changed'),
          ask('text input', 'Said'),
        ],
      },
      theme,
      settings: { typingEmulation: { enabled: false }, general: { isBrandingEnabled: true } },
    };
    return (await makePublished(restOf(app), botOf(flow, { themeVersion }))).publicId;
  }

  function set(name: string, expressionToEvaluate: string) {
    return { type: 'Set variable', options: { variableId: `v${name}`, expressionToEvaluate } };
  }

  /** The CSS properties of the parts of a chat, by its place in the page and the expected properties. */
  async function looksOn(page: Page, at: number, looks: Looks): Promise<unknown> {
    const wanted = JSON.stringify(
      Object.entries(looks).map(([name, values]) => [name, Object.keys(values)]),
    );
    return page.evaluate(`(() => {
      const root = document.querySelectorAll('parley-chat')[${at}].shadowRoot;
      return Object.fromEntries(${wanted}.map(([name, properties]) => {
        const [selector, pseudo] = name.split('::');
        const part = root.querySelector(selector);
        const style = part && getComputedStyle(part, pseudo && '::' + pseudo);
        const value = (property) => property === 'src' ? part?.src : style?.[property];
        const first = (property, text) => property === 'fontFamily' ? text?.split(',')[0] : text;
        return [name, Object.fromEntries(properties.map((one) => [one, first(one, value(one))]))];
      }));
    })()`);
  }

  test('is applied in all its members, and loads only from hosts that it names', async () => {
    const asked = new Set<string>();
    const bots = [await publish(full.theme), await publish(sparse.theme), await publish({}, '6.1')];
    const chats = bots.map((bot) => `<parley-chat bot="${bot}"></parley-chat>`).join('');
    const body = `<html lang="en"><title>Site</title><main><h1>Site</h1>${chats}</main>
      <script type="module" src="${app().url}/embed.js"></script>`;
    const { page, faults } = await open(await siteWith(body), {
      reducedMotion: 'reduce',
      outside: (url) => {
        asked.add(url);
        const contentType = url.includes('/css') ? 'text/css' : 'image/svg+xml';
        const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
        return { contentType, body: url.endsWith('.svg') ? picture : '' };
      },
    });
    for (const at of bots.keys()) {
      const chat = page.locator('parley-chat').nth(at);
      await chat.getByRole('textbox').fill('Hi');
      await page.keyboard.press('Enter');
      await chat.getByRole('searchbox').waitFor();
    }
    expect(await looksOn(page, 0, full.looks)).toEqual(full.looks);
    expect(await looksOn(page, 1, sparse.looks)).toEqual(sparse.looks);
    expect(await looksOn(page, 2, looksOf61)).toEqual(looksOf61);
    // One of three questions is answered.
    const bars = [
      ['50', 0.5, false, true, true],
      ['50', 0.5, true, false, true],
    ];
    await eventually(async () => expect(await page.evaluate(BARS)).toEqual(bars));
    expect(await page.locator('.bot-avatar-host').count()).toBe(2);
    expect(await page.getByRole('link', { name: 'Parley' }).count()).toBe(3);
    expect(await axeFaults(page, COLOURS)).toEqual([]);

    await page.getByRole('button', { name: 'On' }).first().click();
    const changed = {
      '.bot-container': { backgroundImage: 'url("https://pictures.example.com/back-2.svg")' },
      '.bot-avatar-host img': { src: 'https://pictures.example.com/face-2.svg' },
    };
    await eventually(async () => expect(await looksOn(page, 0, changed)).toEqual(changed));
    const google = [...asked].filter((url) => url.includes('fonts.googleapis.com'));
    expect(google).toEqual([expect.stringContaining('/css?family=Lobster+Two:')]);
    expect([...new Set([...asked].map((url) => new URL(url).host))].sort()).toEqual([
      'fonts.example.com',
      'fonts.googleapis.com',
      'pictures.example.com',
    ]);
    expect(faults.filter((fault) => !/font|decode/i.test(fault))).toEqual([]);
  });
});
