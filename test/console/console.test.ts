import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { botOf, interview } from '../support/botOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { partAt } from '../support/parts.js';
import { queryGraphql } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();

/** The groups of the stored draft. */
async function groupsOf(botId: string): Promise<unknown> {
  const query = 'query ($botId: ID!) { bot(id: $botId) { draft } }';
  const { data } = await queryGraphql(app().url, { query, variables: { botId } });
  return partAt(data, 'bot.draft.groups');
}

describeInBrowser('in the console', () => {
  const browser = useBrowser();

  /** Opens the flow of a new bot, as the person who is signed in. */
  async function openFlow() {
    const { botId } = await makePublished(restOf(app), botOf(interview, { name: 'Interview' }));
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const { page, faults } = await browser.open(`${app().url}/console/b/${botId}/flow`, {
      context,
    });
    return { botId, context, page, faults };
  }

  test('who is not signed in is led to the page for that', async () => {
    const { page, faults } = await browser.open(`${app().url}/console`);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a person finds a bot by its name, and opens it', async () => {
    const { context } = await openFlow();
    const { page, faults } = await browser.open(`${app().url}/console`, { context });
    await page.getByRole('searchbox').fill('interv');
    await page.getByRole('link', { name: 'Interview' }).first().click();
    await page.locator('.react-flow__node').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a group that is moved is moved for others who look at it, and undone', async () => {
    const { botId, context, page, faults } = await openFlow();
    const other = await browser.open(page.url(), { context });
    const before = await groupsOf(botId);
    await dragFirstGroup(page);
    await eventually(async () => expect(await groupsOf(botId)).not.toEqual(before));
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await groupsOf(botId)).toEqual(before));
    expect([...faults, ...other.faults]).toEqual([]);
  });
});

async function dragFirstGroup(page: Page): Promise<void> {
  const heading = page.locator('.react-flow__node h2').first();
  const box = await heading.boundingBox();
  if (!box) throw new Error('There is no group');
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 105, box.y + 65, { steps: 5 });
  await page.mouse.up();
}
