import { expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { botOf, interview } from '../support/botOf.js';
import { say } from '../support/flowOf.js';
import { makeThings } from '../operations/rows/things.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { recordAt } from '../support/parts.js';
import { bodyOf } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);

const refused = (status: number, code: string, message: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ errors: [{ message, extensions: { code } }] }),
});

/** How a request fails, in turn. */
const FAILURES: readonly ((route: Route) => Promise<void>)[] = [
  async (route) => route.abort(),
  async (route) =>
    route.fulfill(refused(500, 'INTERNAL_SERVER_ERROR', 'That failed. Try again in a moment.')),
  async (route) =>
    route.fulfill(refused(429, 'TOO_MANY_REQUESTS', 'Too many requests. Try again in 3 seconds.')),
  async (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<html>' }),
];

/** What a page says that shows less than it should. */
const SAYS = /cannot be|could not be|try again|offline/i;

/** What the page asks again by itself, without need of the person. */
const ASKED_AGAIN: ReadonlySet<string> = new Set(['MyChanges', 'ShowPresence']);

/** Screens in the order in which they are failed; what an earlier one asks for, too, is failed there. */
const SCREENS = [
  'w/WORKSPACE',
  'b/BOT/flow',
  'b/BOT/settings',
  'b/BOT/tests',
  'b/BOT/versions',
  'b/BOT/results',
  'b/BOT/analytics',
  'w/WORKSPACE/inbox',
  'w/WORKSPACE/settings/members',
  'w/WORKSPACE/settings/tokens',
  'w/WORKSPACE/settings/credentials',
  'w/WORKSPACE/settings/domains',
  'w/WORKSPACE/settings/webhooks',
  'w/WORKSPACE/settings/replies',
  'w/WORKSPACE/settings/rules',
  'w/WORKSPACE/settings/audit',
];

/** Screens with what can be changed on them. */
const CHANGING = [
  'w/WORKSPACE',
  'b/BOT/languages',
  'b/BOT/tests',
  'b/VERSIONED/versions',
  'b/BOT/results',
  'w/WORKSPACE/inbox',
  ...['members', 'tokens', 'credentials', 'domains', 'webhooks', 'replies', 'rules'].map(
    (name) => `w/WORKSPACE/settings/${name}`,
  ),
];

/** Changes of which nobody waits for the end. */
const UNSAID: ReadonlySet<string> = new Set(['EditFlow', 'ShowPresence']);

/** A script that reads what a screen shows as stored: its texts without messages and dialogs, and what is chosen. */
const STORED = `(() => {
  const shown = document.querySelector('main').cloneNode(true);
  for (const part of shown.querySelectorAll('[role=alert], [role=status], dialog')) part.remove();
  const chosen = [...document.querySelectorAll('main :is(select, [type=checkbox])')];
  return [shown.textContent, ...chosen.map(({ value, checked }) => checked ?? value)].join(' | ');
})()`;

/**
 * A script that presses or changes the first part of the screen that was not before, of the dialog where one is open; it gives its name. What
 * a form needs is filled in.
 */
const changeNext = (before: readonly string[]): string => `(() => {
  const place = document.querySelector('dialog[open]') ?? document.querySelector('main');
  const nameOf = (part) => part.getAttribute('aria-label') ?? (part.textContent || part.closest('label')?.textContent);
  const parts = place.querySelectorAll(':is(button, select, [type=checkbox]):not(:disabled)');
  const next = [...parts].find((part) => (part.checkVisibility() || part.closest('[popover]')) && !${JSON.stringify(before)}.includes(nameOf(part)));
  if (!next) return undefined;
  for (const field of next.form?.querySelectorAll('input, textarea') ?? []) {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    const text = { email: 'new@example.com', url: 'https://example.com/new', text: 'fr', textarea: 'fr' }[field.type];
    if (text === undefined || field.value !== '' || field.readOnly) continue;
    Object.getOwnPropertyDescriptor(prototype, 'value').set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (next instanceof HTMLSelectElement) {
    const other = [...next.options].find(({ value, disabled }) => value !== next.value && !disabled);
    if (other) next.value = other.value;
    next.dispatchEvent(new Event('change', { bubbles: true }));
  } else next.click();
  return nameOf(next);
})()`;

describeInBrowser('in the console', () => {
  const browser = useBrowser();

  test('each screen says what to do when one of its requests fails, and none breaks', async () => {
    const { botId, workspaceId, publicId } = await makePublished(rest, botOf(interview));
    await bodyOf(rest.startChat({ publicId }));
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const { page } = await browser.open(`${app().url}/console`, { context });
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(String(error)));
    let failing: string | undefined;
    let turn = 0;
    const asked = new Set<string>();
    await page.route('**/graphql', async (route) => {
      const [, name = ''] = /"operationName":"(\w+)"/.exec(route.request().postData() ?? '') ?? [];
      asked.add(name);
      if (name !== failing) return route.continue();
      return FAILURES[turn++ % FAILURES.length]?.(route);
    });
    const done = new Set<string>();
    const silent: string[] = [];
    for (const screen of SCREENS) {
      const path = screen.replace('BOT', botId).replace('WORKSPACE', workspaceId);
      const address = `${app().url}/console/${path}`;
      asked.clear();
      failing = undefined;
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      for (const name of [...asked].filter((one) => !done.has(one) && !ASKED_AGAIN.has(one))) {
        done.add(name);
        failing = name;
        await page.goto(address);
        const says = page.getByText(SAYS).locator('visible=true').first();
        const isSaid = await says.waitFor({ timeout: 6_000 }).then(
          () => true,
          () => false,
        );
        if (!isSaid) silent.push(`${screen}: ${name}`);
        const crash = await page.getByText('Something went wrong on this page').count();
        if (crash > 0) broken.push(`${screen}: ${name} breaks the page`);
      }
    }
    failing = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    expect({ silent, broken }).toEqual({ silent: [], broken: [] });
    expect(done.size).toBeGreaterThan(20);
  });

  test('a canvas stays while its flow cannot be read again, and shows what changed as soon as it can; what cannot be read offline is read once the network is back', async () => {
    const { botId } = await makePublished(rest, botOf(interview));
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const address = `${app().url}/console/b/${botId}/flow`;
    const { page } = await browser.open(address, { context });
    await page.locator('.block').first().waitFor();
    let failed = 0;
    await page.route('**/graphql', async (route) => {
      const isRead = /"operationName":"OpenEditor"/.test(route.request().postData() ?? '');
      if (!isRead || failed === 2) return route.continue();
      failed += 1;
      return route.abort();
    });
    // No edit says what a group is that is replaced as a whole: the flow is read again.
    const other = botOf({ groups: { Replaced: [say('Hello')] } });
    const { groups, edges, events } = recordAt(other);
    await bodyOf(rest.updateBot({ botId, bot: { groups, edges, events } }));
    await eventually(async () => expect(failed).toBeGreaterThan(0));
    expect(await page.locator('.block').count()).toBeGreaterThan(0);
    await page.getByRole('heading', { name: 'Replaced' }).waitFor();
    expect(failed).toBe(2);

    await context.setOffline(true);
    await page.getByLabel('Show on the canvas').selectOption({ label: 'Changes' });
    const unread = page.getByText('A part of this page could not be read.');
    await unread.waitFor();
    await context.setOffline(false);
    await unread.waitFor({ state: 'detached' });
  });

  test('each change that fails says what to do, and leaves the screen as it was', async () => {
    const fill = await makeThings(rest, app().databaseUrl);
    await fill({ inbox: '$newPausedId' });
    const ids = await fill({
      WORKSPACE: '$workspaceId',
      BOT: '$botId',
      VERSIONED: '$versionedBotId',
    });
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const { page } = await browser.open(`${app().url}/console`, { context });
    page.on('dialog', (dialog) => void dialog.accept('Another name'));
    let failed: string | undefined;
    let turn = 0;
    const waiting = new Set<unknown>();
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) waiting.add(request);
    });
    page.on('requestfailed', (request) => waiting.delete(request));
    page.on('requestfinished', (request) => waiting.delete(request));
    const isQuiet = async () => eventually(async () => expect(waiting.size).toBe(0));
    await page.route('**/graphql', async (route) => {
      const [, name] = /"query":"mutation (\w+)/.exec(route.request().postData() ?? '') ?? [];
      if (name === undefined || UNSAID.has(name)) return route.continue();
      failed = name;
      return FAILURES[turn++ % FAILURES.length]?.(route);
    });
    const said = new Set<string>();
    const faults: string[] = [];
    for (const screen of CHANGING) {
      const path = screen.replace(/[A-Z]+/, (name) => String(ids[name]));
      const address = `${app().url}/console/${path}`;
      const open = async (): Promise<void> => {
        await page.goto(address);
        await page.locator('main :is(h1, h2, section, button)').first().waitFor();
        await isQuiet();
        // What was sent by leaving the screen before is not of this one.
        failed = undefined;
      };
      await open();
      const done: string[] = [];
      for (;;) {
        const isLast = waiting.size === 0;
        const before = String(await page.evaluate(STORED));
        const next: unknown = await page.evaluate(changeNext(done));
        if (typeof next === 'string') {
          done.push(next);
          await page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))');
          await isQuiet();
          if (failed !== undefined) {
            said.add(failed);
            const says = page.getByText(SAYS).locator('visible=true').first();
            const isSaid = await says.waitFor({ timeout: 6_000 }).then(
              () => true,
              () => false,
            );
            if (!isSaid) faults.push(`${screen}: ${failed} is silent`);
            const now = String(await page.evaluate(STORED));
            if (now !== before)
              faults.push(`${screen}: ${failed} shows ${now} in place of ${before}`);
          }
          if (failed !== undefined || page.url() !== address) await open();
        } else if ((await page.locator('dialog[open]').count()) > 0) {
          await page.keyboard.press('Escape');
        } else {
          if (isLast) break;
          await isQuiet();
        }
      }
    }
    expect(faults).toEqual([]);
    expect(said.size).toBeGreaterThan(25);
  });
});
