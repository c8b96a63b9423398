import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import {
  type ChildServer,
  isRunning,
  postgresOf,
  prepareData,
  startChildServer,
} from '../support/childServer.js';
import { draftAt } from '../support/consolePage.js';
import { freePort } from '../support/freePort.js';
import { bodyOf, openTransport } from '../support/transports.js';
import { eventually, until } from '../support/until.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

describeInBrowser('a server that is killed', () => {
  const browser = useBrowser();
  let dataDir: string;
  let server: ChildServer;
  let settings: Readonly<Record<string, string>>;
  const rest = openTransport('REST', () => server.url);

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'parley-killed-'));
    // If this process is root, PostgreSQL runs as another user, who needs access.
    chmodSync(dataDir, 0o755);
    await prepareData(dataDir);
    settings = { ADMIN_TOKEN: TOKEN, PORT: String(await freePort()) };
    server = await startChildServer(dataDir, settings);
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    await until(() => !isRunning(postgresOf(dataDir)));
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('while a person types and adds blocks costs none of it', async () => {
    const { workspace } = await bodyOf(rest.createWorkspace({ name: 'Mine' }));
    const sent = { workspaceId: workspace.id, bot: botOf(interview) };
    const { bot } = await bodyOf(rest.createBot(sent));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['scripts/run.mjs', 'user', 'link'],
      { env: { ...process.env, DATA_DIR: dataDir, ...settings } },
    );
    const context = await browser.openContext({ reducedMotion: 'reduce' });
    const [link = ''] = /http\S+/.exec(stdout) ?? [];
    const { page } = await browser.open(link, { context });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Open the console' }).waitFor();
    await page.goto(`${server.url}/console/b/${bot.id}/flow?at=Start`);
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.fill('');
    await title.pressSequentially('Typed bef');
    await server.end('SIGKILL');
    await title.pressSequentially('ore and after');
    await page.keyboard.press('Tab');
    await page.getByRole('application', { name: 'Flow' }).focus();
    await page.keyboard.press('Control+d');
    await page.getByText(/\d waiting/).waitFor();
    await until(() => !isRunning(postgresOf(dataDir)));
    server = await startChildServer(dataDir, settings);
    const typed = { title: 'Typed before and after' };
    await eventually(async () =>
      expect(await draftAt({ url: server.url }, bot.id, 'groups')).toMatchObject([typed, typed]),
    );
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.locator('.notices').count()).toBe(0);
  });
});
