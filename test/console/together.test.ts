import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { draftAt } from '../support/consolePage.js';
import { flow } from '../support/canvasFlow.js';
import { signedInBrowser } from '../support/oauthFlow.js';
import { textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { eventually } from '../support/until.js';
import { makeWorkspace, publishIn, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { saveUser } from '../support/users.js';

const app = useApp();
const rest = restOf(app);

describeInBrowser('two people in one flow', () => {
  const browser = useBrowser();

  async function openFlow(botId: string, userId?: string) {
    const context = await browser.openContext({ reducedMotion: 'reduce' });
    const [name = '', value = ''] = (await signedInBrowser(app(), userId)).split('=');
    await context.addCookies([{ name, value, url: app().url }]);
    const opened = await browser.open(`${app().url}/console/b/${botId}/flow`, { context });
    opened.page.setDefaultTimeout(20_000);
    await opened.page.locator('.block .blockIcon[title]').first().waitFor();
    return opened;
  }

  /** Two windows with one flow: of the owner, and of Bo. */
  async function openTwo() {
    const workspaceId = await makeWorkspace(rest);
    const bot = { name: 'Colours', version: '6', ...flow };
    const { botId } = await publishIn(rest, workspaceId, bot);
    await saveUser(app().databaseUrl, { workspaceId, role: 'ADMIN' });
    const people = await rowsOf(
      app().databaseUrl,
      `update app_user set name = 'Bo' where id in
        (select user_id from member where workspace_id = $1 and user_id like 'usr_z%') returning id`,
      [workspaceId],
    );
    const bo = textAt({ people }, 'people.0.id');
    return { botId, mine: await openFlow(botId), theirs: await openFlow(botId, bo) };
  }

  const rename = async (page: Page, from: string, to: string) => {
    await page.getByRole('heading', { name: from, exact: true }).first().click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(to);
    await page.keyboard.press('Tab');
  };
  const moveDown = async (page: Page) => {
    for (const key of ['m', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  };

  test('see at which group the other works, and where the other points, live, and go on where the other deletes what was selected', async () => {
    const { mine, theirs } = await openTwo();
    await theirs.page.getByRole('heading', { name: 'Group b', exact: true }).first().click();
    await mine.page.locator('.group', { hasText: 'Group b' }).locator('.people').waitFor();
    const middleOf = async (page: Page) => {
      const box = await page.locator('.block').last().boundingBox();
      return {
        x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
        y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
      };
    };
    const pointer = mine.page.locator('.pointer', { hasText: 'Bo' });
    const pointsAt = async () => {
      const box = await pointer.boundingBox();
      return [box?.x ?? 0, box?.y ?? 0].map(Math.round);
    };
    const to = await middleOf(theirs.page);
    await theirs.page.mouse.move(to.x, to.y);
    await pointer.waitFor();
    const here = await middleOf(mine.page);
    await eventually(async () => {
      const [x = 0, y = 0] = await pointsAt();
      expect(Math.hypot(x - here.x, y - here.y)).toBeLessThan(4);
    });
    await theirs.page.mouse.move(to.x - 200, to.y - 100, { steps: 5 });
    await eventually(async () => {
      const [x = 0, y = 0] = await pointsAt();
      expect(Math.hypot(x - here.x + 200, y - here.y + 100)).toBeLessThan(4);
    });
    expect(await axeFaults(mine.page)).toEqual([]);
    // The bar of the bot is not the canvas.
    await theirs.page.mouse.move(200, 20);
    await pointer.waitFor({ state: 'detached' });

    await mine.page.getByRole('heading', { name: 'Group b', exact: true }).first().click();
    await theirs.page.getByRole('application', { name: 'Flow' }).focus();
    await theirs.page.keyboard.press('Delete');
    await mine.page.locator('.group', { hasText: 'Group b' }).waitFor({ state: 'detached' });
    await mine.page.getByRole('heading', { name: 'Group a', exact: true }).first().click();
    await mine.page.keyboard.press('F2');
    await mine.page.getByRole('textbox', { name: 'Title of the group' }).waitFor();
    expect([...mine.faults, ...theirs.faults]).toEqual([]);
  });

  test('decide what becomes of an undo that would take back what the other did since', async () => {
    const { botId, mine, theirs } = await openTwo();
    const { page } = mine;
    const groups = async () => draftAt(app(), botId, 'groups');
    await rename(page, 'Group a', 'Mine');
    await rename(theirs.page, 'Mine', 'Yours');
    await page.getByRole('heading', { name: 'Yours', exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    const card = page.getByRole('alert', { name: 'Changed by others since' });
    await card.getByText('This would also take back what Bo did since:').waitFor();
    await card.getByText('Group “Mine” is called “Yours” now.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await card.getByRole('button', { name: 'Keep theirs' }).click();
    await card.waitFor({ state: 'detached' });
    await eventually(async () => expect(await groups()).toMatchObject([{ title: 'Yours' }, {}]));

    // A gesture of two groups, of which the other person then moves one.
    await page.getByRole('application', { name: 'Flow' }).focus();
    await page.keyboard.press('Control+a');
    await moveDown(page);
    const placed = (...ys: readonly number[]) => ys.map((y) => ({ graphCoordinates: { y } }));
    await eventually(async () => expect(await groups()).toMatchObject(placed(16, 16)));
    await theirs.page.getByRole('heading', { name: 'Yours', exact: true }).first().click();
    await theirs.page.getByRole('application', { name: 'Flow' }).focus();
    await moveDown(theirs.page);
    await eventually(async () => expect(await groups()).toMatchObject(placed(32, 16)));
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await card.getByText('1 group was moved on the canvas.').waitFor();
    await card.getByRole('button', { name: 'Take back the rest' }).click();
    await eventually(async () => expect(await groups()).toMatchObject(placed(32, 0)));
    await page.getByRole('button', { name: 'Redo' }).click();
    await eventually(async () => expect(await groups()).toMatchObject(placed(32, 16)));
    expect([...mine.faults, ...theirs.faults]).toEqual([]);
  });
});
