import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { botOf } from '../support/botOf.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { TOKEN } from '../support/app.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { useServer } from '../support/useServer.js';
import { widgetScript } from '../support/widgetHtml.js';

describeInBrowser('an action of a flow', () => {
  const app = useApp();
  const { open, siteWith } = useBrowser();
  /** The cookies that requests to the outside carried. */
  const cookies: (string | undefined)[] = [];
  const outsideUrl = useServer(({ headers, method }, response) => {
    cookies.push(headers.cookie);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('content-type', 'application/json');
    response.end(method === 'OPTIONS' ? '' : '{"city":"Turin"}');
  });

  const variables = { X: null, Name: 'Ada' };

  async function publish(blocks: readonly BlockSketch[], members: object = {}) {
    return makePublished(restOf(app), botOf({ variables, groups: { Start: blocks } }, members));
  }

  /** A chat of these blocks: on the server's own page, or in a site, where code of the bot runs in the page. */
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

  async function said(page: Page): Promise<string[]> {
    const lines = (await page.locator('.bot-log').innerText()).split('\n');
    return lines.filter((line) => line !== '');
  }

  test.each(['page', 'frame'] as const)('that sets a variable is answered (%s)', async (place) => {
    const { page } = await chatOf(place, [
      compute('return { n: {{Name}}.length + 1 }'),
      say('Got {{X}}'),
      compute('return 2 * 21'),
      say('and {{X}}'),
      compute('const a = []; a.push(a); return a'),
      say('cycle "{{X}}"'),
      compute('throw new Error("no")'),
      say('thrown'),
      ask('text input'),
    ]);
    await page.getByText('thrown').waitFor();
    expect(await said(page)).toEqual(['Got {"n":4}', 'and 42', 'cycle "42"', 'thrown']);
  });

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

  test('that never ends does not hold the chat', async () => {
    const endless = ['while (true) {}', 'await new Promise(() => {})'];
    const chats = endless.map(async (code) => chatOf('frame', [run(code), say('On we go')]));
    for (const { page } of await Promise.all(chats)) {
      await page.getByText('On we go').waitFor();
      expect(await page.locator('iframe').count()).toBe(0);
    }
  });

  test('that waits keeps the order, and goes on after a reload', async () => {
    const wait = (shouldPause: boolean): BlockSketch => ({
      type: 'Wait',
      options: { secondsToWaitFor: '2', shouldPause },
    });
    const { page } = await chatOf('frame', [
      say('One'),
      wait(false),
      say('Two'),
      wait(true),
      say('Three'),
      ask('text input'),
    ]);
    await page.getByText('One').waitFor();
    expect(await page.getByText('Two').count()).toBe(0);
    await page.getByText('Two').waitFor();
    expect(await page.getByText('Three').count()).toBe(0);
    await page.reload();
    await page.getByText('Three').waitFor();
    expect(await said(page)).toEqual(['One', 'Two', 'Three']);
  });

  test('that redirects opens the page, and refuses code', async () => {
    const to = (url: string, isNewTab = false): BlockSketch => ({
      type: 'Redirect',
      options: { url, isNewTab },
    });
    const { page } = await chatOf('page', [to('javascript:document.title="hacked"'), say('Here')]);
    await page.getByText('Here').waitFor();
    expect(await page.title()).toBe('');
    const away = await chatOf('frame', [to(`${outsideUrl()}/landed`), say('Gone')]);
    await away.page.waitForURL(`${outsideUrl()}/landed`);
    const beside = await chatOf('frame', [to(`${outsideUrl()}/beside`, true), say('Still here')]);
    await beside.page.getByText('Still here').waitFor();
    const [opened] = beside.page.context().pages().slice(1);
    await opened?.waitForURL(`${outsideUrl()}/beside`);
    expect(await opened?.evaluate('opener')).toBeNull();
  });

  test('that redirects to a new tab which the browser blocks offers a link', async () => {
    const to = { type: 'Redirect', options: { url: `${outsideUrl()}/blocked`, isNewTab: true } };
    const { publicId } = await publish([say('First'), ask('text input'), to, say('Offered')]);
    const { page } = await open(`${app().url}/${publicId}`);
    await page.evaluate('window.open = () => null');
    await page.getByRole('textbox').fill('go');
    await page.keyboard.press('Enter');
    await page.getByText('Offered').waitFor();
    const link = page.getByRole('link', { name: 'Open the page' });
    expect(await link.getAttribute('href')).toBe(`${outsideUrl()}/blocked`);
  });

  test('that sends a request from the page maps the response, without the cookies of the server', async () => {
    const request: BlockSketch = {
      type: 'Webhook',
      options: {
        isExecutedOnClient: true,
        webhook: { id: 'w', url: `${outsideUrl()}/city`, method: 'GET' },
        responseVariableMapping: [{ id: '1', variableId: 'vX', bodyPath: 'data.city' }],
      },
    };
    const { publicId } = await publish([ask('text input'), request, say('City {{X}}')]);
    const { page } = await open(`${app().url}/${publicId}`);
    // Cookies do not know ports, so this is sent to the other server as well, if any is.
    await page.context().addCookies([{ name: 'canary', value: '1', url: app().url }]);
    await page.getByRole('textbox').fill('go');
    await page.keyboard.press('Enter');
    await page.getByText('City Turin').waitFor();
    expect(cookies.filter((cookie) => cookie?.includes('canary'))).toEqual([]);
  });

  test('that asks the server where people sign in does so as nobody', async () => {
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

  test('that waits for a call goes on when it comes', async () => {
    const made = await publish([say('Waiting'), { type: 'webhook' }, say('Called')]);
    const { page } = await open(`${app().url}/${made.publicId}`);
    await page.getByText('Waiting').waitFor();
    const { results } = await bodyOf(restOf(app).listResults({ botId: made.botId }));
    const path = `bots/${made.botId}/blocks/Start.2/results/${results[0]?.id}/executeWebhook`;
    await fetch(`${app().url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
      body: '{}',
    });
    await page.getByText('Called').waitFor();
  });

  test('that loads the tools of a bot adds them once a page, and after a reload again', async () => {
    const customHeadCode = '<script>window.heads = (window.heads ?? 0) + 1</script>';
    const settings = { metadata: { customHeadCode } };
    const { publicId } = await publish([say('Ready'), ask('text input')], { settings });
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
