import type { Page } from 'playwright-core';
import { botOf } from './botOf.js';
import { chatIn } from './chatsInBrowser.js';
import { ask, say } from './flowOf.js';
import { farewell, helper, helloFromRight, settings } from './pictureBots.js';
import type { Places, Scene } from './pictureScenes.js';
import { bodyOf } from './transports.js';
import { makePublished, makeWorkspace } from './useApp.js';

/** What a chat may come to, apart from its usual way. */
export function states(places: () => Places): Readonly<Record<string, Scene>> {
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

/** Those that need parts of vendors, whose scripts stand-ins take the place of. */
export function vendorParts(places: () => Places): Readonly<Record<string, Scene>> {
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

/** A site of somebody else that is a chat, whose code may run there. */
async function siteOf({ server, siteWith }: Places, bot: string): Promise<string> {
  const style =
    ':root { color-scheme: light dark } body { margin: 0 } parley-chat { height: 100vh }';
  return siteWith(`<meta name="viewport" content="width=device-width"><style>${style}</style>
    <parley-chat bot="${bot}"></parley-chat><script type="module" src="${server}/embed.js"></script>`);
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
  const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
  return `${server}/${(await bodyOf(rest.publishBot({ botId: made.id }))).publicId}`;
}
