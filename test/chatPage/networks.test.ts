import { expect, test } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { botOf, parrot } from '../support/botOf.js';
import { startChildServer } from '../support/childServer.js';
import { openCuttingProxy, type CuttingProxy } from '../support/cuttingProxy.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { textAt } from '../support/parts.js';
import { bodyOf } from '../support/transports.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

/** No message waits for the time that somebody would need to write it. */
const settings = { typingEmulation: { enabled: false } };

/** A chat in a browser whose network leads through a proxy. */
interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly proxy: CuttingProxy;
  readonly botId: string;
}

describeInBrowser('a chat in a browser with a bad network', () => {
  const key = { SECRET_KEY: 'the-key-of-both-servers-of-this-test' };
  const app = useApp(key);
  const rest = restOf(app);
  const browser = useBrowser();

  async function open(flow: FlowSketch = parrot, target = app().url): Promise<Opened> {
    const { botId, publicId } = await makePublished(rest, botOf(flow, { settings }));
    const proxy = await openCuttingProxy(target, () => undefined);
    const context = await browser.openContext({ viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${proxy.url}/${publicId}`);
    return { page, context, proxy, botId };
  }

  /** The ids of the chat that a page shows, as the tab remembers them. */
  async function chatIn({ page }: Opened) {
    const kept: unknown = await page.evaluate(
      `JSON.parse(Object.entries(sessionStorage).find(([key]) => key.startsWith('parley:'))[1])`,
    );
    return { sessionId: textAt(kept, 'sessionId'), resultId: textAt(kept, 'resultId') };
  }

  /** What was said in the only chat of a bot, as the server knows it. */
  async function logOf(opened: Opened): Promise<string[]> {
    const { botId } = opened;
    const { sessionId, resultId } = await chatIn(opened);
    const { results } = await bodyOf(rest.listResults({ botId, timeFilter: 'allTime' }));
    expect(results.map((result) => result.id)).toEqual([resultId]);
    const { events } = await bodyOf(rest.readEvents({ sessionId }));
    return events.flatMap((event) => {
      if (event['kind'] === 'heard') return [textAt(event, 'text')];
      if (event['kind'] !== 'message') return [];
      return [textAt(event, 'message.content.plainText')];
    });
  }

  async function send(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox').fill(text);
    await page.keyboard.press('Enter');
  }

  test('that is cut 50 times shows everything once and in order', async () => {
    const opened = await open();
    const { page, proxy } = opened;
    const random = randomFrom(15);
    const expected = ['Say something'];
    for (let count = 1; count <= 25; count += 1) {
      const text = `Message ${count}`;
      const cuts = [random() * 40, 40 + random() * 80].map((after) => soon(after, proxy.cut));
      await send(page, text);
      await Promise.all(cuts);
      await page.getByText(`You said ${text}`, { exact: true }).waitFor();
      expected.push(text, `You said ${text}`);
    }
    expect(await shownIn(page)).toEqual(expected);
    expect(await logOf(opened)).toEqual(expected);
  });

  test('shows what is sent without a network at once, and sends it as soon as there is one', async () => {
    const opened = await open();
    const { page, context } = opened;
    await page.getByText('Say something').waitFor();
    await context.setOffline(true);
    await page.getByText('No connection.').waitFor();
    await send(page, 'Hello');
    await page.locator('.bot-pending').getByText('Hello').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await context.setOffline(false);
    await page.getByText('You said Hello').waitFor();
    expect(await page.locator('.bot-pending').count()).toBe(0);
    expect(await shownIn(page)).toEqual(['Say something', 'Hello', 'You said Hello']);
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });

  test('sends once what was on its way when the page was loaded again', async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByText('Say something').waitFor();
    // The server takes it, and its answer never arrives.
    await page.route('**/continueChat', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route('**/events?*', (route) => route.abort());
    await send(page, 'Hello');
    await page.waitForRequest('**/continueChat');
    await page.reload();
    await page.locator('.bot-pending').getByText('Hello').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByText('You said Hello').waitFor();
    expect(await shownIn(page)).toEqual(['Say something', 'Hello', 'You said Hello']);
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });

  test('in two tabs is the same chat in both, whose actions run once', async () => {
    const inPage = { isExecutedOnClient: true, isCode: true, expressionToEvaluate: 'return 7' };
    const counted = { type: 'Set variable', options: { variableId: 'vCount', ...inPage } };
    const opened = await open({
      variables: { Name: null, Count: null },
      groups: {
        Start: [
          say('Your name?'),
          ask('text input', 'Name'),
          counted,
          say('Hi {{Name}}, {{Count}}'),
          ask('text input'),
        ],
      },
    });
    const { page, context } = opened;
    await page.getByText('Your name?').waitFor();
    const [twin] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate('void window.open(location.href)'),
    ]);
    await twin.getByText('Your name?').waitFor();
    let outcomes = 0;
    for (const tab of [page, twin]) {
      tab.on('request', (sent) => {
        if (sent.url().endsWith('/continueChat') && !sent.postData()?.includes('Ada'))
          outcomes += 1;
      });
    }
    await send(twin, 'Ada');
    for (const tab of [page, twin]) await tab.getByText('Hi Ada, 7').waitFor();
    expect(await shownIn(page)).toEqual(['Your name?', 'Ada', 'Hi Ada, 7']);
    expect(await shownIn(twin)).toEqual(await shownIn(page));
    expect(await logOf(opened)).toEqual(await shownIn(page));
    expect(outcomes).toBe(1);
  });

  test('that is loaded ten times while it starts is one chat, with the variables of its address', async () => {
    const greeting: FlowSketch = {
      variables: { Name: null },
      groups: { Start: [say('Hello {{Name}}'), ask('text input')] },
    };
    const { botId, publicId } = await makePublished(rest, botOf(greeting, { settings }));
    const page = await (await browser.openContext()).newPage();
    // The server takes it, and its answer never arrives.
    await page.route('**/startChat', async (route) => {
      await route.fetch().catch(() => undefined);
      await route.abort().catch(() => undefined);
    });
    const started = async (): Promise<unknown> => page.waitForRequest('**/startChat');
    await Promise.all([started(), page.goto(`${app().url}/${publicId}?Name=Ada`)]);
    expect(page.url()).not.toContain('Ada');
    for (let count = 1; count < 10; count += 1) await Promise.all([started(), page.reload()]);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText('Hello Ada').waitFor();
    const { results } = await bodyOf(rest.listResults({ botId, timeFilter: 'allTime' }));
    expect(results).toHaveLength(1);
  });

  test('takes an answer in one of two tabs only as an answer to the question that it shows', async () => {
    const opened = await open();
    const { page, context } = opened;
    await page.getByText('Say something').waitFor();
    const [twin] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate('void window.open(location.href)'),
    ]);
    await twin.getByText('Say something').waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await twin.route('**/continueChat', async (route) => {
      await held;
      await route.continue();
    });
    await send(twin, 'Two');
    await send(page, 'One');
    await page.getByText('You said One').waitFor();
    release();
    await twin.getByRole('alert').getByText('“Two”').waitFor();
    const expected = ['Say something', 'One', 'You said One'];
    expect(await shownIn(twin)).toEqual(expected);
    await send(twin, 'Three');
    for (const tab of [page, twin]) await tab.getByText('You said Three').waitFor();
    expect(await twin.getByText('“Two”').count()).toBe(0);
    expect(await shownIn(twin)).toEqual([...expected, 'Three', 'You said Three']);
    expect(await logOf(opened)).toEqual(await shownIn(twin));
  });

  test('sends an answer again when a person has said something in between', async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByText('Say something').waitFor();
    const { sessionId } = await chatIn(opened);
    let isFirst = true;
    await page.route('**/continueChat', async (route) => {
      if (isFirst) await bodyOf(rest.postAgentMessage({ sessionId, text: 'By the way' }));
      isFirst = false;
      await route.continue();
    });
    await send(page, 'Hello');
    await page.getByText('You said Hello').waitFor();
    expect(await shownIn(page)).toEqual(['Say something', 'By the way', 'Hello', 'You said Hello']);
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });

  test('loads a part of itself again, also from a newer server', async () => {
    const opened = await open({
      variables: { Grade: null },
      groups: { Start: [say('How was it?'), ask('rating input', 'Grade'), say('{{Grade}}!')] },
    });
    const { page } = opened;
    const part = '**/parts/RatingInput*';
    await page.route(part, (route) => route.abort());
    await page.reload();
    await page.getByRole('status').getByText('No connection.').waitFor();
    await page.unroute(part);
    await page.getByRole('button', { name: '7' }).waitFor();
    // The server has been replaced: the files have other names, and the old ones are gone.
    await page.route(part, (route) => route.fulfill({ status: 404 }));
    await page.reload();
    await page.getByRole('status').getByText('No connection.').waitFor();
    await page.route('**/newer/*', async (route) => {
      await route.continue({ url: route.request().url().replace('/newer/', '/parts/') });
    });
    await page.route('**/embed.js?loaded=*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('./parts/', './newer/');
      await route.fulfill({ response, body });
    });
    await page.getByRole('button', { name: '7' }).click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('7!').waitFor();
    expect(await shownIn(page)).toEqual(['How was it?', '7', '7!']);
  });

  test('goes on after a reload in the middle of a wait', async () => {
    const wait = { type: 'Wait', options: { secondsToWaitFor: '2' } };
    const opened = await open({
      groups: { Start: [say('One moment'), wait, say('There'), ask('text input')] },
    });
    const { page } = opened;
    await page.getByText('One moment').waitFor();
    await page.reload();
    await page.getByText('There').waitFor();
    expect(await shownIn(page)).toEqual(['One moment', 'There']);
  });

  test('that was asleep shows what happened meanwhile', async () => {
    const opened = await open();
    const { page, context, proxy } = opened;
    await page.getByText('Say something').waitFor();
    const chat = await chatIn(opened);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    await bodyOf(rest.continueChat({ sessionId: chat.sessionId, message: 'Elsewhere' }));
    proxy.cut();
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await page.getByText('You said Elsewhere').waitFor();
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });

  test('goes on at the other server when the one that it was led to is killed', async () => {
    const child = await startChildServer(`${app().dataDir}/child`, {
      ...key,
      DATABASE_URL: app().databaseUrl,
      RATE_LIMITS: 'off',
    });
    const opened = await open(parrot, child.url);
    const { page, proxy } = opened;
    await send(page, 'Before');
    await page.getByText('You said Before').waitFor();
    const killed = child.end('SIGKILL');
    await send(page, 'Meanwhile');
    await killed;
    proxy.leadTo(app().url);
    await page.getByText('You said Meanwhile').waitFor();
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });

  test('lets the visitor write to a person who has taken over, and then to the bot again', async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByText('Say something').waitFor();
    const chat = await chatIn(opened);
    const sessionId = chat.sessionId;
    await page.getByRole('textbox').fill('Half a senten');
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'One moment' }));
    await page.getByText('One moment').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('Half a senten');
    await bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'I am Eve' }));
    await page.getByText('I am Eve').waitFor();
    for (const text of ['Hello Eve', 'Are you there?']) {
      await send(page, text);
      await page.locator('.bot-guest-bubble:not(.bot-pending)').getByText(text).waitFor();
    }
    await bodyOf(rest.setStatus({ sessionId, status: 'OPEN' }));
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'Goodbye' }));
    await page.getByText('Goodbye').waitFor();
    await send(page, 'Bot?');
    await page.getByText('You said Bot?').waitFor();
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });

  test('says that a chat is over which was deleted, and starts another', async () => {
    const opened = await open();
    const { page, botId } = opened;
    await page.getByText('Say something').waitFor();
    const chat = await chatIn(opened);
    await bodyOf(rest.deleteResults({ botId, resultIds: [chat.resultId] }));
    await send(page, 'Hello');
    await page.getByRole('alert').getByText('The conversation has ended.').waitFor();
    await page.getByRole('button', { name: 'Start again' }).click();
    await send(page, 'Anew');
    await page.getByText('You said Anew').waitFor();
    expect(await shownIn(page)).toEqual(['Say something', 'Anew', 'You said Anew']);
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });

  test('starts anew where the server has lost the chat that the browser remembers', async () => {
    const opened = await open();
    const { page, botId } = opened;
    await page.getByText('Say something').waitFor();
    const chat = await chatIn(opened);
    await bodyOf(rest.deleteResults({ botId, resultIds: [chat.resultId] }));
    await page.reload();
    await page.getByText('Say something').waitFor();
    await send(page, 'Anew');
    await page.getByText('You said Anew').waitFor();
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });

  test('takes back what the server refuses, says why, and asks again', async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByText('Say something').waitFor();
    await send(page, 'x'.repeat(300_000));
    await page.locator('[role=alert]:not(:empty)').waitFor();
    await send(page, 'Shorter');
    await page.getByText('You said Shorter').waitFor();
    expect(await shownIn(page)).toEqual(['Say something', 'Shorter', 'You said Shorter']);
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });
});

/** What a page shows of a chat, a line for each. */
async function shownIn(page: Page): Promise<string[]> {
  return page.locator('.bot-guest-bubble, .bot-host-bubble:not(.bot-typing)').allInnerTexts();
}

async function soon(milliseconds: number, act: () => void): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  act();
}

/** The same numbers from 0 to 1 for the same seed: a linear congruential generator with the figures of Numerical Recipes. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}
