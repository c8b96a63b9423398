import { expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { botOf, interview } from '../support/botOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf } from '../support/transports.js';
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
});
