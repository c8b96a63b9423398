import { expect, test } from '@jest/globals';
import { botOf, parrot } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

describeInBrowser('a widget', () => {
  const app = useApp();
  const { open, siteWith } = useBrowser();

  const publish = async (bot: object): Promise<string> =>
    (await makePublished(restOf(app), bot)).publicId;
  const greeting = (text: string): object =>
    botOf({ variables: { Name: null }, groups: { Start: [say(text), ask('text input', 'Name')] } });
  const script = (attributes = ''): string =>
    `<script type="module" src="${app().url}/embed.js" ${attributes}></script>`;
  const place = (attributes: string): string => `<parley-chat ${attributes}></parley-chat>`;

  test('stands beside another, each with a chat of its own', async () => {
    const one = await publish(greeting('First bot'));
    const two = await publish(greeting('Second bot'));
    const body = place(`bot="${one}" style="height: 300px"`) + script(`data-bot="${two}"`);
    const { page, faults } = await open(await siteWith(body));
    await page.getByText('First bot').waitFor();
    await page.getByText('Second bot').waitFor();
    expect(await page.locator('parley-chat').count()).toBe(2);
    expect(faults).toEqual([]);
  });

  test('goes on after it was taken out of the page, and opens nothing while it is out', async () => {
    const body = place(`bot="${await publish(botOf(parrot))}" layout="bubble" auto-open="1"`);
    const { page } = await open(await siteWith(body + script()));
    await page.evaluate('window.chat = document.querySelector("parley-chat"); chat.remove()');
    await page.waitForTimeout(1_200);
    expect(await page.evaluate('chat.shadowRoot.textContent')).toBe('');
    await page.evaluate('document.body.append(chat); chat.send("Early")');
    await page.getByText('You said Early').waitFor();
    await page.evaluate('chat.remove(); document.body.append(chat)');
    await page.getByText('You said Early').waitFor();
    expect(await page.locator('.bot-log').innerText()).toMatch(
      /^Say something\s+Early\s+You said Early/,
    );
  });

  test('follows its attributes', async () => {
    const one = await publish(greeting('Hello {{Name}} one'));
    const two = await publish(greeting('Hello {{Name}} two'));
    const { page } = await open(await siteWith(place('') + script()));
    await page.evaluate('window.chat = document.querySelector("parley-chat")');
    await page.evaluate(`chat.setAttribute('bot', '${one}')`);
    await page.getByText('Hello one').waitFor();
    await page.evaluate(`chat.setAttribute('variables', '{"Name":"Ada"}')`);
    await page.evaluate(`chat.setAttribute('bot', '${two}')`);
    await page.getByText('Hello Ada two').waitFor();
    await page.evaluate(`chat.setVariables({ Name: 'Bo' }); chat.restart()`);
    await page.getByText('Hello Bo two').waitFor();
    await page.evaluate(`chat.setAttribute('layout', 'bubble')`);
    await page.getByRole('button', { name: 'Open the chat' }).waitFor();
    await page.evaluate(`chat.setAttribute('preview-message', 'May I help?')`);
    await page.getByRole('button', { name: 'May I help?' }).click();
    await page.getByText('Hello Bo two').waitFor();
  });

  test('opens by itself, and does not move the page', async () => {
    const bot = await publish(greeting('Here I am'));
    const text = '<p>The text of the page</p>'.repeat(20);
    const body = script(`data-bot="${bot}" data-layout="bubble" data-auto-open="0.2"`) + text;
    const { page } = await open(await siteWith(body));
    await page.getByText('Here I am').waitFor();
    const shift: unknown = await page.evaluate(
      `new Promise((resolve) => { let sum = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; }).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => resolve(sum), 300); })`,
    );
    expect(shift).toBe(0);
  });

  test('says so in a site that its bot does not allow', async () => {
    const settings = { security: { allowedOrigins: ['https://acme.example.com'] } };
    const bot = await publish(botOf(parrot, { settings }));
    const site = await siteWith(script(`data-bot="${bot}"`));
    const { page, faults } = await open(site);
    await page.getByRole('alert').getByText('This page may not run this bot.').waitFor();
    expect(faults.filter((fault) => fault.includes('allowedOrigins'))).toEqual([
      `The bot "${bot}" does not allow pages of ${new URL(site).origin}. Add that to settings.security.allowedOrigins of the bot, and publish it.`,
    ]);
    // Its own page runs it, but in no frame of that site.
    const own = await open(`${app().url}/${bot}`);
    await own.page.getByText('Say something').waitFor();
    const framed = await open(await siteWith(`<iframe src="${app().url}/${bot}"></iframe>`));
    expect(framed.faults.join()).toContain("frame-ancestors 'self' https://acme.example.com");
  });

  test('needs of a strict policy of a site only what the guide says', async () => {
    const policy = `default-src 'none'; script-src ${app().url}; connect-src ${app().url}; frame-src ${app().url}; style-src https://fonts.googleapis.com; font-src https://fonts.gstatic.com; img-src data:`;
    const flow = {
      variables: { X: null },
      groups: {
        Start: [
          {
            type: 'Set variable',
            options: {
              variableId: 'vX',
              expressionToEvaluate: 'return 6 * 7',
              isExecutedOnClient: true,
              isCode: true,
            },
          },
          say('It is {{X}}'),
          ask('text input'),
        ],
      },
    };
    const body = place(`bot="${await publish(botOf(flow))}" scripts="frame"`) + script();
    const site = await siteWith(body, { 'content-security-policy': policy });
    const { page, faults } = await open(site);
    await page.getByText('It is 42').waitFor();
    await page.getByRole('textbox').fill('Good');
    const size: unknown = await page.evaluate(
      `getComputedStyle(document.querySelector('parley-chat').shadowRoot.querySelector('.bot-log')).fontSize`,
    );
    expect(size).toBe('16px');
    expect(faults.filter((fault) => fault.includes('Content Security Policy'))).toEqual([]);
  });
});
