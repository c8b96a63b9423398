import { expect, test } from '@jest/globals';
import { parrot } from '../support/botOf.js';
import { send, shownIn, useChats } from '../support/chatsInBrowser.js';
import { startChildServer } from '../support/childServer.js';
import { ask, say } from '../support/flowOf.js';
import { bodyOf } from '../support/transports.js';
import { restOf, useApp } from '../support/useApp.js';
import { describeInBrowser } from '../support/useBrowser.js';

describeInBrowser('a chat in a browser with a bad network', () => {
  const key = { SECRET_KEY: 'the-key-of-both-servers-of-this-test' };
  const app = useApp(key);
  const rest = restOf(app);
  const { open, chatIn, logOf } = useChats(app);

  test('whose connection is cut 50 times shows everything once and in order', async () => {
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

  test('sends a message once if the page is reloaded while it is being sent', async () => {
    const opened = await open();
    const { page } = opened;
    await page.getByText('Say something').waitFor();
    // The server accepts the request, but its response never arrives.
    await page.route('**/continueChat', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route('**/events?*', (route) => route.abort());
    const sent = page.waitForRequest('**/continueChat');
    await send(page, 'Hello');
    await sent;
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
      variables: { Name: null, Count: null, File: null },
      groups: {
        Start: [
          say('Your name?'),
          ask('text input', 'Name'),
          counted,
          say('Hi {{Name}}, {{Count}}'),
          ask('file input', 'File', {
            isMultipleAllowed: true,
            labels: { success: { single: 'A paper', multiple: '{total} papers' } },
          }),
          say('Thank you'),
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
        if (sent.url().endsWith('/continueChat') && sent.postData()?.includes('"7"')) outcomes += 1;
      });
    }
    // The network is cut while the frame of the script loads, and while the second file is sent.
    await context.route('**/chat/frame', (route) => route.abort(), { times: 1 });
    let uploads = 0;
    let cut = (): void => undefined;
    const isCut = new Promise<void>((resolve) => (cut = resolve));
    await context.route('**/files/uploads', async (route) => {
      uploads += 1;
      if (uploads !== 2) return route.continue();
      await isCut;
      return route.abort();
    });
    await send(twin, 'Ada');
    for (const tab of [page, twin]) await tab.getByText('Hi Ada, 7').waitFor();
    const file = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('Hello') };
    await page.locator('input[type=file]').setInputFiles([file, { ...file, name: 'more.pdf' }]);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('progress[value="0.5"]').waitFor();
    cut();
    for (const tab of [page, twin]) await tab.getByText('Thank you').waitFor();
    // The first file was sent once.
    expect(uploads).toBe(3);
    const said = ['Your name?', 'Ada', 'Hi Ada, 7'];
    const withFiles = (shown: RegExp): unknown[] => [
      ...[...said, expect.stringMatching(shown), 'Thank you'],
    ];
    const files = withFiles(/^2 papers\s+📎 PDF\s+📎 PDF$/);
    for (const tab of [page, twin]) expect(await shownIn(tab)).toEqual(files);
    expect(await logOf(opened)).toEqual(withFiles(/^\S+\/files\/\S+, \S+$/));
    expect(outcomes).toBe(1);
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

  test('shows after sleep what happened meanwhile', async () => {
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

  test('continues at the other server when its own is killed', async () => {
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

  test('lets the visitor write to an agent who has taken over, and then to the bot again', async () => {
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
    expect(await page.getByRole('textbox').inputValue()).toBe('');
    await bodyOf(rest.setStatus({ sessionId, status: 'OPEN' }));
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'Goodbye' }));
    await page.getByText('Goodbye').waitFor();
    await send(page, 'Bot?');
    await page.getByText('You said Bot?').waitFor();
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });

  test('says that a deleted chat is over, and starts another', async () => {
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

  test('starts again where the server has lost the chat that the browser remembers', async () => {
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

  test('withdraws a message that the server refuses, says why, and asks again', async () => {
    const isPay = { id: '1', variableId: 'vSaid', comparisonOperator: 'Equal to', value: 'pay' };
    const opened = await open({
      variables: { Said: null },
      groups: {
        Start: [
          ...[say('Say something'), ask('text input', 'Said')],
          {
            type: 'Condition',
            items: [{ id: 'pay', to: 'Secret plan', content: { comparisons: [isPay] } }],
          },
          ...[say('You said {{Said}}'), ask('text input')],
        ],
        'Secret plan': [ask('payment input')],
      },
    });
    const { page } = opened;
    await page.getByText('Say something').waitFor();
    const refused = page.locator('[role=alert]:not(:empty)');
    await send(page, 'pay');
    await refused.waitFor();
    // Faults of the flow are shown only to its author.
    expect(await refused.innerText()).toBe('That did not work. Please try again.');
    await send(page, 'x'.repeat(300_000));
    await refused.filter({ hasNotText: 'That did not work' }).waitFor();
    await send(page, 'Shorter');
    await page.getByText('You said Shorter').waitFor();
    expect(await shownIn(page)).toEqual(['Say something', 'Shorter', 'You said Shorter']);
    expect(await logOf(opened)).toEqual(await shownIn(page));
  });
});

async function soon(milliseconds: number, act: () => void): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  act();
}

/** The same numbers from 0 to 1 for the same seed: a linear congruential generator with the figures of Numerical Recipes. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}
