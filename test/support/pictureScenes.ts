import type { Page } from 'playwright-core';
import { botOf } from './botOf.js';
import { ask, say } from './flowOf.js';
import { inputKinds } from './inputKinds.js';

/** What a picture is taken of: an address, and what is done and awaited there. */
export interface Scene {
  readonly url: () => Promise<string>;
  readonly show?: (page: Page) => Promise<unknown>;
  /** Whether the whole page is taken, however long it is. */
  readonly isWhole?: boolean;
}

/** Where the scenes are: the server, its bots by the names of `picturedBots`, and a site of somebody else. */
interface Places {
  readonly server: string;
  readonly bots: Readonly<Record<string, string>>;
  readonly siteWith: (body: string) => Promise<string>;
}

const settings = { typingEmulation: { enabled: false } };

const choices = (...labels: readonly string[]) =>
  labels.map((content, index) => ({ id: `item${index}`, content }));

const helper = botOf({
  settings,
  groups: {
    Start: [
      say('Hello! This is Acme Garden Tools.'),
      say('What is it about?'),
      { ...ask('choice input'), items: choices('An order', 'A delivery', 'Something else') },
      say('Gladly. What is the number of your order?'),
      ask('number input'),
      say(
        'Thank you. It left our workshop yesterday and will be with you on Thursday.\nShall we text you when it is at the door?',
      ),
      { ...ask('choice input'), items: choices('Yes, please', 'No, thank you') },
    ],
  },
});

const leaf = (text: string, mark?: string) => ({ text, ...(mark && { [mark]: true }) });
const item = (text: string) => ({
  type: 'li',
  children: [{ type: 'lic', children: [leaf(text)] }],
});

const text = {
  type: 'text',
  content: {
    richText: [
      {
        type: 'p',
        children: [
          ...[leaf('A text may be '), leaf('bold', 'bold'), leaf(', '), leaf('italic', 'italic')],
          ...[leaf(' or '), leaf('underlined', 'underline'), leaf(', hold ')],
          ...[{ type: 'a', url: 'https://example.com', children: [leaf('a link')] }],
          leaf(' and lists:'),
        ],
      },
      { type: 'ul', children: [item('one thing'), item('another')] },
      { type: 'ol', children: [item('the first'), item('the second')] },
    ],
  },
};

const LANDSCAPE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270"><rect width="480" height="270" fill="#7c9cf5"/><circle cx="370" cy="80" r="36" fill="#fff6d6"/><path d="M0 270 160 110l100 100 70-60 150 120z" fill="#2f6b4f"/></svg>')}`;

const messages = botOf({
  settings,
  groups: {
    Start: [
      text,
      { type: 'image', content: { url: LANDSCAPE } },
      { type: 'video', content: { type: 'youtube', id: 'dQw4w9WgXcQ' } },
      {
        type: 'audio',
        content: { url: 'https://example.com/a.mp3', isAutoplayEnabled: false },
      },
      { type: 'embed', content: { url: 'https://example.com/map', height: 140 } },
      ask('text input'),
    ],
  },
});

const kinds = Object.entries(inputKinds).map(([name, { block }]) => {
  const groups = { Start: [say(`Asks for ${name}`), block] };
  return [name, botOf({ settings, variables: { X: null }, groups })] as const;
});

/** The bots that the pictures show, by name. */
export const picturedBots: readonly (readonly [name: string, bot: object])[] = [
  ...kinds,
  ['helper', helper],
  ['messages', messages],
];

/** What other hosts answer in the pictures: a page that says what it is. */
export function standIn(url: string): { contentType: string; body: string } {
  const label = url.includes('embed/') ? 'A video of a provider' : 'An embedded page';
  const body = `<body style="display: grid; place-items: center; height: 100vh; margin: 0; background: #24283b; color: #fff; font: 16px sans-serif">${label}`;
  return { contentType: 'text/html', body };
}

const SPADE =
  '<p>Our spades are forged in one piece. The blade is ground by hand, and the shaft is made of ash, which bends before it breaks. Each comes with a guarantee of thirty years.</p>';

