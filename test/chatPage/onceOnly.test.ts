import { expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { send, settings, shownIn, useChats } from '../support/chatsInBrowser.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser } from '../support/useBrowser.js';

describeInBrowser('a chat in a browser', () => {
  const app = useApp();
  const rest = restOf(app);
  const { open, openContext, chatIn, logOf } = useChats(app);

  test('that is loaded ten times while it starts is one chat, with the variables of its address', async () => {
    const greeting: FlowSketch = {
      variables: { Name: null },
      groups: { Start: [say('Hello {{Name}}'), ask('text input')] },
    };
    const { botId, publicId } = await makePublished(rest, botOf(greeting, { settings }));
    const page = await (await openContext()).newPage();
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
});
