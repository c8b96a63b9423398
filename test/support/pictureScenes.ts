import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { botOf } from './botOf.js';
import { chatIn } from './chatsInBrowser.js';
import { consoleScenes } from './consoleScenes.js';
import { ask, say } from './flowOf.js';
import { inputKinds } from './inputKinds.js';
import { farewell, helloFromRight, helper, settings } from './pictureBots.js';
import { bodyOf, type Transport } from './transports.js';
import { makePublished, makeWorkspace, publishIn } from './useApp.js';
import { widgetScript } from './widgetHtml.js';

/** The subject of a picture: an address, and what to do and wait for on that page. */
export interface Scene {
  readonly url: () => Promise<string>;
  readonly show?: (page: Page) => Promise<unknown>;
  /** Whether the picture shows the whole page, however long it is. */
  readonly isWhole?: boolean;
}

/** The server of the scenes, its bots by the names of `picturedBots`, and a way to make other sites. */
export interface Places {
  readonly server: string;
  readonly rest: Transport;
  /** Signs a person in, in this browser. */
  readonly signIn: (context: BrowserContext) => Promise<void>;
  readonly bots: Readonly<Record<string, string>>;
  readonly siteWith: (body: string) => Promise<string>;
}

const SPADE =
  '<p>Our spades are forged in one piece. The blade is ground by hand, and the shaft is made of ash, which bends before it breaks. Each comes with a guarantee of thirty years.</p>';

const STYLE = `<meta name="viewport" content="width=device-width"><style>
:root { color-scheme: light dark } body { margin: 0; font: 17px/1.6 Georgia, serif }
header { padding: 20px 32px; background: #1f4d3a; color: #fff; font-size: 22px } main { max-width: 760px; padding: 8px 32px }
.kinds { display: grid; grid-template-columns: repeat(auto-fill, minmax(340px, 1fr)); gap: 1px; background: #8886 }
.kinds > parley-chat { height: 380px }
</style>`;

/** All scenes, by the names of their picture files. */
export function scenesOf(places: () => Places): Readonly<Record<string, Scene>> {
  return {
    ...pages(places),
    ...chats(places),
    ...states(places),
    ...vendorParts(places),
    ...widgets(places),
    ...consoleScenes(places),
  };
}

function pages(places: () => Places): Readonly<Record<string, Scene>> {
  const at = (path: string) => async () => places().server + path;
  const order = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Order' }).click();
    await page.locator('parley-chat').getByText('Mug').waitFor();
  };
  return {
    'front-page': { url: at('/'), show: order, isWhole: true },
    'front-page-problems': { url: at('/'), show: dropHalf },
    'front-page-publishing': { url: at('/'), show: async (page) => publish(page, places()) },
    guides: { url: at('/guides') },
    guide: { url: at('/guides/embed-a-chat') },
    'sign-in': { url: at('/sign-in') },
    'not-found': { url: at('/no/such/page') },
    refused: { url: at('/api/v1/workspaces') },
    docs: { url: at('/docs'), show: async (page) => page.locator('.opblock').first().waitFor() },
    explorer: {
      url: at('/graphql'),
      // The editor colours the query a while after it shows it.
      show: async (page) => page.locator('.view-line span span:not(.mtk1)').first().waitFor(),
    },
  };
}

const LEAD_FORM = readFileSync(
  new URL('../../examples/bots/lead-form.json', import.meta.url),
  'utf8',
);

/** Enters a flow from which edges and a variable are missing. */
async function dropHalf(page: Page): Promise<void> {
  const flow = JSON.parse(LEAD_FORM) as { edges: unknown[]; variables: unknown[] };
  const half = { ...flow, edges: flow.edges.slice(0, -2), variables: flow.variables.slice(1) };
  await page.getByRole('textbox', { name: 'An exported bot' }).fill(JSON.stringify(half));
  await page.locator('#found li').first().waitFor();
  await page.locator('parley-chat').getByText('What is your name?').waitFor();
  await page.locator('#player').scrollIntoViewIfNeeded();
}

async function publish(page: Page, { signIn }: Places): Promise<void> {
  await signIn(page.context());
  await page.reload();
  await page.getByRole('textbox', { name: 'An exported bot' }).fill(LEAD_FORM);
  await page.getByRole('button', { name: 'Publish it' }).click();
  await page.getByRole('button', { name: 'Copy' }).scrollIntoViewIfNeeded();
}

