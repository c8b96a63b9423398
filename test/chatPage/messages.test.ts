import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { botOf } from '../support/botOf.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { holdTimers, releaseTimers } from '../support/heldTimers.js';
import { axeFaults, COLOURS, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { eventually, until } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { useServer } from '../support/useServer.js';

const svg = (width: number, height: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="teal"/></svg>`;

const show = (type: string, content: object): BlockSketch => ({ type, content });

const notes = [
  '# Plan',
  '> quoted',
  '1. first\n2. second',
  '```\nlet x = 1\n```',
  '---',
  '![A map](https://pictures.example.com/map.svg)',
].join('\n\n');

const marked = {
  richText: [
    {
      type: 'p',
      children: [
        { text: 'bold', bold: true },
        { text: 'italic', italic: true },
        { text: 'underline', underline: true },
        { text: 'struck', strikethrough: true },
        { text: 'code', code: true },
        { text: 'all', bold: true, italic: true, underline: true, strikethrough: true },
        { text: ' for {{Name}}, ', bold: true },
        { type: 'a', url: 'https://example.com/{{Name}}', children: [{ text: 'a link' }] },
        { type: 'a', url: 'javascript:alert(1)', children: [{ text: 'no link' }] },
      ],
    },
    {
      type: 'ul',
      children: [
        {
          type: 'li',
          children: [
            { type: 'lic', children: [{ text: 'outer' }] },
            {
              type: 'ol',
              children: [
                { type: 'li', children: [{ type: 'lic', children: [{ text: 'inner' }] }] },
              ],
            },
          ],
        },
      ],
    },
  ],
};

const videos = [
  'https://www.youtube.com/watch?v=abc123&t=30',
  'https://vimeo.com/76979871',
  'https://www.tiktok.com/@ada/video/7123456789',
  'https://gumlet.tv/watch/g1',
];

const blocks = [
  show('text', marked),
  say('{{Notes}}'),
  show('image', {
    url: 'https://pictures.example.com/cat.svg',
    clickLink: { url: 'https://example.com/cat', alt: 'A cat' },
  }),
  ...videos.map((url) => show('video', { url, aspectRatio: '16/9', maxWidth: '300px' })),
  show('video', { url: 'https://films.example.com/a.mp4', height: 100, isAutoplayEnabled: false }),
  show('audio', { url: 'https://films.example.com/a.wav', isAutoplayEnabled: false }),
  show('embed', { url: 'https://pages.example.com/fixed', height: 123 }),
  show('embed', { url: 'https://pages.example.com/tells', height: 123 }),
  show('embed', {
    url: 'https://pages.example.com/waits',
    waitForEvent: { isEnabled: true, name: 'picked', saveDataInVariableId: 'vColour' },
  }),
  say('You picked {{Colour}}.'),
  {
    type: 'cal-com',
    options: { action: 'Book event', link: 'ada/30min', saveBookedDateInVariableId: 'vDay' },
  },
  say('Booked for {{Day}}.'),
  ask('text input'),
];

/** Replaces the pages, pictures and players of the flow. */
function outside(url: string): { contentType: string; body: string } {
  const { host, pathname } = new URL(url);
  const page = (script: string) => ({
    contentType: 'text/html',
    body: `<button onclick="${script}">Pick blue</button><script>if (location.pathname === '/tells') parent.postMessage({ height: 222 }, '*')</script>`,
  });
  if (host === 'pictures.example.com') return { contentType: 'image/svg+xml', body: svg(300, 200) };
  if (pathname === '/embed/embed.js') return { contentType: 'text/javascript', body: CALENDAR };
  return page(`parent.postMessage({ name: 'picked', data: 'blue' }, '*')`);
}

/** Replaces the script of a calendar by a button that books. */
const CALENDAR = `(() => {
  const shown = [];
  const call = ([name, what]) => {
    if (name === 'inline') {
      const button = document.createElement('button');
      button.textContent = 'Book ' + what.calLink;
      what.elementOrSelector.append(button);
      shown.push(button);
    }
    if (name === 'on') shown.at(-1).onclick = () => what.callback({ detail: { data: { date: 'Monday' } } });
  };
  const { q } = window.Cal;
  window.Cal = (...one) => call(one);
  q.forEach(call);
})()`;

const ROOT = `document.querySelector('parley-chat').shadowRoot`;

/** The style of each marked run of text. */
const RUNS = `Object.fromEntries([...${ROOT}.querySelector('.bot-host-bubble').querySelectorAll('span[class]')].map((one) => {
  const { fontWeight, fontStyle, textDecorationLine, fontFamily } = getComputedStyle(one);
  return [one.textContent, [fontWeight, fontStyle, textDecorationLine, ...(/mono/.test(fontFamily) ? ['mono'] : [])].join(' ')];
}))`;

/** The elements of the first two messages, after the first line. */
const OUTLINE = `(() => {
  const outline = (one) => {
    const name = /slate-(h.)/.exec(one.className)?.[1] ?? one.localName;
    const inside = [...one.children].filter(({ localName }) => !/^(a|span)$/.test(localName)).map(outline);
    return name + (inside.length > 0 ? '>' + inside.join('+') : '');
  };
  const bubbles = [...${ROOT}.querySelectorAll('.bot-host-bubble')].slice(0, 2);
  return bubbles.flatMap((one) => [...one.children]).slice(1).map(outline).filter((one) => one !== 'p');
})()`;

const LINKS = `[...${ROOT}.querySelectorAll('.bot-host-bubble a')].map((one) => [one.textContent || one.querySelector('img').alt, one.href].join(' '))`;

/** Each picture, film, sound and frame with its size; without the width where it fills the chat. */
const MEDIA = `[...${ROOT}.querySelectorAll('.bot-host-bubble :is(img, video, audio, iframe)')].map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return one.localName + ' ' + one.src + ' ' + (width > 500 ? '' : Math.round(width)) + 'x' + Math.round(height);
})`;

/** A promise that settles once the page has been drawn twice. */
const DRAWN = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))`;

