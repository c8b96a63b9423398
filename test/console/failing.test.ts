import { expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import {
  changesOfConsole,
  makeChannel,
  makeConsoleThings,
  placesOf,
} from '../support/consolePlaces.js';
import { SAYS, type Visited, visitedPage } from '../support/consoleVisit.js';
import { say } from '../support/flowOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { recordAt } from '../support/parts.js';
import { bodyOf } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);

/** What the page asks again by itself, without need of the person. */
const ASKED_AGAIN: ReadonlySet<string> = new Set(['Channel', 'MyChanges', 'ShowPresence']);

/** What the page does not offer to read again. */
const NOT_OFFERED: ReadonlySet<string> = new Set(['SignedIn']);

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
  'w/WORKSPACE/settings/workspace',
  'w/WORKSPACE/settings/members',
  'w/WORKSPACE/settings/tokens',
  'w/WORKSPACE/settings/credentials',
  'w/WORKSPACE/settings/channels',
  'w/WORKSPACE/settings/channels?channel=CHANNEL',
  'w/WORKSPACE/settings/domains',
  'w/WORKSPACE/settings/webhooks',
  'w/WORKSPACE/settings/replies',
  'w/WORKSPACE/settings/rules',
  'w/WORKSPACE/settings/data',
  'w/WORKSPACE/settings/audit',
  'w/WORKSPACE/settings/you',
];

/** What is not to be said of a list that could not be read. */
const SAYS_EMPTY = /There is no bot here|No bot is found|No chat is here/;

describeInBrowser('in the console', () => {
  const browser = useBrowser();

  test('each screen says what to do when one of its requests fails, and none breaks', async () => {
    const { botId, workspaceId, publicId } = await makePublished(rest, botOf(interview));
    await bodyOf(rest.startChat({ publicId }));
    const channel = await makeChannel(rest, workspaceId);
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const page = await context.newPage();
    const root = `${app().url}/console`;
    const visit = await visitedPage(page, root);
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(String(error)));
    const says = page.getByText(SAYS).locator('visible=true').first();
    const faultsOf = async (name: string): Promise<string[]> => {
      const isSaid = await says.waitFor({ timeout: 30_000 }).then(
        () => true,
        () => false,
      );
      const crash = await page.getByText('Something went wrong on this page').count();
      return [
        ...(isSaid ? [] : [`${name} is silent`]),
        ...(crash === 0 ? [] : [`${name} breaks the page`]),
        ...(await page.getByText(SAYS_EMPTY).allTextContents()).map((text) => `${name}: ${text}`),
      ];
    };
    const done = new Set<string>(ASKED_AGAIN);
    await page.goto(root);
    for (const screen of SCREENS) {
      const path = screen
        .replace('BOT', botId)
        .replace('WORKSPACE', workspaceId)
        .replace('CHANNEL', channel);
      await visit.go(path);
      for (const name of (await visit.asked()).filter((one) => !done.has(one))) {
        done.add(name);
        await visit.fail(`\\w+ ${name}`);
        await page.goto(`${root}/${path}`);
        broken.push(...(await faultsOf(name)).map((fault) => `${screen}: ${fault}`));
        // With each other answer that comes, it is asked for again.
        await visit.settle();
        await visit.fail('');
        if (NOT_OFFERED.has(name)) await page.reload();
        // A socket that connects meanwhile has it read, too.
        else await page.evaluate(`document.querySelector('.unread button')?.click()`);
        await page.locator('.unread').waitFor({ state: 'detached' });
      }
    }
    expect(broken).toEqual([]);
    expect(done.size).toBeGreaterThan(20);
  });

  test('a canvas stays while something cannot be read, and shows it as soon as it can', async () => {
    const { botId } = await makePublished(rest, botOf(interview));
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const address = `${app().url}/console/b/${botId}/flow`;
    const { page } = await browser.open(address, { context });
    await page.locator('.block').first().waitFor();
    let failed = 0;
    let isHeld = false;
    await page.route('**/graphql', async (route) => {
      const sent = route.request().postData() ?? '';
      if (isHeld && /"operationName":"EditFlow"/.test(sent)) return route.abort();
      const isRead = /"operationName":"OpenEditor"/.test(sent);
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

    isHeld = true;
    await page.getByRole('heading', { name: 'Replaced' }).click();
    await page.getByRole('application', { name: 'Flow' }).focus();
    await page.keyboard.press('/');
    await page.getByRole('dialog').getByRole('combobox').fill('Picture');
    await page.keyboard.press('Enter');
    const form = page.getByRole('complementary').getByRole('heading', { name: 'Picture' });
    await form.waitFor();
    await page.reload();
    await form.waitFor();
  });

  test('each change that fails says what to do, and leaves the screen as it was', async () => {
    const things = await makeConsoleThings(app);
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const page = await context.newPage();
    const visit = await visitedPage(page, `${app().url}/console`);
    await page.goto(`${app().url}/console`);
    const visited: Visited = { sent: new Map(), pressed: new Set(), faults: [] };
    for (const place of placesOf(things)) await visit.pressAll(place, visited);
    expect(visited.faults).toEqual([]);
    const missing = [...changesOfConsole(), 'SendFile'].filter((name) => !visited.sent.has(name));
    expect(missing).toEqual([]);
  });
});
