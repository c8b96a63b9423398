import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { answerIn, dragBy, saysIn } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

/** A script that counts the parts of the flow of which all is in view. */
const WHOLLY_SEEN = `(({ left, right, top, bottom }) =>
  [...document.querySelectorAll('.react-flow__node')]
    .map((node) => node.getBoundingClientRect())
    .filter((one) => one.left >= left && one.right <= right && one.top >= top && one.bottom <= bottom).length
)(document.querySelector('.react-flow').getBoundingClientRect())`;

const app = useApp();
const rest = restOf(app);

describeInBrowser('a newcomer', () => {
  const browser = useBrowser();

  test('builds a lead form by hand with a choice and a condition, finds it again, tries it and publishes it', async () => {
    const workspaceId = await makeWorkspace(rest);
    const context = await browser.openContext({ reducedMotion: 'reduce' });
    await signIntoBrowser(context, app());
    const url = `${app().url}/console/w/${workspaceId}`;
    const { page, faults } = await browser.open(url, { context });
    page.setDefaultTimeout(20_000);
    await page.getByRole('button', { name: 'New bot' }).first().click();
    await page.getByRole('button', { name: 'Empty bot' }).click();
    await page.getByRole('heading', { name: 'Begin here' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('heading', { name: 'New bot' }).getByRole('button').click();
    await page.getByRole('textbox', { name: 'Name of the bot' }).fill('Leads');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Leads' }).waitFor();

    await add(page, 'Text question');
    await saveIn(page, 'Name');
    await page.getByRole('button', { name: 'Write the question' }).click();
    await page
      .getByRole('complementary')
      .getByRole('heading', { name: 'Text', exact: true })
      .waitFor();
    const empty = page.getByRole('complementary').getByText('A bubble has nothing to show');
    await empty.waitFor();
    await write(page, 'W');
    // It is no longer true, and the server is read later than this.
    await empty.waitFor({ state: 'detached', timeout: 600 });
    await page.keyboard.type('hat is your name?');
    await page.locator('.block').filter({ hasText: 'Text question' }).click();
    await page.getByRole('button', { name: 'Text: What is your name?' }).click();
    const field = page.getByRole('textbox', { name: 'Text', exact: true });
    await field.and(page.locator(':focus')).waitFor();
    await page.locator('.block').filter({ hasText: 'Text question' }).click();
    await goOn(page, 'Text question', 'Text');
    await write(page, 'Hello {', 'Enter', '! What do you need?');
    await add(page, 'Buttons');
    const buttons = page.getByLabel('Text on the button');
    const areThere = async (count: number) =>
      eventually(async () => expect(await buttons.count()).toBe(count));
    await buttons.fill('A website');
    await page.keyboard.press('Enter');
    await areThere(2);
    // The new button is what is typed in.
    await page.keyboard.type('Something else');
    await page.keyboard.press('Enter');
    await areThere(3);
    await page.keyboard.press('Backspace');
    await areThere(2);
    const texts = (await buttons.all()).map(async (one) => one.inputValue());
    expect(await Promise.all(texts)).toEqual(['A website', 'Something else']);
    await saveIn(page, 'Topic');
    await goOn(page, 'A website', 'Text');
    await write(page, 'What is your budget?');
    await add(page, 'Number question');
    // A name that was typed in full is taken when the field is left.
    await page.getByLabel('Save the answer in').fill('Budget');
    await add(page, 'Condition');
    await page.getByRole('button', { name: 'Add comparison' }).click();
    await page.keyboard.type('Bud');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Comparison' }).selectOption('Greater or equal to');
    await page.getByRole('textbox', { name: 'Value' }).fill('5000');
    await goOn(page, 'Budget ≥ 5000', 'Text');
    await write(page, 'We call you today.');
    await page.getByRole('button', { name: 'Tidy' }).click();
    // All of it is seen then: four groups, and where it starts.
    await eventually(async () => expect(await page.evaluate(WHOLLY_SEEN)).toBe(5));
    const leave = async () =>
      page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } });
    // Problems can be seen while a block is selected.
    await page.getByRole('button', { name: '1 problem' }).click();
    const problems = page.getByRole('dialog', { name: 'Problems' });
    const problem = problems.getByText(/this one does not/);
    await problem.waitFor();
    const hidden = await page.evaluate<number>(
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('dialog[open]'))`,
    );
    expect(hidden).toBe(0);
    await problem.click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Buttons' }).waitFor();
    await goOn(page, 'Something else', 'Text');
    await write(page, 'We write to you.');
    await leave();
    await page.getByText('Nothing is wrong with this flow.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);

    await page.getByRole('link', { name: 'All bots' }).click();
    await page.getByRole('link', { name: 'Leads' }).click();
    await page.getByRole('heading', { name: 'Group 5' }).waitFor();
    await page.locator('.block').filter({ hasText: 'Number question' }).click();
    await page.getByRole('button', { name: 'Write another text' }).click();
    await write(page, 'A rough sum will do.');

    await page.getByRole('button', { name: 'Try it' }).click();
    await saysIn(page, 'What is your name?');
    await answerIn(page, 'Ada');
    await saysIn(page, 'Hello Ada! What do you need?');
    await page.frameLocator('iframe').getByRole('button', { name: 'A website' }).click();
    await saysIn(page, 'What is your budget?');
    await saysIn(page, 'A rough sum will do.');
    await answerIn(page, '8000');
    await saysIn(page, 'We call you today.');
    expect(await axeFaults(page)).toEqual([]);

    await page.getByRole('button', { name: /^Publish/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Your bot is live' }).waitFor();
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no"))');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: /press Ctrl C/ }).waitFor();
    const [bot] = (await bodyOf(rest.listBots({ workspaceId }))).bots;
    const { messages } = await bodyOf(rest.startChat({ publicId: String(bot?.publicId) }));
    expect(messages).toMatchObject([{ content: { plainText: 'What is your name?' } }]);
    expect(faults).toEqual([]);
  });
});

/** Adds a block after the one that is selected, or else the first one. */
async function add(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: '+ Add' }).click();
  await choose(page, kind);
}

/** Drags an edge from a row of the canvas to an empty place, where a new group begins with a block. */
async function goOn(page: Page, row: string, kind: string): Promise<void> {
  const from = page.locator('.block').filter({ hasText: row }).last();
  const [y, outlets] = [
    await middleOf(from.getByText(row, { exact: true })),
    from.locator('.outlet'),
  ];
  const places = await Promise.all((await outlets.all()).map(middleOf));
  const nearest = places.indexOf(
    places.toSorted((a, b) => Math.abs(a - y) - Math.abs(b - y))[0] ?? 0,
  );
  await dragBy(page, outlets.nth(nearest), { x: 120, y: -60 });
  await choose(page, kind);
}

async function middleOf(what: ReturnType<Page['locator']>): Promise<number> {
  const box = await what.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0) / 2;
}

async function choose(page: Page, kind: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox').fill(kind);
  await page.getByRole('option', { name: kind }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('complementary').getByRole('heading', { name: kind, exact: true }).waitFor();
}

/** Writes the text of the block that is selected; keys have their names. */
async function write(page: Page, ...parts: readonly string[]): Promise<void> {
  await page.getByRole('textbox', { name: 'Text', exact: true }).click();
  for (const part of parts) {
    if (part === 'Enter') await page.keyboard.press(part);
    else await page.keyboard.type(part);
  }
}

async function saveIn(page: Page, variable: string): Promise<void> {
  await page.getByLabel('Save the answer in').fill(variable);
  await page.getByRole('option', { name: `New variable “${variable}”` }).click();
}
