import { showTyping, watchChat } from '@parley/client';
import { expect, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { chatWith } from '../support/chatWith.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { partAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { eventually } from '../support/until.js';
import { makeWorkspace, publishIn, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
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

  test('are in the inbox when a person takes part, who answers, and gives the chat back', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { publicId } = await publishIn(rest, workspaceId, botOf(parrot));
    const { sessionId } = await chatWith(rest, publicId, ['Ada']);
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
    await page.getByText('The visitor does not have the chat open').waitFor();
    const leaving = new AbortController();
    const visit = { url: app().url, sessionId, transport: 'sse', signal: leaving.signal } as const;
    await watchChat(visit).next();
    await page.getByText('The visitor is here').waitFor();
    await bodyOf(rest.continueChat({ sessionId, message: 'thirty-six' }));
    await page.getByRole('log').getByText('visitor: thirty-six').waitFor();

    const { page: other, faults: otherFaults } = await colleague(workspaceId, page.url());
    await page.getByText('Bea also has this chat open').waitFor();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByText('You have this chat').waitFor();
    await other.getByText(/^(?!You).* has this chat$/).waitFor();
    await page.locator('textarea[aria-label="Answer"]:focus').pressSequentially('Hello');
    await other.getByText(/^(?!The visitor).* types …$/).waitFor();
    expect(await other.getByRole('textbox', { name: 'Answer' }).isEditable()).toBe(false);
    await page.getByRole('textbox', { name: 'Answer' }).fill('Hello, this is Grace\n');
    const sent = page.waitForRequest((one) => one.postData()?.includes('Grace') === true);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('log').getByText('Hello, this is Grace').waitFor();
    // The visitor sees no empty line below it.
    expect((await sent).postData()).not.toContain(String.raw`Grace\n`);
    const row = page.getByRole('region', { name: 'Chats' }).getByRole('button').first();
    await row.getByText('You: Hello, this is Grace').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Give back at …' }).click();
    await page.getByRole('combobox', { name: 'Give back at which group?' }).fill('Again');
    await page.keyboard.press('Enter');
    await page.getByText('The bot has this chat').waitFor();
    await page.getByRole('log').getByText('You said thirty-six').nth(1).waitFor();
    await row.getByText('Bot: You said thirty-six').waitFor();
    const status = 'query ($sessionId: ID!) { chat(sessionId: $sessionId) { status } }';
    const { data } = await queryGraphql(app().url, { query: status, variables: { sessionId } });
    expect(partAt(data, 'chat.status')).toBe('OPEN');
    leaving.abort();

    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('button', { name: 'Give back to the bot' }).click();
    await page.getByText('The bot has this chat').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await other.getByText('This chat is closed').waitFor();
    await other.getByText('up to 15 minutes after the end').waitFor();
    await other.getByRole('button', { name: 'Open again' }).click();
    await other.locator('textarea[aria-label="Answer"]:focus').fill('One thing more');
    await other.keyboard.press('Control+Enter');
    for (const reader of [page, other])
      await reader.getByRole('log').getByText('One thing more').waitFor();
    expect([...faults, ...otherFaults]).toEqual([]);
  });

  /** A page of another member of the workspace, Bea. */
  async function colleague(workspaceId: string, address: string) {
    const token = await saveUser(app().databaseUrl, { workspaceId, role: 'MEMBER' });
    const { user } = await bodyOf(rest.readMe({}, { token }));
    await rowsOf(app().databaseUrl, "update app_user set name = 'Bea' where id = $1", [user.id]);
    const context = await browser.openContext();
    await signIntoBrowser(context, app(), user.id);
    return browser.open(address, { context });
  }

  test('are found in the inbox by their bot, queue, tag and words, with what was answered beside them', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { publicId } = await publishIn(rest, workspaceId, botOf(interview, { name: 'Forms' }));
    const other = await publishIn(rest, workspaceId, botOf(interview, { name: 'Jobs' }));
    const taken = `mutation ($sessionId: ID!) { setSessionStatus(input: { sessionId: $sessionId, status: PAUSED }) { userErrors { message } } }`;
    let adas = '';
    for (const [bot, name] of [[other.publicId, 'Cy'] as const, [publicId, 'Ada'] as const]) {
      const { sessionId } = await chatWith(rest, bot, [name]);
      await queryGraphql(app().url, { query: taken, variables: { sessionId } });
      await bodyOf(rest.continueChat({ sessionId, message: `I am ${name}` }));
      adas = sessionId;
    }
    const context = await signedIn();
    const address = `${app().url}/console/w/${workspaceId}/inbox?list=open`;
    const { page, faults } = await browser.open(address, { context });
    const list = page.getByRole('region', { name: 'Chats' });
    const rows = async () => list.locator('.chatLast').allTextContents();
    await eventually(async () => expect(await rows()).toEqual(['I am Ada', 'I am Cy']));
    await page.getByText('Filter', { exact: true }).click();
    await page.getByRole('button', { name: 'All bots' }).click();
    await page.getByRole('combobox', { name: 'Chats of which bot?' }).fill('For');
    await page.getByRole('option', { name: 'Forms' }).waitFor();
    await page.getByRole('option', { name: 'Jobs' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await rows()).toEqual(['I am Ada']));
    expect(await axeFaults(page)).toEqual([]);

    await page.getByText('1 unread').waitFor();
    await list.getByRole('button').first().click();
    const about = page.getByRole('complementary', { name: 'About' });
    const answered = about.getByRole('region', { name: 'Answers and variables' });
    await answered.getByText('Ada').waitFor();
    await about.getByRole('textbox', { name: 'New tag' }).fill('vip');
    await page.keyboard.press('Enter');
    await page.keyboard.type('refund');
    await page.keyboard.press('Enter');
    await about.getByRole('button', { name: 'Remove vip' }).waitFor();
    await about.getByRole('button', { name: 'Remove refund' }).waitFor();
    await page.keyboard.type('vip');
    await page.keyboard.press('Enter');
    expect(await about.getByRole('textbox', { name: 'New tag' }).inputValue()).toBe('');
    await about.getByRole('textbox', { name: 'Queue' }).fill('Sales');
    await page.keyboard.press('Enter');
    // A chat counts as read while it is on the screen, but not in a window behind others.
    await page.getByText('1 unread').waitFor({ state: 'detached' });
    await page.evaluate(HIDDEN(true));
    await bodyOf(rest.continueChat({ sessionId: adas, message: 'I am Ada' }));
    await page.getByText('1 unread').waitFor();
    await page.evaluate(HIDDEN(false));
    await page.getByText('1 unread').waitFor({ state: 'detached' });
    expect(await axeFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Remove all filters' }).click();
    await eventually(async () => expect(await rows()).toEqual(['I am Ada', 'I am Cy']));
    await page.getByRole('combobox', { name: 'Tag' }).fill('vip');
    await page.getByRole('combobox', { name: 'Queue' }).fill('Sales');
    await page.getByRole('searchbox').fill('AM A');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await rows()).toEqual(['I am Ada']));
    await page.reload();
    await page.getByText('Filter (2)').waitFor();
    await eventually(async () => expect(await rows()).toEqual(['I am Ada']));

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'About' }).click();
    await answered.getByText('Ada').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '‹ Chat', exact: true }).click();
    await page.getByRole('log').getByText('I am Ada').last().waitFor();
    await page.getByRole('button', { name: '‹ Chats' }).click();
    await list.getByText('I am Ada').waitFor();
    await page.getByRole('log').waitFor({ state: 'detached' });
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('are answered by keys alone, with a canned reply, a file and a note, while the visitor types', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { publicId } = await publishIn(rest, workspaceId, botOf(interview));
    const { sessionId } = await chatWith(rest, publicId, ['Ada']);
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
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Take the chat over' }).waitFor();
    expect(await page.getByRole('option', { name: 'Give the chat back' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.getByText('You have this chat').waitFor();
    await showTyping({ url: app().url, sessionId });
    await page.getByText('The visitor types …').waitFor();

    await page.locator('textarea[aria-label="Answer"]:focus').blur();
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

/** A script after which the window is behind others, or is seen again. */
const HIDDEN = (isHidden: boolean): string =>
  `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'))`;
