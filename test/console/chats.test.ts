import { showTyping } from '@parley/client';
import { expect, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { botOf, interview } from '../support/botOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { partAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { eventually } from '../support/until.js';
import { makeWorkspace, publishIn, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);

/** A chat of a visitor who gives these answers. */
async function chat(publicId: string, answers: readonly string[]) {
  const started = await bodyOf(rest.startChat({ publicId }));
  const { sessionId } = started;
  for (const message of answers) await bodyOf(rest.continueChat({ sessionId, message }));
  return started;
}

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
    await chat(publicId, ['Ada', '36']);
    const context = await signedIn();
    const { page, faults } = await browser.open(`${app().url}/console/b/${botId}/results`, {
      context,
    });
    await page.getByRole('cell', { name: 'Ada' }).waitFor();
    await chat(publicId, ['Grace', '40']);
    await page.getByRole('button', { name: /^\d+ new$/ }).click();
    await page.getByRole('cell', { name: 'Grace' }).waitFor();
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
    page.once('dialog', (question) => void question.accept());
    await dialog.getByRole('button', { name: 'Delete the view' }).click();
    await eventually(async () => expect((await heads()).slice(3)).toEqual(['Name', 'Age']));
    await page.getByRole('row', { name: 'Ada' }).getByRole('link').click();
    await page.getByRole('region', { name: 'Transcript' }).getByText('36').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const { sessionId } = await chat(publicId, ['Zoe']);
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
    await page.getByRole('button', { name: 'Count by source …' }).click();
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
    const answers = page.getByRole('row', { name: 'Number question' });
    await answers.getByRole('link', { name: /sec$/ }).first().waitFor();
    await eventually(async () => {
      await page.reload();
      await page
        .getByRole('region', { name: 'Name' })
        .getByRole('row', { name: 'Zoe' })
        .waitFor({ timeout: 3_000 });
    });
    expect(await axeFaults(page)).toEqual([]);
    const { resultId: gone } = await chat(publicId, ['Mia', '20']);
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
    await page.goBack();
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByText('Zoe').first().waitFor();
    await bodyOf(rest.continueChat({ sessionId, message: 'young' }));
    await transcript.getByText('young').waitFor();
    await page.getByRole('link', { name: 'Answer in the inbox' }).click();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('You have this chat').waitFor();
    expect(faults).toEqual([]);
  });

  test('are in the inbox when a person takes part, who answers, and gives the chat back', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { publicId } = await publishIn(rest, workspaceId, botOf(interview));
    const { sessionId } = await chat(publicId, ['Ada']);
    const query = `mutation ($sessionId: ID!) { claimChat(input: { sessionId: $sessionId }) { userErrors { message } } }`;
    await queryGraphql(app().url, { query, variables: { sessionId } });
    const release = `mutation ($sessionId: ID!) { releaseChat(input: { sessionId: $sessionId, claim: 1 }) { userErrors { message } } }`;
    await queryGraphql(app().url, { query: release, variables: { sessionId } });
    const context = await signedIn();
    const address = `${app().url}/console/w/${workspaceId}/inbox`;
    const { page, faults } = await browser.open(address, { context });
    await page.getByRole('button', { name: 'All open' }).click();
    await page.getByRole('region', { name: 'Chats' }).getByRole('button').first().click();
    await page.getByRole('log').getByText('visitor: Ada').waitFor();
    const bubbles = await page.getByRole('log').getByRole('listitem').all();
    const heights = await Promise.all(
      bubbles.map(async (one) => (await one.boundingBox())?.height),
    );
    // Each is one line high.
    expect(Math.max(...heights.map((height = 0) => height))).toBeLessThan(50);
    await bodyOf(rest.continueChat({ sessionId, message: 'thirty-six' }));
    await page.getByRole('log').getByText('visitor: thirty-six').waitFor();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('You have this chat').waitFor();
    await page.getByRole('textbox', { name: 'Answer' }).fill('Hello, this is Grace');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('log').getByText('Hello, this is Grace').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Give back to the bot' }).click();
    await page.getByText('Nobody has this chat').waitFor();
    const status = 'query ($sessionId: ID!) { chat(sessionId: $sessionId) { status } }';
    const { data } = await queryGraphql(app().url, { query: status, variables: { sessionId } });
    expect(partAt(data, 'chat.status')).toBe('OPEN');
    expect(faults).toEqual([]);
  });

  test('are answered by keys alone, with a canned reply, a file and a note, while the visitor types', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { publicId } = await publishIn(rest, workspaceId, botOf(interview));
    const { sessionId } = await chat(publicId, ['Ada']);
    const text = 'Hello {{Name}}, how can I help?';
    const make = `mutation ($workspaceId: ID!, $sessionId: ID!, $text: CannedText!) {
      saveCannedReply(input: { workspaceId: $workspaceId, shortcut: "hello", text: $text }) { userErrors { message } }
      setSessionStatus(input: { sessionId: $sessionId, status: PAUSED }) { userErrors { message } } }`;
    const variables = { workspaceId, sessionId, text };
    expect(await queryGraphql(app().url, { query: make, variables })).not.toHaveProperty('errors');
    const context = await signedIn();
    const address = `${app().url}/console/w/${workspaceId}/inbox`;
    const { page, faults } = await browser.open(address, { context });
    await page.getByRole('button', { name: 'All open' }).click();
    await page.getByRole('region', { name: 'Chats' }).getByRole('button').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('log').getByText('visitor: Ada').waitFor();
    await page.keyboard.press('t');
    await page.getByText('You have this chat').waitFor();
    await showTyping({ url: app().url, sessionId });
    await page.getByText('The visitor types …').waitFor();

    await page.keyboard.press('r');
    await page.keyboard.type('/he');
    await page.getByRole('option', { name: '/hello' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('log').getByText('Hello Ada, how can I help?').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach' }).click();
    const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Plan') };
    await (await choosing).setFiles(file);
    await page.getByRole('list', { name: 'Attached files' }).getByText('plan.txt').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('log').getByText('plan.txt').waitFor();

    await page.getByText('Notes', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Wants an invoice');
    await page.keyboard.press('Enter');
    await page.getByText('Notes (1)').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Note' }).blur();
    await page.keyboard.press('e');
    await page.getByText('No chat is here.').waitFor();
    expect(faults).toEqual([]);
  });

  test('are hundreds in the inbox, of which those that are seen are drawn, from the newest to the oldest and back', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { botId } = await publishIn(rest, workspaceId, botOf(interview));
    await rowsOf(app().databaseUrl, FILL, [workspaceId, botId]);
    const context = await signedIn();
    const address = `${app().url}/console/w/${workspaceId}/inbox`;
    const { page, faults } = await browser.open(address, { context });
    await page.getByRole('button', { name: 'All open' }).click();
    const list = page.getByRole('region', { name: 'Chats' });
    await list.getByText('Message 1', { exact: true }).hover();
    await eventually(async () => {
      await page.mouse.wheel(0, 100_000);
      expect(await list.getByText('Message 450', { exact: true }).isVisible()).toBe(true);
    });
    expect(await list.getByRole('button').count()).toBeLessThan(60);
    expect(await axeFaults(page)).toEqual([]);
    await page.mouse.wheel(0, -100_000);
    await list.getByText('Message 1', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  });
});

/** 450 open chats; the first has the newest message. */
const FILL = `insert into chat_desk
    (id, workspace_id, bot_id, channel, status, last_text, last_role, last_at, created_at, active_at, updated_at)
  select 'ses_many_' || n, $1, $2, 'WEB', 'OPEN', 'Message ' || n, 'USER',
    now(), now(), now() - n * interval '1 minute', now() from generate_series(1, 450) n`;
