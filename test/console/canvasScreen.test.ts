import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { z } from 'zod';
import { boxOf } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { partAt } from '../support/parts.js';
import { queryGraphql } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { flow } from '../support/canvasFlow.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();

const Draft = z.object({
  groups: z.array(
    z.object({
      title: z.string(),
      blocks: z.array(
        z.looseObject({ type: z.string(), items: z.array(z.looseObject({})).optional() }),
      ),
    }),
  ),
});

describeInBrowser('on the canvas', () => {
  const browser = useBrowser();

  test('a person changes two blocks together, drags in new ones, drags buttons to another order, and takes each back with one undo; the map goes to a place, and pictures over the flow say what changed and where a chat goes', async () => {
    const context = await browser.openContext({ reducedMotion: 'reduce' });
    await signIntoBrowser(context, app());
    const { botId } = await makePublished(restOf(app), { name: 'Colours', version: '6', ...flow });
    const url = `${app().url}/console/b/${botId}/flow`;
    const { page, faults } = await browser.open(url, { context });
    page.setDefaultTimeout(9_000);
    await page.locator('.block .blockIcon[title]').first().waitFor();
    const draft = async () => draftOf(botId);
    const typesOf = async () =>
      (await draft()).groups.map(({ blocks }) => blocks.map(({ type }) => type));
    const before = await typesOf();
    const [first, second] = before;

    await page.locator('.block').first().click();
    await page
      .locator('.block')
      .last()
      .click({ modifiers: ['Shift'] });
    await page.getByRole('heading', { name: '2 × Text' }).waitFor();
    await page.getByText('Mixed').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.locator('.inspector [contenteditable]').fill('Same words');
    await page.keyboard.press('Tab');
    const saysSame = async () => JSON.stringify(await draft()).split('Same words').length - 1;
    await eventually(async () => expect(await saysSame()).toBe(2));
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await saysSame()).toBe(0));

    await page.getByRole('button', { name: 'Blocks', exact: true }).click();
    const panel = page.getByRole('region', { name: 'Blocks to add' });
    await panel.getByRole('searchbox', { name: 'Search blocks' }).fill('picture');
    expect(await axeFaults(page)).toEqual([]);
    const kind = panel.getByRole('button', { name: 'Picture', exact: true });
    await drag(kind, endOf(page.locator('.block').nth(2)));
    await eventually(async () =>
      expect(await typesOf()).toEqual([first, [...(second ?? []), 'image']]),
    );
    await drag(kind, { x: 500, y: 600 });
    await eventually(async () =>
      expect(await typesOf()).toEqual([first, [...(second ?? []), 'image'], ['image']]),
    );
    await page.getByRole('application', { name: 'Flow' }).focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await typesOf()).toEqual(before));

    const buttons = page.locator('.block li:not(.otherwise)');
    await drag(buttons.first(), endOf(buttons.nth(1)));
    const itemsOf = async () =>
      (await draft()).groups[0]?.blocks[1]?.items?.map(({ content }) => content);
    await eventually(async () => expect(await itemsOf()).toEqual(['Blue', 'Red']));
    await page.keyboard.press('Control+z');
    await eventually(async () => expect(await itemsOf()).toEqual(['Red', 'Blue']));
    const lookAt = async (groupId: string, blockId: string, field?: string) => {
      const query = `mutation ($input: ShowPresenceInput!) {
        showPresence(input: $input) { userErrors { message } } }`;
      const input = { botId, clientId: 'another-window', groupId, blockId, field };
      await queryGraphql(app().url, { query, variables: { input } });
    };
    await lookAt('a', 'ask');
    await page.locator('.block.seen').waitFor();
    await page.locator('.block').first().click();
    await lookAt('a', 'hello', 'content.richText');
    await page.getByText(/ also here$/).waitFor();
    await page.getByRole('button', { name: /^Follow / }).click();
    expect(await axeFaults(page)).toEqual([]);

    const placeOfFirst = async () => (await boxOf(page.locator('.group').first())).y;
    await page.getByRole('button', { name: 'Fit' }).click();
    await page.locator('.minimap').waitFor({ state: 'detached' });
    for (let times = 0; times < 5; times++)
      await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.locator('.minimap').waitFor();
    const top = await placeOfFirst();
    await drag(page.locator('.minimap'), endOf(page.locator('.minimap')));
    await eventually(async () => expect(await placeOfFirst()).not.toBe(top));

    await page.getByLabel('Show on the canvas').selectOption({ label: 'Visitors' });
    await page.getByText('Visitors: Nobody came yet').waitFor();
    await kind.click();
    await page.getByLabel('Show on the canvas').selectOption({ label: 'Changes' });
    await page.getByText(/^Changes: \d+ changes? since what is live/).waitFor();
    await page.locator('.marks text', { hasText: 'Added' }).first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByLabel('Show on the canvas').selectOption({ label: 'Explored' });
    await page.getByRole('button', { name: 'Explore the draft' }).click();
    await page.getByText(/^Explored: \d of \d blocks reached/).waitFor();
    await page.getByLabel('Show on the canvas').selectOption({ label: 'Try-out' });
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.locator('.marks text', { hasText: 'Step 3, waits' }).waitFor();
    expect(faults).toEqual([]);

    async function drag(part: Locator, to: Place | Promise<Place>): Promise<void> {
      const { x, y, width, height } = await boxOf(part);
      const end = await to;
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 4 });
      await page.mouse.up();
    }
  });
});

/** A place in the window, in pixels. */
interface Place {
  readonly x: number;
  readonly y: number;
}

/** A place at the lower end of a part. */
async function endOf(part: Locator): Promise<Place> {
  const { x, y, width, height } = await boxOf(part);
  return { x: x + width / 2, y: y + height - 2 };
}

async function draftOf(botId: string) {
  const query = 'query ($botId: ID!) { bot(id: $botId) { draft } }';
  const { data } = await queryGraphql(app().url, { query, variables: { botId } });
  return Draft.parse(partAt(data, 'bot.draft'));
}