/**
 * Shows one chat after the other and replaces each by a copy of its HTML: every chat holds a connection, and a browser opens at
 * most six to a server.
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

async function answerDates(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Yes, please' }).click();
  await page.getByLabel('Departure:').fill('2026-08-03');
  await page.getByLabel('Return:').fill('2026-08-17');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: '4' }).click();
}

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
    const { server, siteWith } = places();
    return siteWith(`${STYLE}<div class="kinds"></div>${widgetScript(server)}${script}`);
  };
  return {
    chat: { url: at('helper'), show: talk },
    'chat-themed': { url: at('themed'), show: answerDates },
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
    const { server, siteWith, bots } = places();
    const text = `<h1>Spades for heavy soil</h1>${SPADE}${inside.replace('BOT', bots['helper'] ?? '')}${SPADE}`;
    const body = `<header>Acme Garden Tools</header><main>${text}</main>`;
    const script = widgetScript(server, attributes.replace('BOT', bots['helper'] ?? ''));
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

/** Chats in unusual states. */
function states(places: () => Places): Readonly<Record<string, Scene>> {
  const at = (bot: object) => async () => {
    const { server, rest } = places();
    return `${server}/${(await makePublished(rest, bot)).publicId}`;
  };
  return {
    'chat-from-right': {
      url: at(helloFromRight),
      show: async (page) => {
        await page.getByRole('button', { name: 'طلب' }).click();
        await page.getByLabel('Country').waitFor();
      },
    },
    'chat-agent': { url: at(helper), show: async (page) => meetAgent(page, places()) },
    'chat-offline': { url: at(helper), show: loseNetwork },
    'chat-ended': {
      url: at(farewell),
      show: async (page) => {
        await page.getByRole('button', { name: 'Yes' }).click();
        await page.getByRole('button', { name: 'Start again' }).waitFor();
      },
    },
    'chat-closed': { url: async () => closed(places()), show: said('Back on Monday') },
    'chat-failure': {
      url: async () => siteOf(places(), 'no-such-bot'),
      show: async (page) => page.getByRole('alert').filter({ hasText: /./ }).waitFor(),
    },
  };
}

/** Scenes with the parts of vendors, whose scripts `standIn` replaces. */
function vendorParts(places: () => Places): Readonly<Record<string, Scene>> {
  return {
    payment: {
      url: async () => shop(places()),
      show: async (page) => page.getByText('Pay').waitFor(),
    },
    'custom-embed': {
      url: async () => {
        const { rest } = places();
        const options = { action: 'Book event', link: 'ada/30min' };
        const flow = {
          settings,
          groups: { Start: [say('When shall we call?'), { type: 'cal-com', options }] },
        };
        const { publicId } = await makePublished(rest, botOf(flow));
        return siteOf(places(), publicId);
      },
      show: said('Thursday'),
    },
  };
}

/** A page of another site that contains only a chat, and allows the code of the bot to run. */
async function siteOf({ server, siteWith }: Places, bot: string): Promise<string> {
  const style =
    ':root { color-scheme: light dark } body { margin: 0 } parley-chat { height: 100vh }';
  return siteWith(`<meta name="viewport" content="width=device-width"><style>${style}</style>
    <parley-chat bot="${bot}"></parley-chat>${widgetScript(server)}`);
}

const said = (text: string) => async (page: Page) => page.getByText(text).first().waitFor();

async function meetAgent(page: Page, { rest }: Places): Promise<void> {
  await page.getByRole('button', { name: 'Something else' }).click();
  await page.getByRole('textbox').waitFor();
  const { sessionId } = await chatIn({ page });
  await bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));
  await bodyOf(
    rest.postAgentMessage({ sessionId, text: 'Hello, this is Eve. I have your order here.' }),
  );
  await page.getByText('this is Eve').waitFor();
  await page.getByRole('textbox').fill('Can it come on Friday?');
  await page.keyboard.press('Enter');
  await bodyOf(rest.postAgentMessage({ sessionId, text: 'It can. I have changed that.' }));
  await page.getByText('I have changed that').waitFor();
}

async function loseNetwork(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'A delivery' }).click();
  await page.getByRole('textbox').fill('20413');
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await page.getByText('No connection').waitFor();
}

async function closed({ server, rest }: Places): Promise<string> {
  const systemMessages = { botClosed: 'We are closed. Back on Monday at nine.' };
  const flow = { groups: { Start: [say('Hello'), ask('text input')] } };
  const bot = botOf(flow, { settings: { ...settings, general: { systemMessages } } });
  const { botId, publicId } = await makePublished(rest, bot);
  await bodyOf(rest.updateBot({ botId, bot: { isClosed: true } }));
  return `${server}/${publicId}`;
}

async function shop({ server, rest }: Places): Promise<string> {
  const workspaceId = await makeWorkspace(rest);
  const live = { secretKey: 'sk_live_canary', publicKey: 'pk_live' };
  const credentials = { type: 'stripe', name: 'Ours', data: { live, test: {} } };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  const options = { amount: '24', currency: 'EUR', credentialsId };
  const bot = botOf({
    settings,
    groups: { Start: [say('That makes 24 €.'), ask('payment input', undefined, options)] },
  });
  return `${server}/${(await publishIn(rest, workspaceId, bot)).publicId}`;
}
