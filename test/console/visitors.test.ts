import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { recordsAt, partAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { makeWorkspace, publishIn, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp({ AUDIT_LOG_DAYS: '90' });
const rest = restOf(app);

describeInBrowser('in the settings of a workspace', () => {
  const browser = useBrowser();

  async function chatAs(publicId: string, name: string): Promise<void> {
    const { sessionId } = await bodyOf(rest.startChat({ publicId }));
    await bodyOf(rest.continueChat({ sessionId, message: name }));
  }

  test('a person sees what is kept for how long, and finds, exports and erases what all bots have of one visitor', async () => {
    const workspaceId = await makeWorkspace(rest);
    const shop = await publishIn(rest, workspaceId, { ...botOf(interview), name: 'Shop' });
    const old = await publishIn(rest, workspaceId, { ...botOf(interview), name: 'Old' });
    await publishIn(rest, workspaceId, { ...botOf(interview), name: 'Empty' });
    for (let count = 0; count < 12; count += 1) await chatAs(shop.publicId, 'Ada Byron');
    await chatAs(shop.publicId, 'Bo');
    await chatAs(old.publicId, 'ada byron');
    await bodyOf(rest.deleteBot({ botId: old.botId }));
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const { page, faults } = await browser.open(
      `${app().url}/console/w/${workspaceId}/settings/data`,
      { context },
    );
    await page.getByRole('row', { name: 'The audit log 90 AUDIT_LOG_DAYS' }).waitFor();

    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`${app().url}/graphql`, async (route) => {
      const sent = route.request().postData() ?? '';
      if (/"resultsAfter":"/.test(sent)) await held;
      return route.continue();
    });
    await page.getByRole('searchbox').fill('ADA BYRON');
    await page.keyboard.press('Enter');
    await page.getByText('5 found, 2 of').waitFor();
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Erase 5' }).click();
    // What is erased while the search goes on is not found by the rest of it.
    await page.getByText('0 found, 2 of').waitFor();
    await page.getByRole('button', { name: 'Erase now' }).click();
    await page.getByText('5 results were erased.').waitFor();
    release();
    await page.getByText('8 found. All 3 bots were searched.').waitFor();
    await page.getByText('Old (archived)').waitFor();
    await page.getByText('Name: ada byron', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Show' }).count()).toBe(7);
    expect(await axeFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Choose all' }).click();
    await bodyOf(rest.restoreBot({ botId: old.botId }));
    await page.getByRole('button', { name: 'Export as JSON' }).click();
    await page.getByText('“Old” was archived or restored since the search').waitFor();
    await bodyOf(rest.deleteBot({ botId: old.botId }));
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as JSON' }).click();
    const file = readFileSync(await (await saving).path(), 'utf8');
    const results = recordsAt(JSON.parse(file), 'results');
    const said = results.map((one) => [
      partAt(one, 'bot.name'),
      partAt(one, 'result.transcript.1.text'),
    ]);
    expect(said).toHaveLength(8);
    expect(said).toContainEqual(['Old', 'ada byron']);

    await page.getByRole('button', { name: 'Erase 8' }).click();
    await page.getByText('Nothing else was found.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('8 found.').waitFor();
    await page.getByRole('button', { name: 'Erase 8' }).click();
    await page.getByRole('button', { name: 'Erase now' }).click();
    await page.getByText('13 results were erased. Nothing else was found.').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('ADA BYRON');
    const left = await rowsOf(
      app().databaseUrl,
      'select variables::text as held from result where not is_archived',
      [],
    );
    expect(left).toEqual([{ held: expect.stringContaining('Bo') }]);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('results Old').waitFor();
    expect(faults).toEqual([]);
  });
});
