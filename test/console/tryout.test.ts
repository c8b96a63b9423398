import { expect, test } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { botOf, interview } from '../support/botOf.js';
import { settings } from '../support/chatsInBrowser.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();

describeInBrowser('in the console', () => {
  const browser = useBrowser();

  /** Opens a screen of a new bot, as the person who is signed in. */
  async function openBot(screen: string, options: BrowserContextOptions = {}) {
    const bot = botOf(interview, { name: 'Interview', settings });
    const { botId } = await makePublished(restOf(app), bot);
    const context = await browser.openContext(options);
    await signIntoBrowser(context, app());
    return browser.open(`${app().url}/console/b/${botId}/${screen}`, { context });
  }

  test('an author tries a draft beside the canvas, from the start and as a visitor with a name', async () => {
    const { page, faults } = await openBot('flow');
    await page.locator('.react-flow__node').first().waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
    await says(page, 'Welcome!');
    await answer(page, 'Ada');
    await says(page, 'Hi Ada, how old are you?');
    await chatOf(page).getByRole('textbox').press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Variables' }).click();
    await page.getByRole('textbox', { name: 'Age', exact: true }).fill('36');
    await page.getByRole('button', { name: 'Begin with these' }).click();
    await page.getByRole('button', { name: 'Variables (1)' }).waitFor();
    await says(page, 'Welcome!');
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('an author tries at once what they have just written', async () => {
    const { page } = await openBot('flow');
    await page.route('**/graphql', async (route) => {
      const isEdit = route.request().postData()?.includes('mutation EditFlow') === true;
      if (isEdit) await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    await page.locator('.block', { hasText: 'Welcome!' }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' Again!');
    await page.getByRole('button', { name: 'Try it' }).click();
    await says(page, 'Welcome! Again!');
  });

  test('an author sees what each turn did, pauses in one and changes a variable, goes back to answer in another way, and keeps a chat as a test', async () => {
    const { page, faults } = await openBot('try');
    const inside = page.getByRole('region', { name: 'Inside the chat' });
    await says(page, 'Welcome!');
    await answer(page, 'Ada');
    await inside.getByText('Name: — → Ada').waitFor();
    await inside.getByRole('button', { name: 'Pause before Start: Number question' }).click();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restart' }).click();
    await inside.getByText('Turn 2').waitFor({ state: 'detached' });
    await inside.getByText('Turn 1').waitFor();
    await answer(page, 'Bo');
    await inside.getByText('Paused before Start: Number question').waitFor();
    await inside.getByLabel('Name', { exact: true }).fill('Cy');
    await inside.getByLabel('Name', { exact: true }).press('Tab');
    await inside.getByText('You changed variables').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+\\');
    await says(page, 'Hi Bo, how old are you?');
    await inside.getByRole('cell', { name: 'Cy' }).waitFor();
    await inside.getByRole('button', { name: 'Pause before Start: Number question' }).click();
    await inside.getByText('Turn 1').click();
    await inside.getByRole('button', { name: 'Go on from here in another way' }).first().click();
    await inside.getByText('Turn 2').waitFor({ state: 'detached' });
    await answer(page, 'Zoe');
    await says(page, 'Hi Zoe, how old are you?');
    await page.getByRole('button', { name: 'Restart' }).click();
    await answer(page, 'Ada');
    await says(page, 'Hi Ada, how old are you?');
    await inside.getByText('Keep this as a test').click();
    await inside.getByLabel('Name of the test').fill('Greets by name');
    await inside.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('link', { name: 'See the tests' }).click();
    await page.getByRole('button', { name: 'Run the test' }).click();
    await page.getByText('1 passed, 0 failed').waitFor();
    await page.getByRole('button', { name: 'Explore the draft' }).click();
    await page.getByText('Nothing went wrong.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a chat that is tried starts once while its page loads, and again where that was lost', async () => {
    const { page } = await openBot('flow');
    let started = 0;
    await page.route('**/graphql', async (route) => {
      const isStart = route.request().postData()?.includes('mutation Preview') === true;
      started += isStart ? 1 : 0;
      return isStart && started === 1 ? route.abort() : route.continue();
    });
    await page.goto(page.url().replace(/flow$/, 'try'));
    await says(page, 'Welcome!');
    expect(started).toBe(2);
    await page.reload();
    await says(page, 'Welcome!');
    expect(started).toBe(3);
  });

  test('an author publishes with a name for the version, copies what goes into a site, and goes back to an earlier version', async () => {
    const { page, faults } = await openBot('versions');
    await page.getByText('Nothing is different.').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('✓ No problems were found.').waitFor();
    await dialog.getByLabel('Name of this version').fill('Kinder');
    await dialog.getByLabel('They move with their next message, or').check();
    await dialog.getByText('No chat is open.').waitFor();
    await dialog.getByLabel('What is said when a chat ends').fill('Please begin again.');
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish it again' }).click();
    await dialog.getByRole('button', { name: 'Bubble' }).click();
    await dialog.getByText('data-layout="bubble"').waitFor();
    await dialog.getByRole('button', { name: 'React' }).click();
    await dialog.getByText('<parley-chat bot=').waitFor();
    await dialog.getByRole('img', { name: /^QR code of http/ }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    expect(await dialog.getByLabel('What is said when a chat ends').inputValue()).toBe(
      'Please begin again.',
    );
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: '2 · Kinder Live' }).waitFor();
    await page.getByRole('button', { name: 'Version 1' }).click();
    await page.getByRole('button', { name: 'Make it live again' }).click();
    await page.getByText('New chats run this version now.').waitFor();
    await page.getByRole('button', { name: 'Version 1 Live' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a person whose browser speaks German reads in German how the flow goes, what a turn did and what publishing changes', async () => {
    const { page, faults } = await openBot('flow', { locale: 'de-DE' });
    await page.getByRole('button', { name: 'Gliederung' }).click();
    await page.getByRole('treeitem', { name: 'Start, führt zu Start' }).waitFor();
    await page.getByRole('treeitem', { name: 'Start, 5 Blöcke' }).click();
    await page.keyboard.press('F2');
    await page.getByLabel('Titel der Gruppe').fill('Anfang');
    await page.getByLabel('Titel der Gruppe').press('Enter');
    await page.keyboard.press('ControlOrMeta+Enter');
    await answer(page, 'Ada');
    await page.getByText('Testchat: 4 Schritte').waitFor();
    await page.getByRole('button', { name: 'Untersuchen' }).click();
    await page.getByText('Wartet auf den Besucher').last().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Versionen' }).click();
    await page.getByRole('button', { name: 'Veröffentlichen' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Gruppe „Start“ heißt jetzt „Anfang“.').waitFor();
    await dialog.getByText('Es wurden keine Probleme gefunden.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

const chatOf = (page: Page) => page.frameLocator('iframe[title="Chat"]');

async function says(page: Page, text: string): Promise<void> {
  await chatOf(page).getByText(text).last().waitFor();
}

async function answer(page: Page, text: string): Promise<void> {
  await chatOf(page).getByRole('textbox').fill(text);
  await chatOf(page).getByRole('textbox').press('Enter');
}
