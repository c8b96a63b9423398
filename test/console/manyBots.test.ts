import { expect, test } from '@jest/globals';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { botOf, interview } from '../support/botOf.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();

describeInBrowser('in the console', () => {
  const browser = useBrowser();

  test('a person comes to the last of 150 bots', async () => {
    const rest = restOf(app);
    const workspaceId = await makeWorkspace(rest);
    const bot = botOf(interview, { name: 'The first' });
    const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
    await copyBot(made.id, 149);
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const address = `${app().url}/console/w/${workspaceId}`;
    const { page, faults } = await browser.open(address, { context });
    await page.locator('.botCard').nth(47).waitFor();
    const older = page.getByRole('button', { name: 'Older', exact: true });
    const first = page.locator('.botCard').first();
    for (let left = 3; left > 0; left -= 1) {
      const shown = await first.textContent();
      await older.click();
      await eventually(async () => expect(await first.textContent()).not.toBe(shown));
    }
    await page.getByRole('link', { name: 'The first' }).waitFor();
    expect(await older.isDisabled()).toBe(true);
    expect(faults).toEqual([]);
  });
});

/** Makes copies of a bot, which were changed after it. */
async function copyBot(botId: string, count: number): Promise<void> {
  const { databaseUrl } = app();
  const columns = await rowsOf<{ name: string }>(
    databaseUrl,
    `select column_name as name from information_schema.columns
      where table_name = 'bot' and is_generated = 'NEVER'`,
  );
  const others: Readonly<Record<string, string>> = {
    id: `'bot_copy' || n`,
    name: `'Copy ' || n`,
    updated_at: `updated_at + interval '1 second'`,
  };
  const names = columns.map(({ name }) => name);
  await rowsOf(
    databaseUrl,
    `insert into bot (${names.join()}) select ${names.map((name) => others[name] ?? name).join()}
      from bot, generate_series(1, ${count}) n where id = $1`,
    [botId],
  );
}
