import { expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { send, settings, shownIn, useChats } from '../support/chatsInBrowser.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser } from '../support/useBrowser.js';

describeInBrowser('a chat in a browser', () => {
  const app = useApp({
    SECRET_KEY: 'the-key-of-the-server-of-this-test',
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
  });
  const model = useModel();
  const rest = restOf(app);
  const { open, openContext, openPublished, chatIn, logOf } = useChats(app);

  test('that is loaded ten times while it starts is one chat, with the variables of its address', async () => {
    const greeting: FlowSketch = {
      variables: { Name: null },
      groups: { Start: [say('Hello {{Name}}'), ask('text input')] },
    };
    const { botId, publicId } = await makePublished(rest, botOf(greeting, { settings }));
    const page = await (await openContext()).newPage();
    // Another program uses the same storage key for something else.
    const name = `parley:${new URL(app().url).host}/${publicId}`;
    await page.addInitScript(
      `sessionStorage['${name}'] ??= '{"sessionId":"1","bot":null,"unsent":[null]}'`,
    );
    // The server accepts the request, but its response never arrives.
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

  test('accepts an answer in one of two tabs only for the question that this tab shows', async () => {
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

  /** Publishes a bot that calls a model twice: by the current block, and by the classic one. */
  async function publishAsker() {
    const workspaceId = await makeWorkspace(rest);
    const data = { apiKey: 'sk-canary', baseUrl: model.url() };
    const credentials = { type: 'openai', name: 'Ours', data };
    const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
    const asked = {
      credentialsId,
      model: 'small',
      messages: [{ id: '1', role: 'user', content: '{{Asked}}' }],
    };
    const today = {
      ...asked,
      action: 'Create chat completion',
      responseMapping: [{ item: 'Message content', variableId: 'vOne' }],
    };
    const old = {
      ...asked,
      task: 'Create chat completion',
      responseMapping: [{ id: '1', valueToExtract: 'Message content', variableId: 'vTwo' }],
    };
    const blocks = [
      ...[ask('text input', 'Asked'), { type: 'openai', options: today }, say('{{One}}')],
      ...[ask('text input', 'Asked'), { type: 'OpenAI', options: old }, say('{{Two}}')],
      ask('text input'),
    ];
    const variables = { Asked: null, One: null, Two: null };
    const bot = botOf({ variables, groups: { Start: blocks } }, { settings });
    const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
    const { publicId } = await bodyOf(rest.publishBot({ botId: made.id }));
    return { botId: made.id, publicId };
  }

  test('whose connection is cut while a model answers shows the answer as it comes, and once', async () => {
    const opened = await openPublished(await publishAsker());
    const { page, proxy } = opened;
    const streamed = page.locator('.bot-streamed');
    const whole = page.locator('.bot-host-bubble:not(.bot-streamed)');
    const expected: string[] = [];
    for (const question of ['Why is it blue?', 'Why is it dark?']) {
      await send(page, question);
      const { say: speak, end } = await model.next();
      speak('Because');
      await streamed.getByText('Because').waitFor();
      proxy.cut();
      speak(' of');
      await streamed.getByText('Because of').waitFor();
      await page.reload();
      await streamed.getByText('Because of').waitFor();
      speak(' light');
      proxy.cut();
      end();
      await whole
        .getByText('Because of light')
        .nth(expected.length / 2)
        .waitFor();
      expected.push(question, 'Because of light');
      expect(await shownIn(page)).toEqual(expected);
    }
    expect(await logOf(opened)).toEqual(expected);
    expect(model.count()).toBe(2);
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
    // The server has been updated: its files have other names, and the old ones are gone.
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
