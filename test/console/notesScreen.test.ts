import { expect, test } from '@jest/globals';
import { draftAt, dragBy } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { eventually } from '../support/until.js';
import { flow } from '../support/canvasFlow.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();

describeInBrowser('on the canvas', () => {
  const browser = useBrowser();

  test('a person writes a note by keys, moves, enlarges, colors, copies and finds it by pointer, and takes all of it back', async () => {
    const context = await browser.openContext({ reducedMotion: 'reduce' });
    await signIntoBrowser(context, app());
    const bot = { name: 'Colours', version: '6', ...flow };
    const { botId } = await makePublished(restOf(app), bot);
    const { page, faults } = await browser.open(`${app().url}/console/b/${botId}/flow`, {
      context,
    });
    page.setDefaultTimeout(9_000);
    await page.locator('.block .blockIcon[title]').first().waitFor();
    const before = JSON.stringify(await draftAt(app(), botId));
    const notes = async () => draftAt(app(), botId, 'notes');
    const canvas = page.getByRole('application', { name: 'Flow' });

    await canvas.focus();
    await page.keyboard.press('s');
    await page.keyboard.type('Legal has to read this');
    await page.keyboard.press('Escape');
    const note = page.locator('.note');
    await note.getByText('Legal has to read this').waitFor();
    await eventually(async () =>
      expect(await notes()).toMatchObject([{ text: 'Legal has to read this' }]),
    );
    expect(await axeFaults(page)).toEqual([]);

    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.type(', said Ada');
    // What is written is stored without leaving the field, and stays when the page is loaded again.
    await eventually(async () =>
      expect(await notes()).toMatchObject([{ text: 'Legal has to read this, said Ada' }]),
    );
    await page.reload();
    await note.click();
    await page.getByRole('radio', { name: 'Green' }).check();
    await eventually(async () => expect(await notes()).toMatchObject([{ color: 'green' }]));
    const [sizeBefore, placeBefore] = [await note.boundingBox(), await notes()];
    await dragBy(page, note.locator('.corner'), { x: 60, y: 40 });
    await eventually(async () =>
      expect((await note.boundingBox())?.width).toBeGreaterThan((sizeBefore?.width ?? 0) + 30),
    );
    await eventually(async () => expect(await notes()).not.toEqual(placeBefore));
    const sized = await notes();
    await dragBy(page, note, { x: -80, y: 0 });
    await eventually(async () => expect(await notes()).not.toEqual(sized));
    await page.getByLabel('Width').fill('320');
    await page.keyboard.press('Tab');
    await eventually(async () => expect(await notes()).toMatchObject([{ size: { width: 320 } }]));

    await canvas.focus();
    await page.keyboard.press('Control+d');
    await eventually(async () => expect(await notes()).toHaveLength(2));
    await page.keyboard.press('Delete');
    await eventually(async () => expect(await notes()).toHaveLength(1));
    await page.keyboard.press('Control+f');
    await page.keyboard.type('legal');
    await page.getByText('0 of 1').waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Text', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Outline' }).click();
    const row = page.getByRole('treeitem', { name: 'Note: Legal has to read this, said Ada' });
    await row.and(page.locator('[aria-selected=true]')).waitFor();
    expect(await axeFaults(page)).toEqual([]);

    await canvas.focus();
    // More often than there are steps, since an empty history does nothing.
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Control+z');
    await eventually(async () => expect(JSON.stringify(await draftAt(app(), botId))).toBe(before));
    expect(faults).toEqual([]);
  });
});
