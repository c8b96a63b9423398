import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { botOf } from '../support/botOf.js';
import { settings } from '../support/chatsInBrowser.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { TOKEN } from '../support/app.js';
import { holdTimers, releaseTimers } from '../support/heldTimers.js';
import { recordAt } from '../support/parts.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { useServer } from '../support/useServer.js';
import { widgetScript } from '../support/widgetHtml.js';

/** The places of a chat. */
type Place = 'page of the server' | 'site' | 'front page';

interface OpenedChat {
  readonly page: Page;
  readonly botId: string;
  readonly sessionId: string;
  /** Undefined for a preview. */
  readonly resultId: unknown;
}

describeInBrowser('an action of a flow', () => {
  const app = useApp();
  const { open, openContext, siteWith } = useBrowser();
  /** The cookies of requests that flows sent to other services. */
  const cookies: (string | undefined)[] = [];
  const outsideUrl = useServer(({ headers, method, url }, response) => {
    if (url === '/city') cookies.push(headers.cookie);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('content-type', 'application/json');
    response.end(method === 'OPTIONS' ? '' : '{"city":"Turin"}');
  });

  const variables = { X: null, Name: 'Ada' };

  async function publish(blocks: readonly BlockSketch[], members: object = {}) {
    const flow = { variables, groups: { Start: blocks } };
    return makePublished(restOf(app), botOf(flow, { settings, ...members }));
  }

  /** Opens a chat with these blocks: on the server's own page, or in a site, where code of the bot runs in the page. */
  async function chatOf(place: 'frame' | 'page', blocks: readonly BlockSketch[], members = {}) {
    const { publicId } = await publish(blocks, members);
    if (place === 'frame') return open(`${app().url}/${publicId}`);
    return open(await siteWith(widgetScript(app().url, `data-bot="${publicId}"`)));
  }

  const run = (content: string): BlockSketch => ({ type: 'Code', options: { content } });
  const compute = (expressionToEvaluate: string): BlockSketch => ({
    type: 'Set variable',
    options: { variableId: 'vX', expressionToEvaluate, isExecutedOnClient: true, isCode: true },
  });

  const to = (url: string, isNewTab = false): BlockSketch => ({
    type: 'Redirect',
    options: { url, isNewTab },
  });

  async function said(page: Page): Promise<string[]> {
    const lines = (await page.locator('.bot-log').innerText()).split('\n');
    return lines.filter((line) => line !== '');
  }

  /** Opens a chat with a bot on its own page, in a site, or as a preview on the front page. */
  async function openIn(place: Place, bot: object): Promise<OpenedChat> {
    const { botId, publicId } = await makePublished(restOf(app), bot);
    const context = await openContext();
    // Cookies ignore ports, so if any cookie is sent, this one is also sent to the other server.
    await context.addCookies([{ name: 'canary', value: '1', url: app().url }]);
    const address = {
      'page of the server': async () => `${app().url}/${publicId}`,
      site: async () => siteWith(widgetScript(app().url, `data-bot="${publicId}"`)),
      'front page': async () => app().url,
    };
    const page = await context.newPage();
    const started = page.waitForResponse('**/startChat');
    await page.goto(await address[place]());
    if (place === 'front page') {
      const pasted = JSON.stringify({ ...bot, version: '6' });
      await page.getByRole('textbox', { name: 'An exported bot' }).fill(pasted);
    }
    const { sessionId, resultId } = recordAt(await (await started).json());
    return { page, botId, sessionId: String(sessionId), resultId };
  }

  /** Calls the webhook block at which a chat waits; the preview of a stranger can only be called by its own page. */
  async function callWebhook({ botId, sessionId, resultId }: OpenedChat, blockId: string) {
    if (resultId === undefined) return bodyOf(restOf(app).continueChat({ sessionId }));
    const path = `bots/${botId}/blocks/${blockId}/results/${String(resultId)}/executeWebhook`;
    return fetch(`${app().url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: '{}',
    });
  }

  test.each(['page of the server', 'site', 'front page'] as const)(
    'of each kind is done in its turn: on a %s',
    async (place) => {
      const flow = {
        variables,
        groups: {
          Start: [
            compute('return { n: {{Name}}.length + 1 }'),
            say('Got {{X}}'),
            compute('const a = []; a.push(a); return a'),
            say('cycle "{{X}}"'),
            compute('throw new Error("no")'),
            say('thrown'),
            run('document.title = "Changed"'),
            { type: 'Wait', options: { secondsToWaitFor: '0.2', shouldPause: true } },
            say('waited'),
            {
              type: 'Webhook',
              options: {
                isExecutedOnClient: true,
                webhook: { id: 'w', url: `${outsideUrl()}/city`, method: 'GET' },
                responseVariableMapping: [{ id: '1', variableId: 'vX', bodyPath: 'data.city' }],
              },
            },
            say('city {{X}}'),
            { id: 'called', type: 'webhook' },
            say('called'),
            to(`${outsideUrl()}/beside`, true),
            say('beside'),
            ask('text input'),
            to(`${outsideUrl()}/landed`),
          ],
        },
      };
      const bot = botOf(flow, { settings });
      const chat = await openIn(place, bot);
      const { page } = chat;
      await page.getByText('city Turin').waitFor();
      const opened = page.waitForEvent('popup');
      // The page checks before it waits, and the call may come between the two.
      await callWebhook(chat, 'called');
      await (await opened).waitForURL(`${outsideUrl()}/beside`);
      expect(await (await opened).evaluate('opener')).toBeNull();
      await page.getByText('beside').waitFor();
      expect(await said(page)).toEqual([
        ...['Got {"n":4}', 'cycle "{"n":4}"', 'thrown', 'waited', 'city Turin', 'called', 'beside'],
      ]);
      expect((await page.title()) === 'Changed').toBe(place === 'site');
      await page.locator('parley-chat').getByRole('textbox').fill('go');
      await page.locator('parley-chat').getByRole('button', { name: 'Send' }).click();
      await page.waitForURL(`${outsideUrl()}/landed`);
      expect(cookies.splice(0)).toEqual([undefined]);
    },
  );

  test('that is a script runs in a site, and reaches nothing of the page of the server', async () => {
    const script = run('document.title = {{Name}}');
    const { page } = await chatOf('page', [script, say('Done')]);
    await page.getByText('Done').waitFor();
    expect(await page.title()).toBe('Ada');
    const probe = (code: string): string =>
      `try { return String(${code}) } catch (error) { return error.name }`;
    const own = await chatOf('frame', [
      compute(probe('document.cookie')),
      say('cookie {{X}}'),
      compute(probe('localStorage.length')),
      say('storage {{X}}'),
      compute(probe('parent.document.title')),
      say('parent {{X}}'),
      compute(probe('parent.parleySecret')),
      say('global {{X}}'),
      compute('return `is ${self.origin}`'),
      say('origin {{X}}'),
      compute(probe('(top.location = "https://example.com/", "left")')),
      say('leaving {{X}}'),
      compute(
        'return fetch("/graphql", { credentials: "include" }).then(() => "read", () => "refused")',
      ),
      say('request {{X}}'),
    ]);
    await own.page.getByText('request').waitFor();
    expect(await said(own.page)).toEqual([
      'cookie SecurityError',
      'storage SecurityError',
      'parent SecurityError',
      'global SecurityError',
      'origin is null',
      'leaving SecurityError',
      'request refused',
    ]);
    expect(own.page.url()).toContain(app().url);
  });

  test('that never ends does not stop the chat', async () => {
    const endless = ['while (true) {}', 'await new Promise(() => {})'];
    const goesOn = endless.map(async (code) => {
      const { publicId } = await publish([run(`console.info('begun'); ${code}`), say('On we go')]);
      const context = await openContext();
      await holdTimers(context, 10_000);
      const page = await context.newPage();
      const begun = page.waitForEvent('console', (one) => one.text() === 'begun');
      await Promise.all([begun, page.goto(`${app().url}/${publicId}`)]);
      await releaseTimers(page);
      await page.getByText('On we go').waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
    });
    await Promise.all(goesOn);
  });

  test('that waits keeps the order, and goes on after a reload', async () => {
    const wait = (shouldPause: boolean): BlockSketch => ({
      type: 'Wait',
      options: { secondsToWaitFor: '7', shouldPause },
    });
    const { publicId } = await publish([
      ...[say('One'), wait(false), say('Two'), wait(true), say('Three'), ask('text input')],
    ]);
    const context = await openContext();
    await holdTimers(context, 7_000);
    const { page } = await open(`${app().url}/${publicId}`, { context });
    await page.getByText('One').waitFor();
    expect(await page.getByText('Two').count()).toBe(0);
    await releaseTimers(page);
    await page.getByText('Two').waitFor();
    expect(await page.getByText('Three').count()).toBe(0);
    await page.reload();
    await releaseTimers(page);
    await page.getByText('Three').waitFor();
    expect(await said(page)).toEqual(['One', 'Two', 'Three']);
  });

  test('that redirects refuses code', async () => {
    const { page } = await chatOf('page', [to('javascript:document.title="hacked"'), say('Here')]);
    await page.getByText('Here').waitFor();
    expect(await page.title()).toBe('');
  });

  test('that redirects to a new tab which the browser blocks offers a link', async () => {
    const blocked = to(`${outsideUrl()}/blocked`, true);
    const { publicId } = await publish([say('First'), ask('text input'), blocked, say('Offered')]);
    const { page } = await open(`${app().url}/${publicId}`);
    await page.evaluate('window.open = () => null');
    await page.getByRole('textbox').fill('go');
    await page.keyboard.press('Enter');
    await page.getByText('Offered').waitFor();
    const link = page.getByRole('link', { name: 'Open the page' });
    expect(await link.getAttribute('href')).toBe(`${outsideUrl()}/blocked`);
  });

  test('that calls the server at which its visitor is signed in does so without their cookie', async () => {
    const body = JSON.stringify({ query: '{ viewer { id } }' });
    const request: BlockSketch = {
      type: 'Webhook',
      options: {
        isExecutedOnClient: true,
        isCustomBody: true,
        webhook: { id: 'w', url: `${app().url}/graphql`, method: 'POST', body },
      },
    };
    const { publicId } = await publish([ask('text input'), request, say('Asked')]);
    const { page } = await open(`${app().url}/${publicId}`);
    await page.context().addCookies([{ name: 'parley_session', value: 'mine', url: app().url }]);
    const asked = page.waitForRequest(`${app().url}/graphql`);
    await page.getByRole('textbox').fill('go');
    await page.keyboard.press('Enter');
    expect((await (await asked).allHeaders())['cookie']).toBeUndefined();
    await page.getByText('Asked').waitFor();
  });

  test('that loads the analytics tools of a bot adds them once in a page, and again after a reload', async () => {
    const customHeadCode = '<script>window.heads = (window.heads ?? 0) + 1</script>';
    const metadata = { customHeadCode };
    const members = { settings: { metadata } };
    const { publicId } = await publish([say('Ready'), ask('text input')], members);
    const one = `<parley-chat bot="${publicId}"></parley-chat>`;
    const { page } = await open(await siteWith(one + one + widgetScript(app().url)));
    await page.getByText('Ready').nth(1).waitFor();
    expect(await page.evaluate('heads')).toBe(1);
    await page.reload();
    await page.getByText('Ready').nth(1).waitFor();
    expect(await page.evaluate('heads')).toBe(1);
    const own = await open(`${app().url}/${publicId}`);
    await own.page.getByText('Ready').waitFor();
    expect(await own.page.evaluate('typeof heads')).toBe('undefined');
  });
});
