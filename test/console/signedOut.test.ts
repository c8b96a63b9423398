import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { botOf, interview } from '../support/botOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { partAt } from '../support/parts.js';
import { queryGraphql } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();

describeInBrowser('edits in the console', () => {
  const browser = useBrowser();

  async function openFlow() {
    const { botId } = await makePublished(restOf(app), botOf(interview));
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const opened = await browser.open(`${app().url}/console/b/${botId}/flow`, { context });
    opened.page.setDefaultTimeout(9_000);
    return { ...opened, botId, context };
  }

  async function titlesOf(botId: string): Promise<unknown> {
    const query = 'query ($botId: ID!) { bot(id: $botId) { draft } }';
    const { data } = await queryGraphql(app().url, { query, variables: { botId } });
    return (partAt(data, 'bot.draft.groups') as { title: string }[]).map(({ title }) => title);
  }

  /** Renames the first group; nothing tells the page that the field is left. */
  async function typeTitle(page: Page, title: string): Promise<void> {
    await page.locator('.group h2').first().click();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Title of the group' }).fill(title);
  }

  test('stay after a sign-out in another tab, and are stored when the person signs in again', async () => {
    const { page, botId, context } = await openFlow();
    await page.locator('.group h2').first().waitFor();
    await context.clearCookies();
    await typeTitle(page, 'Kept');
    await page.keyboard.press('Enter');
    await page.getByText('You are signed out').waitFor();
    expect(await page.locator('.group').count()).toBe(0);
    await signIntoBrowser(context, app());
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await page.getByRole('heading', { name: 'Kept' }).waitFor();
    await eventually(async () => expect(await titlesOf(botId)).toContain('Kept'));
  });

  test('are stored after errors of the server and of a proxy, also those typed right before a reload', async () => {
    const { page, botId } = await openFlow();
    const failures = [
      {
        status: 500,
        body: { errors: [{ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
      },
      {
        status: 200,
        body: { errors: [{ message: 'x', extensions: { code: 'TOO_MANY_REQUESTS' } }] },
      },
      { status: 502, body: '<html>' },
    ];
    await page.route('**/graphql', async (route) => {
      const isEdit = route.request().postData()?.includes('mutation EditFlow') === true;
      const failure = isEdit ? failures.shift() : undefined;
      if (!failure) return route.continue();
      const body = typeof failure.body === 'string' ? failure.body : JSON.stringify(failure.body);
      return route.fulfill({ status: failure.status, contentType: 'application/json', body });
    });
    await typeTitle(page, 'First');
    await page.keyboard.press('Enter');
    await page.getByText('(1 waiting)').waitFor();
    await eventually(async () => expect(await titlesOf(botId)).toContain('First'));
    expect(failures).toEqual([]);
    await page.locator('.group h2').first().click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Second');
    await page.reload();
    await page.getByRole('heading', { name: 'Second' }).waitFor();
    await eventually(async () => expect(await titlesOf(botId)).toContain('Second'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'First' }).waitFor();
    expect(await page.locator('.notices').count()).toBe(0);
  });

  test('made without a network outlast a reload, and are stored in their order when it is there again', async () => {
    const { page, botId, context } = await openFlow();
    const address = page.url();
    await page.locator('.group h2').first().waitFor();
    const before = await titlesOf(botId);
    await context.setOffline(true);
    await typeTitle(page, 'First');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+d');
    await page.getByText('(2 waiting)').waitFor();
    expect(await titlesOf(botId)).toEqual(before);
    // Without a network there is not even a page to load.
    await page.reload().catch(() => undefined);
    await context.setOffline(false);
    await page.goto(address);
    await page.getByRole('heading', { name: 'First' }).nth(1).waitFor();
    await eventually(async () => expect(await titlesOf(botId)).toEqual(['First', 'First']));
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await titlesOf(botId)).toEqual(['First']));
    expect(await page.locator('.notices').count()).toBe(0);
  });

  test('of a person who may only look are refused with the reason, where their buttons are not disabled, and nothing is changed', async () => {
    const { page, botId } = await openFlow();
    const before = await titlesOf(botId);
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query OpenEditor') !== true)
        return route.continue();
      const answer = await route.fetch();
      const text = (await answer.text())
        .replace('"FULL_ACCESS"', '"READ"')
        .replace('"WRITE"', '"READ"');
      return route.fulfill({ response: answer, body: text });
    });
    await page.reload();
    await page.locator('.group h2').first().click();
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.waitFor();
    const buttons = ['Publish', '+ Add', 'Tidy'].map((name) => page.getByRole('button', { name }));
    for (const part of [title, ...buttons]) expect(await part.isDisabled()).toBe(true);
    await page.locator('.group h2').first().focus();
    await page.keyboard.press('Delete');
    await page.getByText('You may look at this bot, but not change it.').first().waitFor();
    expect(await titlesOf(botId)).toEqual(before);
  });
});
