import { afterEach, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { botOf, interview } from '../support/botOf.js';
import { boxOf, dragBy } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { partAt } from '../support/parts.js';
import { queryGraphql } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();

const Draft = z.object({
  groups: z.array(
    z.object({ title: z.string(), blocks: z.array(z.looseObject({ type: z.string() })) }),
  ),
  edges: z.array(z.looseObject({ to: z.object({ groupId: z.string() }) })),
});

describeInBrowser('on the canvas', () => {
  const browser = useBrowser();
  let page: Page;
  let botId: string;
  let faults: readonly string[];

  async function openFlow(): Promise<void> {
    const context = await browser.openContext({ reducedMotion: 'reduce' });
    await signIntoBrowser(context, app());
    ({ botId } = await makePublished(restOf(app), botOf(interview, { name: 'Interview' })));
    const opened = await browser.open(`${app().url}/console/b/${botId}/flow`, { context });
    ({ page, faults } = opened);
    page.setDefaultTimeout(9_000);
    await page.locator('.block').first().waitFor();
    await page.locator('.block .blockIcon[title]').first().waitFor();
  }

  afterEach(async () => {
    expect(faults).toEqual([]);
    await page.close();
  });

  async function draft() {
    const query = 'query ($botId: ID!) { bot(id: $botId) { draft } }';
    const { data } = await queryGraphql(app().url, { query, variables: { botId } });
    return Draft.parse(partAt(data, 'bot.draft'));
  }

  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  async function choose(kind: string): Promise<void> {
    await page.getByRole('dialog').getByRole('combobox').fill(kind);
    await press('Enter');
  }

  test('a person builds a path by keys alone: adds, connects, renames, moves, deletes and undoes', async () => {
    await openFlow();
    const before = await draft();
    const canvas = page.getByRole('application', { name: 'Flow' });
    // The keys are those of the canvas at once.
    await page.locator('.canvas:focus').waitFor();
    await press('/');
    await page.getByRole('dialog').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await choose('Buttons');
    await eventually(async () =>
      expect((await draft()).groups).toHaveLength(before.groups.length + 1),
    );
    const groups = page.locator('.react-flow__node .group');
    await press('/');
    await page.getByText(`At the end of “Group ${before.groups.length + 1}”`).waitFor();
    await choose('Number');
    await eventually(async () =>
      expect((await draft()).groups.at(-1)?.blocks.map(({ type }) => type)).toEqual([
        'choice input',
        'number input',
      ]),
    );
    await press('Alt+ArrowUp');
    await eventually(async () =>
      expect((await draft()).groups.at(-1)?.blocks[0]?.type).toBe('number input'),
    );
    await press('/');
    await page.getByText(/^In “Group \d+”, before “Buttons/).waitFor();
    await press('Escape');
    await press('c');
    await choose(before.groups[0]?.title ?? '');
    await eventually(async () =>
      expect((await draft()).edges).toHaveLength(before.edges.length + 1),
    );
    await canvas.focus();
    await page.locator('.group h2').last().click();
    await press('F2');
    await page.getByRole('textbox', { name: 'Title of the group' }).fill('Age');
    await press('Enter');
    await eventually(async () => expect((await draft()).groups.at(-1)?.title).toBe('Age'));
    const shown = await groups.count();
    await press('Delete');
    await eventually(async () => expect((await draft()).groups).toHaveLength(before.groups.length));
    expect(await groups.count()).toBe(shown - 1);
    await press('Control+z');
    await eventually(async () => expect((await draft()).groups.at(-1)?.title).toBe('Age'));
  });

  test('a person adds a text by keys, writes it at once, and goes back to the flow', async () => {
    await openFlow();
    await page.getByRole('button', { name: '+ Add' }).focus();
    await press('Enter');
    await choose('Text');
    const field = page.getByRole('textbox', { name: 'Text', exact: true });
    const focused = page.locator(':focus');
    await field.and(focused).waitFor();
    await page.keyboard.type('Welcome back');
    await eventually(async () =>
      expect(JSON.stringify((await draft()).groups.at(-1))).toContain('Welcome back'),
    );
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.getByText(/^Somebody else wrote/).count()).toBe(0);
    await press('Escape');
    await page.getByRole('application', { name: 'Flow' }).and(focused).waitFor();
    await press('Enter');
    await field.and(focused).waitFor();
  });

  test('a new group is shown together with the end of the group that leads to it', async () => {
    await openFlow();
    await page.setViewportSize({ width: 1280, height: 720 });
    const last = page.locator('.group').first().locator('.block').last();
    await last.click();
    await press('0', 'c');
    await choose('A new group');
    await choose('Wait');
    const added = page.locator('.group').last().locator('.block');
    await added.getByText('Wait').waitFor();
    await eventually(async () => {
      const canvas = await boxOf(page.locator('.canvas'));
      for (const box of [await boxOf(last), await boxOf(added)]) {
        expect(box.x).toBeGreaterThanOrEqual(canvas.x);
        expect(box.x + box.width).toBeLessThanOrEqual(canvas.x + canvas.width);
        expect(box.y).toBeGreaterThanOrEqual(canvas.y);
        expect(box.y + box.height).toBeLessThanOrEqual(canvas.y + canvas.height);
      }
    });
  });

  test('a person connects one of several buttons by keys', async () => {
    await openFlow();
    const title = (await draft()).groups[0]?.title ?? '';
    await page.getByRole('application', { name: 'Flow' }).focus();
    await press('/');
    await choose('Buttons');
    await page.getByRole('complementary').getByLabel('Text on the button').fill('Yes');
    await page.locator('.block').getByText('Yes').waitFor();
    await press('Escape', 'c');
    await choose('Yes');
    await page.getByRole('dialog', { name: 'Connect to …' }).waitFor();
    await choose(title);
    await eventually(async () =>
      expect((await draft()).edges.at(-1)).toMatchObject({ from: { itemId: expect.any(String) } }),
    );
  });

  test('an edge that is dragged to an empty place begins a new group; blocks are dragged between groups', async () => {
    await openFlow();
    const before = await draft();
    await dragBy(page, page.locator('.block .outlet').last(), { x: 60, y: 160 });
    await choose('Text');
    await eventually(async () => {
      const { groups, edges } = await draft();
      expect(groups).toHaveLength(before.groups.length + 1);
      expect(edges.length).toBeGreaterThan(0);
    });
    await page.getByRole('button', { name: 'Fit' }).click();
    const blocks = (await draft()).groups.map((group) => group.blocks.length);
    const block = page.locator('.block').first();
    const [from, to] = [
      await block.boundingBox(),
      await page.locator('.block').last().boundingBox(),
    ];
    if (!from || !to) throw new Error('There is no block');
    await dragBy(page, block, { x: to.x - from.x, y: to.y - from.y });
    await eventually(async () =>
      expect((await draft()).groups.map((group) => group.blocks.length)).not.toEqual(blocks),
    );
    expect(await axeFaults(page)).toEqual([]);
  });

  test('a group is copied and pasted, a click selects one of several, and its title is written on the canvas and in the form; a search steps through what it finds', async () => {
    await openFlow();
    const before = await draft();
    await page.locator('.group h2').first().click();
    await press('Control+c', 'Control+v');
    await eventually(async () =>
      expect((await draft()).groups).toHaveLength(before.groups.length + 1),
    );
    await press('Control+a');
    const form = page.getByRole('complementary', { name: 'Inspector' });
    await form.getByRole('heading', { name: `${before.groups.length + 1} groups` }).waitFor();
    await page.locator('.group h2').last().click();
    await form.getByRole('heading', { name: 'Group', exact: true }).waitFor();
    await press('F2');
    await page.getByRole('textbox', { name: 'Title of the group' }).fill('On the canvas');
    await form.getByRole('textbox', { name: 'Title' }).click();
    await press('Control+a');
    await page.keyboard.type('In the form');
    await page.getByRole('application', { name: 'Flow' }).focus();
    await eventually(async () => expect((await draft()).groups.at(-1)?.title).toBe('In the form'));
    await press('Control+f');
    await page.getByRole('searchbox', { name: 'Search in the flow' }).fill('text input');
    await press('Enter');
    await page.getByText(/^1 of \d+/).waitFor();
    await page.locator('.block.picked').waitFor();
    expect(page.url()).toContain('at=');
    await page.getByRole('button', { name: 'Outline' }).click();
    const tree = page.getByRole('tree', { name: 'Outline of the flow' });
    await tree.focus();
    await press('Home', 'ArrowDown', 'ArrowRight', 'ArrowRight');
    await tree.getByRole('treeitem', { selected: true, name: 'Text: Welcome!' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });
});