/** Records elements that move from now on. */
const WATCH_SHIFTS = `${DRAWN}.then(() => {
  window.watcher = new PerformanceObserver(() => {});
  watcher.observe({ type: 'layout-shift' });
})`;

/** The elements that have moved. */
const SHIFTS = `${DRAWN}.then(() => watcher.takeRecords().map(({ value }) => value))`;

const dark = {
  general: { background: { type: 'Color', content: '#14161c' } },
  chat: {
    container: { color: '#f3f3f5' },
    hostBubbles: { backgroundColor: '#262a35', color: '#f3f3f5' },
  },
};

describeInBrowser('in a chat, a message', () => {
  const app = useApp();
  const { open, openContext, siteWith } = useBrowser();

  /** Sends the requested pictures, and from then on each at once. */
  let send = (): void => undefined;
  const slowUrl = useServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' });
    void sent.then(() => response.end(svg(300, 200)));
  });
  const sent = new Promise<void>((resolve) => (send = resolve));

  async function publish(flow: readonly BlockSketch[], theme = {}): Promise<string> {
    const variables = { Name: 'Ada', Notes: notes, Colour: null, Day: null };
    const settings = { typingEmulation: { enabled: false } };
    const bot = botOf({ variables, groups: { Start: flow }, theme, settings });
    return (await makePublished(restOf(app), bot)).publicId;
  }

  /** A site with two chats of the same bot, in light and in dark colours. */
  async function openBoth(): Promise<{ page: Page; asked: Set<string> }> {
    const asked = new Set<string>();
    const bots = [await publish(blocks), await publish(blocks, dark)];
    const chats = bots.map((bot) => `<parley-chat bot="${bot}"></parley-chat>`).join('');
    const body = `<html lang="en"><title>Site</title><main><h1>Site</h1>${chats}</main>
      <script type="module" src="${app().url}/embed.js"></script>`;
    const context = await openContext({ reducedMotion: 'reduce' });
    // A picture that has not loaded within this time is shown in another size.
    await holdTimers(context, 2_000);
    const { page } = await open(await siteWith(body), {
      context,
      outside: (url) => {
        asked.add(new URL(url).host);
        return outside(url);
      },
    });
    return { page, asked };
  }

  /** Performs the actions that the messages wait for. */
  async function goThrough(chat: Locator): Promise<void> {
    await chat.frameLocator('iframe').last().getByRole('button').click();
    await chat.getByText('You picked blue.').waitFor();
    await chat.getByRole('button', { name: 'Book ada/30min' }).click();
    await chat.getByText('Booked for Monday.').waitFor();
    await chat.getByRole('textbox').waitFor();
  }

  test('of each kind is shown as its author wrote it, in light and dark, wide and narrow', async () => {
    const { page, asked } = await openBoth();
    const [light, shaded] = [0, 1].map((at) => page.locator('parley-chat').nth(at));
    if (!light || !shaded) throw new Error('There are two chats');
    await goThrough(light);
    await goThrough(shaded);
    expect(await page.evaluate(RUNS)).toEqual({
      bold: '700 normal none',
      italic: '400 italic none',
      underline: '400 normal underline',
      struck: '400 normal line-through',
      code: '400 normal none mono',
      all: '700 italic underline line-through',
      ' for ': '700 normal none',
      Ada: '700 normal none',
      ', ': '700 normal none',
    });
    expect(await page.evaluate(OUTLINE)).toEqual([
      'ul>li>p+ol>li>p',
      'h1',
      'blockquote>p',
      'ol>li>p+li>p',
      'pre>p',
      'hr',
      'p>img',
    ]);
    expect(await page.evaluate(LINKS)).toEqual([
      'a link https://example.com/Ada',
      'A cat https://example.com/cat',
    ]);
    const media = [
      'img https://pictures.example.com/map.svg 420x315',
      'img https://pictures.example.com/cat.svg 300x200',
      'iframe https://www.youtube-nocookie.com/embed/abc123?start=30 292x161',
      'iframe https://player.vimeo.com/video/76979871 292x161',
      'iframe https://www.tiktok.com/player/v1/7123456789 292x161',
      'iframe https://play.gumlet.io/embed/g1 292x161',
      'video https://films.example.com/a.mp4 x92',
      'audio https://films.example.com/a.wav 300x54',
      'iframe https://pages.example.com/fixed x123',
      'iframe https://pages.example.com/tells x222',
      'iframe https://pages.example.com/waits x400',
    ];
    // The page in the frame reports its height when it has loaded.
    await eventually(async () => expect(await page.evaluate(MEDIA)).toEqual(media));
    // No other host gets a request.
    expect([...asked].sort()).toEqual([
      'app.cal.com',
      'films.example.com',
      'pages.example.com',
      'pictures.example.com',
      'play.gumlet.io',
      'player.vimeo.com',
      'www.tiktok.com',
      'www.youtube-nocookie.com',
    ]);
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(await axeFaults(page, width === 320 ? COLOURS : undefined)).toEqual([]);
    }
  });

  test('with a picture that loads late moves nothing when it has loaded', async () => {
    const late = (name: string): BlockSketch => show('image', { url: `${slowUrl()}/${name}` });
    const bot = await publish([say('Look:'), late('one'), say('Well?'), ask('text input')]);
    const context = await openContext();
    await holdTimers(context, 2_000);
    const { page } = await open(`${app().url}/${bot}`, { context });
    await releaseTimers(page);
    await page.getByRole('textbox').waitFor();
    expect(await page.getByText('Well?').count()).toBe(1);
    await page.evaluate(WATCH_SHIFTS);
    send();
    await until(() => page.evaluate(`${ROOT}.querySelector('.bot-image').naturalWidth > 0`));
    expect(await page.evaluate(SHIFTS)).toEqual([]);
  });
});
