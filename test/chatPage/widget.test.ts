import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { botOf, parrot } from '../support/botOf.js';
import { bundledComponent } from '../support/bundledComponent.js';
import { ask, say } from '../support/flowOf.js';
import { HOSTILE_SITE } from '../support/hostileSite.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const guide = readFileSync(new URL('../../docs/guide/embed-a-chat.md', import.meta.url), 'utf8');

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

  test('stands beside another, each with its own chat', async () => {
    const one = await publish(greeting('First bot'));
    const two = await publish(greeting('Second bot'));
    const body = place(`bot="${one}" style="height: 300px"`) + script(`data-bot="${two}"`);
    const { page, faults } = await open(await siteWith(body));
    await page.getByText('First bot').waitFor();
    await page.getByText('Second bot').waitFor();
    expect(await page.locator('parley-chat').count()).toBe(2);
    expect(faults).toEqual([]);
  });

  test('continues after it was removed from the page, and opens nothing while it is removed', async () => {
    const { page } = await open(await siteWith(script()));
    const attributes = { bot: await publish(botOf(parrot)), layout: 'bubble', 'auto-open': '0.05' };
    await page.evaluate(`
      window.chat = document.createElement('parley-chat');
      for (const [name, value] of ${JSON.stringify(Object.entries(attributes))}) chat.setAttribute(name, value);
      window.opened = 0;
      chat.addEventListener('parley-opened', () => (opened += 1));
      document.body.append(chat);
      chat.remove();
    `);
    await page.waitForTimeout(100);
    expect(await page.evaluate('[opened, chat.shadowRoot.textContent]')).toEqual([0, '']);
    await page.evaluate('document.body.append(chat); chat.send("Early")');
    await page.getByText('You said Early').waitFor();
    await page.evaluate('chat.remove(); document.body.append(chat)');
    await page.getByText('You said Early').waitFor();
    expect(await page.locator('.bot-log').innerText()).toMatch(
      /^Say something\s+Early\s+You said Early/,
    );
  });

  test('reports to a page what happened since the last visit, and shows visitors no faults of the page', async () => {
    const theme = { chat: { hostAvatar: { url: `${app().url}/no-picture.png` } } };
    const flow = {
      groups: {
        Start: [say('Still here'), ask('text input')],
        Help: [say('You have come to help'), ask('text input')],
      },
      events: [{ type: 'command', options: { command: 'help' }, to: 'Help' }],
    };
    const bot = await publish(botOf(flow, { theme }));
    const listening = `<script type="module">window.heard = []; for (const name of ['started', 'message', 'answered'])
      document.querySelector('parley-chat').addEventListener('parley-' + name, () => heard.push(name));</script>`;
    const { page } = await open(await siteWith(place(`bot="${bot}"`) + script() + listening));
    await page.getByRole('textbox').waitFor();
    await page.locator('.bot-avatar-mark').waitFor();
    const warned = page.waitForEvent('console', (said) => said.text().includes('command'));
    await page.evaluate(`document.querySelector('parley-chat').command('nope')`);
    expect((await warned).text()).toContain('No event of the flow listens to command "nope"');
    await page.evaluate(`document.querySelector('parley-chat').command('help')`);
    await page.getByText('You have come to help').waitFor();
    // A command is not an answer of the visitor.
    expect(await page.evaluate('heard')).toEqual(['started', 'message', 'message']);
    await page.reload();
    await page.getByRole('textbox').waitFor();
    expect(await page.evaluate('heard')).toEqual(['started']);
    expect(await page.getByText('No event of the flow').count()).toBe(0);
  });

  test('follows its attributes', async () => {
    const one = await publish(greeting('Hello {{Name}} one'));
    const two = await publish(greeting('Hello {{Name}} two'));
    const [, css = ''] = /```css\n([^]*?)```/.exec(guide) ?? [];
    const { page } = await open(
      await siteWith(
        `<html lang="en"><title>Site</title><style>${css}</style><main><h1>Site</h1>${place('')}</main>${script()}`,
      ),
    );
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
    const toggle = await page.getByRole('button', { name: 'Open the chat' }).boundingBox();
    expect(toggle).toMatchObject({ x: 20, y: 724 });
    await page.getByRole('button', { name: 'May I help?' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    // The height of a phone's window above its keyboard.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(`Object.defineProperty(window, 'visualViewport', { value:
      Object.assign(new EventTarget(), { scale: 1, height: 300, offsetTop: 20 }) })`);
    await page.getByRole('button', { name: 'May I help?' }).click();
    await page.getByText('Hello Bo two').waitFor();
    const filled = await page.getByRole('dialog').boundingBox();
    expect(filled).toEqual({ x: 0, y: 20, width: 390, height: 300 });
    await page.getByRole('textbox').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'May I help?' }).waitFor({ state: 'detached' });
    expect(await page.evaluate('chat.shadowRoot.activeElement.ariaLabel')).toBe('Open the chat');
  });

  test('follows the site and reports events, also in a page that changes global objects', async () => {
    const flow = botOf({
      variables: { Name: null, Stars: null },
      groups: {
        Start: [
          ...[say('Hello {{Name}}'), ask('text input', 'Name')],
          ...[
            ask('rating input', 'Stars', { length: 3, isOneClickSubmitEnabled: true }),
            say('Bye {{Name}} {{Stars}}'),
          ],
        ],
      },
    });
    const body = `${HOSTILE_SITE}${place(`bot="${await publish(flow)}" layout="bubble"`)}${script()}${script('async')}`;
    const { page, faults } = await open(await siteWith(body));
    await page.waitForFunction('document.querySelector("parley-chat").prefill');
    const tell = async (command: string): Promise<unknown> =>
      page.evaluate(`document.querySelector('parley-chat').${command}`);
    await tell('setVariables({ Name: "Ada" })');
    await tell('prefill("Bo")');
    await page.getByText('Hello Ada').waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe('Bo');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: '2' }).click();
    await page.waitForFunction(`told.at(-1) === 'ended'`);
    await tell('toggle()');
    // Both in one step: otherwise the chat may start before it is opened.
    await tell(`restart(), document.querySelector('parley-chat').send('Cy')`);
    await page.getByRole('button', { name: '3' }).waitFor();
    await tell('close()');
    expect(await page.evaluate('told')).toEqual([
      ...['opened', 'started', 'message Hello Ada', 'answered Bo', 'answered 2'],
      ...['message Bye Bo 2', 'ended', 'closed'],
      ...['opened', 'started', 'answered Cy', 'message Hello Ada', 'closed'],
    ]);
    await page.reload();
    await page.waitForFunction('document.querySelector("parley-chat").prefill');
    await tell('open()');
    await page.getByRole('button', { name: '3' }).waitFor();
    expect(await page.evaluate('told')).toEqual(['started', 'opened']);
    expect(faults).toEqual([]);
  });

  test('can come from each of two servers whose scripts are on one page', async () => {
    const [one, two] = [await publish(greeting('Here')), await publish(greeting('There'))];
    // The second script is another version, which shares nothing with the first.
    const beside = app().url.replace('127.0.0.1', 'localhost');
    const second = `<script type="module" src="${beside}/embed.js" data-bot="${two}"></script>`;
    const { page, faults } = await open(await siteWith(script(`data-bot="${one}"`) + second));
    await page.getByText('Here', { exact: true }).waitFor();
    await page.getByText('There').waitFor();
    const requests = 'performance.getEntriesByType("resource").map(({ name }) => name)';
    expect(await page.evaluate(requests)).toEqual(
      expect.arrayContaining([
        `${app().url}/api/v1/bots/${one}/startChat`,
        `${beside}/api/v1/bots/${two}/startChat`,
      ]),
    );
    expect(faults).toEqual([]);
  });

  test('is used as the guide says: by a script, and by a component', async () => {
    const bot = await publish(greeting('From the guide'));
    const here = (code: string): string =>
      code.replaceAll('https://bots.example.com', app().url).replaceAll('feedback', bot);
    const pieces = [...guide.matchAll(/```html\n([^]*?)```/g)].map(([, code = '']) => here(code));
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces) {
      const loaded = piece.includes('embed.js') ? piece : script() + piece;
      const element = piece.includes('querySelector') ? place(`bot="${bot}"`) : '';
      const { page, faults } = await open(await siteWith(element + loaded));
      await page.waitForFunction('customElements.get("parley-chat")');
      await page.evaluate('document.querySelector("parley-chat").open()');
      await page.getByText('From the guide').waitFor();
      expect(faults).toEqual([]);
    }
    const [, component = ''] = /```tsx\n([^]*?)```/.exec(guide) ?? [];
    const { page, faults } = await open(
      await siteWith(
        `${script()}<main></main><script type="module">${await bundledComponent(component, bot)}</script>`,
      ),
    );
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await page.getByText('From the guide').waitFor();
    await page.getByRole('textbox').fill('Ada');
    await page.keyboard.press('Enter');
    await page.getByText('The chat is over').waitFor();
    expect(faults).toEqual([]);
  });

  test('opens by itself, in a page that moves and rewrites its content and changes pages', async () => {
    const bot = await publish(greeting('Here I am'));
    const style = '<style>body { display: grid; gap: 40px; transform: translateY(9px); }</style>';
    const own = place(`bot="${bot}" style="display: block; height: 200px"`);
    const text = `<main><h1>Site</h1><input aria-label="Search" autofocus>${own}${'<p>The text of the page</p>'.repeat(40)}</main>`;
    const body = script(`data-bot="${bot}" data-layout="bubble" data-auto-open="0.2"`);
    const { page } = await open(
      await siteWith(`<html lang="en"><title>Site</title>${style}${text}${body}`),
    );
    const height: unknown = await page.evaluate('document.documentElement.scrollHeight');
    for (const chat of [page.locator('main parley-chat'), page.getByRole('dialog')]) {
      await chat.getByText('Here I am').waitFor();
      await chat.getByRole('textbox').waitFor();
    }
    const shift: unknown = await page.evaluate(
      `new Promise((resolve) => { let sum = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) sum += one.value; }).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => resolve(sum), 300); })`,
    );
    expect(shift).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(height);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Search');
    expect(await page.getByRole('dialog').boundingBox()).toMatchObject({ x: 860, y: 72 });
    expect(await axeFaults(page)).toEqual([]);
    await page.evaluate('document.body.replaceWith(document.createElement("body"))');
    await page.getByText('Here I am').waitFor();
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
    // Its own page runs the bot, but not in a frame of that site.
    const own = await open(`${app().url}/${bot}`);
    await own.page.getByText('Say something').waitFor();
    const framed = await open(await siteWith(`<iframe src="${app().url}/${bot}"></iframe>`));
    await eventually(() =>
      expect(framed.faults.join()).toContain("frame-ancestors 'self' https://acme.example.com"),
    );
  });

  test('needs of a strict content security policy only what the guide says', async () => {
    const policy = `default-src 'none'; script-src ${app().url}; connect-src ${app().url}; frame-src ${app().url}; style-src https://fonts.googleapis.com; font-src https://fonts.gstatic.com; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-scripts allow-forms`;
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
          say('And stays {{X}}'),
        ],
      },
    };
    const body = place(`bot="${await publish(botOf(flow))}" scripts="frame"`) + script();
    const isolated = { 'cross-origin-embedder-policy': 'require-corp' };
    const site = await siteWith(body, { 'content-security-policy': policy, ...isolated });
    const { page, faults } = await open(site);
    await page.getByText('It is 42').waitFor();
    await page.getByRole('textbox').fill('Good');
    const size: unknown = await page.evaluate(
      `getComputedStyle(document.querySelector('parley-chat').shadowRoot.querySelector('.bot-log')).fontSize`,
    );
    expect(size).toBe('16px');
    await page.getByRole('textbox').press('Enter');
    await page.getByText('And stays 42').waitFor();
    expect(faults.filter((fault) => fault.includes('Content Security Policy'))).toEqual([]);
  });
});
