import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { Route } from 'playwright-core';
import { answerQuestion } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { eventually } from '../support/until.js';
import { axeFaults, COLOURS, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const example = new URL('../../examples/bots/quiz.json', import.meta.url);

describeInBrowser('at home in the console', () => {
  const browser = useBrowser();

  /** Opens an empty workspace, as the person who is signed in. */
  async function openHome(options: Parameters<typeof browser.openContext>[0] = {}) {
    const workspaceId = await makeWorkspace(restOf(app));
    const context = await browser.openContext(options);
    await signIntoBrowser(context, app());
    return browser.open(`${app().url}/console/w/${workspaceId}`, { context });
  }

  test('a person whose network fails while the console is loaded loads it again', async () => {
    const { page } = await openHome();
    await page.getByRole('button', { name: 'New bot' }).first().waitFor();
    await page.route('**/parts/show-*', (route) => route.abort());
    await page.reload();
    await page.getByText('The console cannot be shown').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Load it again' }).click();
    await page.getByRole('button', { name: 'New bot' }).first().waitFor();
  });

  test('a person makes a bot of an example, sees a picture of its flow in the list, finds it by Ctrl K, moves, renames and deletes its folder by keys, archives and restores it', async () => {
    const { page, faults } = await openHome();
    await page.getByRole('button', { name: 'New bot' }).first().click();
    await page.getByRole('button', { name: 'Quiz' }).click();
    await page.locator('.react-flow__node').first().waitFor();
    await page.getByRole('link', { name: 'All bots' }).click();
    await page.locator('.miniature rect').first().waitFor();
    expect(await page.locator('.miniature path').getAttribute('d')).toMatch(
      /^(M[\d.]+ [\d.]+L[\d.]+ [\d.]+)+$/,
    );
    await page.getByRole('button', { name: /^Account/ }).click();
    const menu = await page
      .getByRole('combobox', { name: 'Language of the console' })
      .boundingBox();
    expect((menu?.y ?? 800) + (menu?.height ?? 0)).toBeLessThan(800);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Inbox' }).waitFor();
    // Bots whose names do not have what is typed go at once, and not only with the answer.
    await page.getByRole('option', { name: 'Open Quiz' }).waitFor();
    await page.route(`${app().url}/graphql`, () => undefined);
    await page.getByRole('combobox', { name: 'Find a command' }).fill('invite');
    const offered = page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
    expect(await offered.allTextContents()).toEqual(['Settings: Members']);
    await page.unrouteAll();
    await page.getByRole('combobox', { name: 'Find a command' }).fill('help');
    await page.getByRole('option', { name: 'Help: the guides' }).waitFor();
    await page.getByRole('combobox', { name: 'Find a command' }).fill('dark');
    await page.getByRole('option', { name: 'Colours: Dark' }).click();
    const paper = 'getComputedStyle(document.body).backgroundColor';
    expect(await page.evaluate(paper)).toBe('rgb(20, 18, 31)');
    expect(await axeFaults(page, COLOURS)).toEqual([]);
    await page.reload();
    await page.locator('.miniature rect').first().waitFor();
    expect(await page.evaluate(paper)).toBe('rgb(20, 18, 31)');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill('as on the');
    await page.getByRole('option', { name: 'Colours: As on the device' }).click();
    expect(await page.evaluate(paper)).toBe('rgb(255, 255, 255)');
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Find a command' });
    const noBots = page.waitForResponse((one) => /new folder/.test(one.request().postData() ?? ''));
    await search.fill('new folder');
    await page.getByRole('option', { name: 'New folder' }).waitFor();
    await (await noBots).finished();
    // An arrow key before the server has answered: the first that it finds is the chosen one all the same.
    const waiting: Route[] = [];
    await page.route(`${app().url}/graphql`, (route) => void waiting.push(route));
    await search.fill('quiz');
    await page.getByText('Nothing matches').waitFor();
    await search.press('ArrowDown');
    await eventually(async () => expect(waiting).not.toEqual([]));
    for (const route of waiting) await route.continue();
    await page.unrouteAll();
    await page.getByRole('option', { name: 'Open Quiz', selected: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const press = async (name: string) => page.getByRole('button', { name }).press('Enter');
    const choose = async (label: string) => {
      await page.getByRole('button', { name: 'Move to …' }).locator('visible=true').press('Enter');
      await page.getByRole('option', { name: label, exact: true }).click();
    };
    await press('New folder');
    await page.getByRole('textbox', { name: 'The name of the folder' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    // Escape makes none, and leads back to where one was.
    await page.keyboard.press('Escape');
    await page.locator('button:focus', { hasText: 'New folder' }).waitFor();
    for (const name of ['Sales', 'Games']) {
      await press('New folder');
      await answerQuestion(page, 'Create', name);
    }
    await press('More for the folder Games');
    await page.getByRole('button', { name: 'Move to …' }).locator('visible=true').press('Enter');
    // Not into itself.
    await page.getByRole('option', { name: 'Sales' }).waitFor();
    const places = page.getByRole('dialog').getByRole('option');
    expect(await places.allTextContents()).toEqual(['All bots', 'Sales']);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('option', { name: 'Sales' }).click();
    // The menu that is opened next is that of the folder where it is then.
    await page.getByRole('button', { name: 'Games' }).first().waitFor({ state: 'detached' });
    await press('Sales (0)');
    await press('More for the folder Games');
    expect(await axeFaults(page)).toEqual([]);
    await press('Rename');
    expect(await page.getByRole('textbox', { name: 'The new name' }).inputValue()).toBe('Games');
    await answerQuestion(page, 'Rename', 'Play');
    await press('‹ All bots');
    await press('More for Quiz');
    await choose('Sales › Play');
    await page.getByRole('link', { name: 'Quiz' }).waitFor({ state: 'detached' });
    // No folder that can be seen from here has a bot.
    await page.getByText('All bots are in folders.').waitFor();
    expect(await page.getByText('There is no bot here yet.').count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await press('Sales › Play (1)');
    await page.getByRole('link', { name: 'Quiz' }).waitFor();
    await press('‹ All bots');
    await press('Sales (0)');
    await page.getByText('All bots are in folders.').waitFor();
    await press('Play (1)');
    await page.getByRole('link', { name: 'Quiz' }).waitFor();
    await press('‹ Sales');
    await press('More for the folder Play');
    await press('Delete');
    await page.getByText('Its bots and folders move up one level.').waitFor();
    await answerQuestion(page, 'Delete');
    await page.getByRole('link', { name: 'Quiz' }).waitFor();

    await page.getByRole('button', { name: 'More for Quiz' }).click();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('There is no bot here yet.').waitFor();
    await page.getByRole('checkbox', { name: 'Archive' }).check();
    await page.getByRole('button', { name: 'More for Quiz' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('No bot is found.').waitFor();
    expect(faults).toEqual([]);
  });

  test('a newcomer is led by a tour from an empty workspace to the link of a published bot, and never again', async () => {
    const { page, faults } = await openHome();
    const tour = page.getByRole('region', { name: 'Tour' });
    await tour.getByText('Step 1 of 4').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'New bot' }).first().click();
    await page.getByRole('button', { name: 'Quiz' }).click();
    await tour.getByText('Step 2 of 4').waitFor();
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByText('Step 3 of 4').waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await tour.getByText('Step 4 of 4').waitFor();
    await page.locator('.react-flow__node').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill('tidy');
    await page.getByRole('option', { name: 'Arrange the groups T' }).waitFor();
    await page.getByRole('combobox', { name: 'Find a command' }).fill('note');
    await page.getByRole('option', { name: 'Add a note S' }).click();
    await page.locator('.react-flow__node textarea').fill('To do');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill('publish');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    const link = await tour.getByRole('link').getAttribute('href');
    expect((await fetch(String(link))).status).toBe(200);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await tour.getByRole('button', { name: 'Finish the tour' }).press('Enter');
    await tour.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'All bots' }).click();
    await page.getByRole('button', { name: 'New workspace' }).click();
    await answerQuestion(page, 'Create', 'Second');
    await page.getByText('There is no bot here yet.').waitFor();
    const chosen = page.getByRole('combobox', { name: 'Workspace' }).locator('option:checked');
    await eventually(async () => expect(await chosen.textContent()).toBe('Second'));
    expect(await tour.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('a person whose browser speaks German makes a bot whose visitors read German buttons, archives and restores it in German, and changes to Spanish', async () => {
    const { page, faults } = await openHome({ locale: 'de-DE' });
    await page.getByText('Schritt 1 von 4').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByRole('button', { name: 'Rundgang beenden' }).click();
    await page.getByRole('button', { name: 'Neuer Bot' }).first().click();
    await page.getByRole('button', { name: 'Leerer Bot' }).click();
    await page.getByText('Gespeichert').waitFor();
    await page.getByRole('application', { name: 'Ablauf' }).press('/');
    const palette = page.getByRole('combobox', { name: /^Eine Gruppe hinzufügen/ });
    await palette.fill('Schaltfläche');
    await page.getByRole('option', { name: /^Knöpfe/ }).waitFor();
    await palette.fill('asks for a text');
    await page.getByRole('option', { name: /^Frage nach Text/ }).waitFor();
    await palette.fill('Textfrage');
    await palette.press('Enter');
    await page.keyboard.press('ControlOrMeta+Enter');
    const chat = page.frameLocator('iframe');
    await chat.getByRole('button', { name: 'Senden' }).waitFor();
    await chat.getByPlaceholder('Ihre Antwort …').waitFor();
    await page.getByRole('link', { name: 'Alle Bots' }).click();
    await page.getByRole('button', { name: 'Mehr zu Neuer Bot' }).click();
    await page.getByRole('button', { name: 'Archiv', exact: true }).click();
    await page.getByText('Hier ist noch kein Bot.').waitFor();
    await page.getByRole('checkbox', { name: 'Archiv' }).check();
    await page.getByRole('button', { name: 'Mehr zu Neuer Bot' }).click();
    await page.getByRole('button', { name: 'Wiederherstellen' }).click();
    await page.getByText('Kein Bot gefunden.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: /^Konto:/ }).click();
    await page.getByRole('combobox', { name: 'Sprache der Konsole' }).selectOption('Español');
    await page.getByRole('button', { name: 'Nuevo bot' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    expect(faults).toEqual([]);
  });

  test('of five files, one broken, four become bots, and the person reads what is wrong with the fifth', async () => {
    const { page, faults } = await openHome();
    const quiz = await readFile(example, 'utf8');
    const file = (name: string, text: string) => ({
      name: `${name}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
    const good = ['One', 'Two', 'Three', 'Four'].map((name) =>
      file(name, quiz.replace('"Quiz"', `"${name}"`)),
    );
    await page.getByRole('button', { name: 'New bot' }).first().click();
    await page.locator('input[type=file]').setInputFiles([...good, file('Broken', '{ "half": ')]);
    await page.getByText('4 of 5 imported.').first().waitFor();
    await page.getByText('Broken: This is not JSON.').first().waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Four' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
