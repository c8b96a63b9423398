import { expect, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { chatWith } from '../support/chatWith.js';
import { botOf, interview } from '../support/botOf.js';
import { answerQuestion } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makeWorkspace, publishIn, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);

describeInBrowser('the chats of visitors, in the console,', () => {
  const browser = useBrowser();

  async function signedIn(): Promise<BrowserContext> {
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    return context;
  }

  test('are results in a table that says when more come, and each has its transcript and variables', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { botId, publicId } = await publishIn(rest, workspaceId, botOf(interview));
    await chatWith(rest, publicId, ['Ada', '36']);
    const context = await signedIn();
    const { page, faults } = await browser.open(`${app().url}/console/b/${botId}/results`, {
      context,
    });
    await page.getByRole('cell', { name: 'Ada' }).waitFor();
    const grace = await chatWith(rest, publicId, ['Grace']);
    await page.getByRole('button', { name: /^\d+ new$/ }).click();
    await page.getByRole('cell', { name: 'Grace' }).waitFor();
    await bodyOf(rest.continueChat({ sessionId: grace.sessionId, message: '40' }));
    await page.getByRole('cell', { name: '40', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^\d+ new$/ }).count()).toBe(0);
    for (const box of await page.locator('.results tbody').getByRole('checkbox').all())
      await box.check();
    await page.getByRole('button', { name: 'Erase 2' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Completed only' }).check();
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns and view' });
    await dialog.getByRole('button', { name: 'Move Age left' }).click();
    await dialog.getByRole('button', { name: 'Pin Name' }).click();
    await dialog.getByRole('spinbutton', { name: 'Width of Age in pixels' }).fill('300');
    await dialog.getByRole('textbox', { name: 'Name of the view' }).fill('Done');
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const heads = async () => page.locator('.results th').allTextContents();
    await eventually(async () => expect((await heads()).slice(3)).toEqual(['Name', 'Age']));
    await page.getByRole('combobox', { name: 'Filter by' }).selectOption('Age');
    await page.getByRole('textbox', { name: 'Value' }).fill('40');
    await page.keyboard.press('Enter');
    await page.getByText('Age contains “40”').waitFor();
    await page.getByRole('cell', { name: 'Ada' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Erase 1' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.reload();
    await eventually(async () => expect((await heads()).slice(3)).toEqual(['Name', 'Age']));
    await page.getByRole('button', { name: 'Remove the filter: Age contains “40”' }).click();
    await page.getByRole('cell', { name: 'Ada' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Completed only' }).isChecked()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'View' }).inputValue()).not.toBe('');
    expect(
      (await page.getByRole('columnheader', { name: 'Age' }).boundingBox())?.width,
    ).toBeGreaterThanOrEqual(300);
    await page.getByRole('button', { name: 'Columns' }).click();
    await dialog.getByRole('button', { name: 'Delete the view' }).click();
    await answerQuestion(page, 'Delete');
    await eventually(async () => expect((await heads()).slice(3)).toEqual(['Name', 'Age']));
    await page.getByRole('row', { name: 'Ada' }).getByRole('link').click();
    await page.getByRole('region', { name: 'Transcript' }).getByText('36').waitFor();
    expect(await page.locator('.botBar nav .active').textContent()).toBe('Results');
    // The filter is kept.
    await page.getByRole('link', { name: '‹ All results' }).click();
    expect(await page.getByRole('checkbox', { name: 'Completed only' }).isChecked()).toBe(true);
    await page.getByRole('row', { name: 'Ada' }).getByRole('link').click();
    await page.getByRole('region', { name: 'Transcript' }).getByText('36').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const { sessionId } = await chatWith(rest, publicId, ['Zoe']);
    await page.getByRole('link', { name: 'Analytics' }).click();
    await page.getByText('Where visitors leave').waitFor();
    const totals = page.locator('.totals dd');
    await eventually(async () =>
      expect(await totals.allTextContents()).toEqual(['3', '3', '2', '67 %']),
    );
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: '1 of 3 left' }).click();
    await page.getByText(/^Left at /).waitFor();
    await page.getByRole('cell', { name: 'Zoe' }).waitFor();
    expect(await page.locator('.results tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: 'Analytics' }).click();
    // Those who left there, and those who answered.
    const asked = page.getByRole('row', { name: 'Number question: ' });
    await asked.getByRole('link', { name: '3', exact: true }).click();
    await page.getByText(/^Reached Group “.*”, block \d+ \(Number question\)/).waitFor();
    await page.getByRole('cell', { name: 'Ada' }).waitFor();
    await page.getByRole('cell', { name: 'Zoe' }).waitFor();
    expect(await page.locator('.results tbody tr').count()).toBe(3);
    await page.getByRole('link', { name: 'Analytics' }).click();
    await page.getByRole('button', { name: 'Break down by source …' }).click();
    await page.getByRole('checkbox', { name: 'Name' }).check();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption({ index: 1 });
    await page
      .getByRole('region', { name: 'Two versions compared' })
      .getByText('67 %')
      .first()
      .waitFor();
    await page.getByRole('figure').getByText('All versions').waitFor();
    await asked.getByRole('link', { name: /sec$/ }).first().waitFor();
    await eventually(async () => {
      await page.reload();
      await page
        .getByRole('region', { name: 'Name' })
        .getByRole('row', { name: 'Zoe' })
        .waitFor({ timeout: 3_000 });
    });
    expect(await axeFaults(page)).toEqual([]);
    const { resultId: gone } = await chatWith(rest, publicId, ['Mia', '20']);
    const mia = page.getByRole('region', { name: 'Name' }).getByRole('row', { name: 'Mia' });
    await mia.waitFor();
    await page
      .getByRole('region', { name: 'Name' })
      .getByRole('row', { name: 'Zoe' })
      .getByRole('link', { name: '1' })
      .first()
      .click();
    await page.getByText('Name: Zoe').waitFor();
    await page.getByRole('cell', { name: 'Zoe' }).waitFor();
    expect(await page.locator('.results tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: 'Remove the filter: Name: Zoe' }).click();
    await page.getByRole('cell', { name: 'Mia' }).waitFor();
    await bodyOf(rest.deleteResults({ botId, resultIds: [String(gone)] }));
    await page.getByRole('cell', { name: 'Mia' }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: 'Zoe' }).getByRole('link').click();
    await page.getByRole('link', { name: 'What happened inside' }).click();
    await page.getByRole('region', { name: 'Inside the chat' }).waitFor();
    // A link to what results are not counted by any more does not take the bot away.
    await page.goto(`${app().url}/console/b/${botId}/results?segment=CHANNEL~~=WEB`);
    await page.getByText('The bot has no such segment').waitFor();
    await page.getByRole('button', { name: 'Remove the filter: Channel: Web' }).click();
    await page.getByRole('row', { name: 'Zoe' }).getByRole('link').click();
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByText('Zoe').first().waitFor();
    await bodyOf(rest.continueChat({ sessionId, message: 'young' }));
    await transcript.getByText('young').waitFor();
    await page.getByRole('link', { name: 'Answer in the inbox' }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('You have this chat').waitFor();
    expect(faults).toEqual([]);
  });
});
