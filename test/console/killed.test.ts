import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { atWork } from '../../bench/chaos/authors/atWork.js';
import { readBot } from '../../bench/chaos/authors/readBot.js';
import { signIn } from '../../bench/chaos/authors/signIn.js';
import { chanceOf } from '../../bench/chaos/chance.js';
import { type Phoenix, startPhoenix } from '../../bench/chaos/phoenix.js';
import { benchFlow } from '../../bench/flow.js';
import { importWithWorkspace } from '../../bench/publishBot.js';
import { bundleServer } from '../../scripts/bundle.mjs';
import { findRunningPostgres } from '../../src/storage/postgres/runningPostgres.js';
import { prepareData } from '../support/childServer.js';
import { eventually } from '../support/until.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

describeInBrowser('a server that is killed', () => {
  const browser = useBrowser();
  const undos: (() => void | Promise<void>)[] = [];
  let dataDir: string;
  let server: Phoenix;
  const databaseUrl = () => findRunningPostgres(dataDir) ?? '';
  const openContext = async () => browser.openContext({ reducedMotion: 'reduce' });

  beforeAll(async () => {
    await bundleServer();
    dataDir = mkdtempSync(join(tmpdir(), 'parley-killed-'));
    // If this process is root, PostgreSQL runs as another user, who needs access.
    chmodSync(dataDir, 0o755);
    undos.push(() => rmSync(dataDir, { recursive: true, force: true }));
    await prepareData(dataDir);
    const settings = { DATA_DIR: dataDir };
    server = await startPhoenix('', { settings }, (undo) => void undos.push(undo));
  });
  afterAll(async () => {
    for (const undo of undos.toReversed()) await undo();
  });

  test('while a person types, adds and arranges groups, and loads the page again, costs none of it', async () => {
    const { botId, workspaceId } = await importWithWorkspace(server.now(), benchFlow);
    const url = `http://127.0.0.1:${server.port}`;
    const context = await openContext();
    await context.addCookies([await signIn(databaseUrl(), { name: 'Ada', workspaceId, url })]);
    const { page } = await browser.open(`${url}/console/b/${botId}/flow?at=first`, { context });
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await title.fill('');
    await title.pressSequentially('Typed bef');
    await server.now().kill();
    await title.pressSequentially('ore and after');
    await page.keyboard.press('Tab');
    const canvas = page.getByRole('application', { name: 'Flow' });
    await canvas.focus();
    await page.keyboard.press('Control+d');
    await page.getByText(/\d waiting/).waitFor();
    await page.getByLabel('Show on the canvas').selectOption({ label: 'Changes' });
    const unread = page.getByText('A part of this page could not be read.');
    await unread.waitFor();
    await page.getByRole('button', { name: 'Tidy' }).click();
    await server.rise();
    await unread.waitFor({ state: 'detached' });
    await canvas.focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Title of the group' }).waitFor();
    await page.keyboard.type('Typed before the page is left');
    await page.reload();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Name of Wish').fill('Dream');
    await page.reload();
    await eventually(async () => {
      const { stored } = await readBot(server.now(), { botId, after: Infinity });
      const titles = ['Typed before and after', 'second', 'Typed before the page is left'];
      expect(stored.flow.groups.map((group) => group['title'])).toEqual(titles);
      expect(stored.flow.variables.map(({ name }) => name)).toEqual(['Name', 'Dream']);
    });
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.locator('.notices').count()).toBe(0);
  });

  test('while two people edit one flow costs neither of them anything, and both see what is stored', async () => {
    const seed = 28;
    const outcome = await atWork(
      { seed, chance: chanceOf(seed), say: () => undefined },
      {
        ...{ server, databaseUrl, openContext },
        ...{ goesOn: (round) => round === 0, actions: 6, thinks: 100 },
      },
    );
    expect(outcome.broken).toEqual([]);
    expect(outcome.figures).toMatchObject({ actions: 12, kills: 1, checkpoints: 1 });
    expect(outcome.figures['gestures']).toBeGreaterThan(6);
  });
});
