import { expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);

const GUEST = { id: 'usr_guest', email: 'guest@example.com' };

const SCREENS = [
  'w/WORKSPACE',
  'b/BOT/flow',
  'b/BOT/flow?at=Start.1',
  'b/BOT/theme',
  'b/BOT/settings',
  'b/BOT/languages',
  'b/BOT/try',
  'b/BOT/tests',
  'b/BOT/versions',
  'b/BOT/results',
  'b/BOT/analytics',
  'w/WORKSPACE/inbox',
  'w/WORKSPACE/settings/members',
  'w/WORKSPACE/settings/credentials',
  'w/WORKSPACE/settings/domains',
  'w/WORKSPACE/settings/rules',
  'w/WORKSPACE/settings/tokens',
];

/** A script that presses the first button that is enabled and was not pressed before, of the dialog where one is open; it gives its name. */
const pressNext = (before: readonly string[]): string => `(() => {
  const place = document.querySelector('dialog[open]') ?? document;
  const nameOf = (button) => button.getAttribute('aria-label') ?? button.textContent;
  const next = [...place.querySelectorAll('button:not(:disabled)')].find(
    (button) => button.checkVisibility() && !${JSON.stringify(before)}.includes(nameOf(button)),
  );
  next?.click();
  return next && nameOf(next);
})()`;

describeInBrowser('in the console, a guest who may only read a bot', () => {
  const browser = useBrowser();

  test('can press every button that is enabled, and the server refuses nothing', async () => {
    const { botId, workspaceId, publicId } = await makePublished(rest, botOf(interview));
    await bodyOf(rest.startChat({ publicId }));
    await rowsOf(
      app().databaseUrl,
      'insert into app_user (id, email, is_email_verified, created_at) values ($1, $2, true, now())',
      [GUEST.id, GUEST.email],
    );
    await bodyOf(rest.inviteCollaborator({ botId, email: GUEST.email, type: 'READ' }));
    const context = await browser.openContext();
    await signIntoBrowser(context, app(), GUEST.id);
    const { page } = await browser.open(`${app().url}/console`, { context });
    page.on('dialog', (dialog) => void dialog.accept('Another name'));
    let at = '';
    const refused = new Set<string>();
    const waiting = new Set<unknown>();
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) waiting.add(request);
    });
    page.on('requestfailed', (request) => waiting.delete(request));
    page.on('response', (response) => {
      const asked = response.request();
      const [, mutation] = /"query":"mutation (\w+)/.exec(asked.postData() ?? '') ?? [];
      const screen = at;
      void response
        .text()
        .catch(() => '')
        .then((text) => {
          if (mutation && /"code":"(FORBIDDEN|NOT_FOUND)"/.test(text))
            refused.add(`${screen}: ${mutation}`);
          waiting.delete(asked);
        });
    });
    const isQuiet = async (): Promise<void> => eventually(async () => expect(waiting.size).toBe(0));
    const pressed = new Set<string>();
    for (const screen of SCREENS) {
      const path = screen.replace('BOT', botId).replace('WORKSPACE', workspaceId);
      const address = `${app().url}/console/${path}`;
      at = screen;
      const open = async (): Promise<void> => {
        await page.goto(address);
        await page.locator('main :is(h1, h2, section, button)').first().waitFor();
        await isQuiet();
      };
      await open();
      const done: string[] = [];
      for (;;) {
        const isLast = waiting.size === 0;
        const next: unknown = await page.evaluate(pressNext(done));
        if (typeof next === 'string') {
          done.push(next);
          if (page.url() !== address) await open();
        } else if ((await page.locator('dialog[open]').count()) > 0) {
          await page.keyboard.press('Escape');
        } else {
          if (isLast) break;
          await isQuiet();
        }
      }
      for (const name of done) pressed.add(name);
    }
    expect([...refused]).toEqual([]);
    expect([...pressed]).toEqual(expect.arrayContaining(['Export', 'More for Sketch']));
    await page.goto(`${app().url}/console/w/${workspaceId}`);
    expect(await page.locator('.botCard').getAttribute('draggable')).toBe('false');
    expect(await page.getByText('could not be read').count()).toBe(0);
  });
});