const STYLE = `<meta name="viewport" content="width=device-width"><style>
:root { color-scheme: light dark } body { margin: 0; font: 17px/1.6 Georgia, serif }
header { padding: 20px 32px; background: #1f4d3a; color: #fff; font-size: 22px } main { max-width: 760px; padding: 8px 32px }
.kinds { display: grid; grid-template-columns: repeat(auto-fill, minmax(340px, 1fr)); gap: 1px; background: #8886 }
.kinds > * { height: 380px }
</style>`;

/** Everything that pictures are taken of, by the names of their files. */
export function scenesOf(places: () => Places): Readonly<Record<string, Scene>> {
  return { ...pages(places), ...chats(places), ...widgets(places) };
}

function pages(places: () => Places): Readonly<Record<string, Scene>> {
  const at = (path: string) => async () => places().server + path;
  const order = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Order' }).click();
    await page.locator('parley-chat').getByText('Mug').waitFor();
  };
  return {
    'front-page': { url: at('/'), show: order, isWhole: true },
    'sign-in': { url: at('/sign-in') },
    'not-found': { url: at('/no/such/page') },
    docs: { url: at('/docs'), show: async (page) => page.locator('.opblock').first().waitFor() },
    explorer: { url: at('/graphql'), show: async (page) => page.getByText('__schema').waitFor() },
  };
}

/**
 * Shows one chat after the other, and leaves a copy of each: every chat keeps a connection, of which a browser opens six to a server.
 */
const COPIES = `
for (const id of ids) {
  const chat = document.createElement('parley-chat');
  chat.setAttribute('bot', id);
  document.querySelector('.kinds').append(chat);
  while (!chat.shadowRoot?.querySelector('.bot-input-row > *')) await new Promise(requestAnimationFrame);
  const copy = document.createElement('div');
  const root = copy.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = chat.shadowRoot.adoptedStyleSheets;
  root.innerHTML = chat.shadowRoot.innerHTML;
  chat.replaceWith(copy);
}
window.areAllThere = true;`;

function chats(places: () => Places): Readonly<Record<string, Scene>> {
  const at = (name: string) => async () => `${places().server}/${places().bots[name]}`;
  const talk = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'An order' }).click();
    await page.getByRole('textbox').fill('20413');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yes, please' }).waitFor();
  };
  const everyInput = async (): Promise<string> => {
    const ids = JSON.stringify(Object.keys(inputKinds).map((name) => places().bots[name]));
    const script = `<script type="module">const ids = ${ids}; ${COPIES}</script>`;
    return places().siteWith(`${STYLE}<div class="kinds"></div>${scriptOf(places())}${script}`);
  };
  return {
    chat: { url: at('helper'), show: talk },
    'kinds-of-messages': {
      url: at('messages'),
      show: async (page) => {
        await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 1280 });
        await page.getByRole('textbox').waitFor();
      },
    },
    'kinds-of-inputs': {
      url: everyInput,
      show: async (page) => page.waitForFunction('window.areAllThere'),
      isWhole: true,
    },
  };
}

function widgets(places: () => Places): Readonly<Record<string, Scene>> {
  const site = (inside: string, attributes: string) => async () => {
    const { siteWith, bots } = places();
    const text = `<h1>Spades for heavy soil</h1>${SPADE}${inside.replace('BOT', bots['helper'] ?? '')}${SPADE}`;
    const body = `<header>Acme Garden Tools</header><main>${text}</main>`;
    const script = scriptOf(places(), attributes.replace('BOT', bots['helper'] ?? ''));
    return siteWith(STYLE + body + script);
  };
  const widget = (attributes: string) => site(SPADE, `data-bot="BOT" ${attributes}`);
  const named = (name: string) => async (page: Page) =>
    page.getByRole('button', { name }).waitFor();
  const place = '<parley-chat bot="BOT" style="height: 320px"></parley-chat>';
  return {
    'widget-closed': {
      url: widget('data-layout="bubble" data-preview-message="May I help with your order?"'),
      show: named('May I help'),
    },
    'widget-bubble': {
      url: widget('data-layout="bubble" data-auto-open="0"'),
      show: named('An order'),
    },
    'widget-popup': {
      url: widget('data-layout="popup" data-auto-open="0"'),
      show: named('An order'),
    },
    'widget-inline': { url: site(place, ''), show: named('An order') },
  };
}

function scriptOf({ server }: Places, attributes = ''): string {
  return `<script type="module" src="${server}/embed.js" ${attributes}></script>`;
}
