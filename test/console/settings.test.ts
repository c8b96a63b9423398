import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { answerQuestion } from '../support/consolePage.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { saveSignIn } from '../support/users.js';
import { bodyOf, queryGraphql, refusalOf } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makeWorkspace, restOf } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { useServer } from '../support/useServer.js';

const KEY = 'sk-0123456789-4f2a';
const vendor = useServer(({ headers }, response) => {
  const isKnown = headers.authorization === `Bearer ${KEY}`;
  response
    .writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    .end(JSON.stringify({ object: 'list', data: [{ id: 'large', object: 'model' }] }));
});
const hooks = useServer((_request, response) => void response.writeHead(204).end());

let app: TestApp;
const rest = restOf(() => app);
beforeAll(async () => {
  app = await startTestApp({
    SECRET_KEY: 'the-key-of-the-settings-of-tests',
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    VENDOR_ADDRESSES: `openai=${vendor()}`,
  });
});
afterAll(async () => app.close());

describeInBrowser('in the settings of a workspace, a person', () => {
  const browser = useBrowser();

  async function openSettings(path: string) {
    const context = await browser.openContext();
    await signIntoBrowser(context, app);
    const opened = await browser.open(`${app.url}/console${path}`, { context });
    return opened;
  }

  test('renames it, invites another person by a link, takes that back, makes a token that is shown once, signs out of a program, and deletes the workspace', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { page, faults } = await openSettings(`/w/${workspaceId}`);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Difference Ltd');
    await page.getByRole('textbox', { name: 'Icon' }).fill('🐙');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () =>
      expect((await bodyOf(rest.readWorkspace({ workspaceId }))).workspace).toMatchObject({
        ...{ name: 'Difference Ltd', icon: '🐙' },
      }),
    );
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('bo@example.com');
    await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('Admin');
    await page.getByRole('button', { name: 'Invite' }).click();
    const link = page.getByRole('textbox', { name: 'Link of the invitation' });
    expect(await link.inputValue()).toMatch(/^http/);
    const revoke = page.getByRole('button', { name: 'Revoke the invitation of bo@example.com' });
    await revoke.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await revoke.click();
    await revoke.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'My tokens' }).click();
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
    await page.getByRole('checkbox', { name: 'Only for some things' }).check();
    await page.getByRole('checkbox', { name: 'Read results' }).check();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).click();
    const secret = await page.getByRole('textbox', { name: 'The token' }).inputValue();
    const limited = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const made = { method: 'POST', headers: limited, body: '{"name":"More"}' };
    expect((await fetch(`${app.url}/v1/workspaces`, made)).status).toBe(403);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Read results' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke Nightly report' }).click();
    await answerQuestion(page, 'Revoke');
    await page.getByText('Nightly report').waitFor({ state: 'detached' });

    const { user } = await bodyOf(rest.readMe({}));
    await saveSignIn(app.databaseUrl, user.id);
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('link', { name: 'Your name and sign-ins' }).click();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Account: Ada Lovelace' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const signOut = page.getByRole('button', { name: 'Sign out of dashboard' });
    await signOut.click();
    await answerQuestion(page, 'Sign out');
    await signOut.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Workspace' }).click();
    await page.getByRole('button', { name: 'Delete the workspace …' }).click();
    const last = page.getByRole('button', { name: 'Delete for good' });
    expect(await last.isDisabled()).toBe(true);
    await page.getByLabel('Type the name of the workspace').fill('Difference Ltd');
    expect(await axeFaults(page)).toEqual([]);
    await last.click();
    await page.waitForURL(`${app.url}/console`);
    await page.getByRole('link', { name: 'Your bots' }).waitFor();
    expect(await refusalOf(rest.readWorkspace({ workspaceId }))).toMatchObject({
      reason: 'WORKSPACE_NOT_FOUND',
    });
    expect(faults).toEqual([]);
  });

  test('saves credentials and tries them, and sees what was sent to a webhook', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { page, faults } = await openSettings(`/w/${workspaceId}/settings/credentials`);
    await page.getByRole('combobox', { name: 'New credentials' }).selectOption('OpenAI');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Our key');
    await dialog.getByLabel('API key').fill(KEY);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Test Our key' }).click();
    await page.getByText('It works: the account may use 1 model.').waitFor();
    expect(await axeFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Change Our key' }).click();
    await dialog.getByText('Stored, ends in …4f2a').waitFor();
    await dialog.getByLabel('Address').fill('https://elsewhere.example/v1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Send it again: the change says where it is sent').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel('Address').fill('');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Your key');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Test Your key' }).click();
    await page.getByText('It works: the account may use 1 model.').waitFor();

    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(hooks());
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('textbox', { name: 'Secret of the webhook' }).waitFor();
    await page.getByRole('button', { name: /^Test http/ }).click();
    const log = page.getByRole('region', { name: 'Deliveries' });
    const sent = log.getByText('Delivered after 1 attempt: answered 204');
    while (!(await sent.isVisible())) await log.getByRole('button', { name: 'Refresh' }).click();
    expect(await axeFaults(page)).toEqual([]);
    const secret = page.getByRole('textbox', { name: 'Secret of the webhook' });
    const first = await secret.inputValue();
    await page.getByRole('button', { name: /^New secret of http/ }).click();
    await answerQuestion(page, 'New secret');
    await eventually(async () => {
      expect(await secret.inputValue()).toMatch(/^whsec_/);
      expect(await secret.inputValue()).not.toBe(first);
    });

    await page.getByRole('link', { name: 'Canned replies' }).click();
    await page.getByRole('textbox', { name: 'Shortcut' }).fill('hello');
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change hello' }).click();
    const change = page.getByRole('form', { name: 'Change hello' });
    await change.getByRole('textbox', { name: 'Text' }).fill('Hello {{Name}}');
    expect(await axeFaults(page)).toEqual([]);
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Hello {{Name}}', { exact: true }).waitFor();

    for (const title of ['Domains', 'Canned replies', 'Publishing and AI', 'Audit log']) {
      await page.getByRole('link', { name: title }).click();
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.locator('.settingsPage :is(form, ul, table)').first().waitFor();
      expect(await axeFaults(page)).toEqual([]);
    }
    await page.getByText('credentials Your key').waitFor();
    expect(faults).toEqual([]);
  });

  test('makes credentials where a block asks for them, sees what is wrong with them, replaces the key, limits what the bot may take, and shares it with a guest, who opens it and gives it up; keeps its look, and applies and deletes that', async () => {
    const workspaceId = await makeWorkspace(rest);
    const bot = botOf({
      groups: { Start: [{ type: 'openai', options: { action: 'Create chat completion' } }] },
    });
    const { id: botId } = (await bodyOf(rest.importBot({ workspaceId, bot }))).bot;
    const { page, faults } = await openSettings(`/b/${botId}/flow?at=Start.1`);
    await page.getByRole('button', { name: 'New …' }).click();
    const dialog = page.getByRole('dialog', { name: 'New: OpenAI' });
    await dialog.getByLabel('API key').fill('wrong key');
    await page.keyboard.press('Enter');
    await dialog.getByText('without spaces and line breaks').waitFor();
    await dialog.getByLabel('API key').fill('sk-other');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Test the account' }).click();
    await page.getByText('The service refused the key').waitFor();
    await page.getByRole('button', { name: 'Change …' }).click();
    const changing = page.getByRole('dialog', { name: 'Change: OpenAI' });
    await changing.getByRole('button', { name: 'API key' }).click();
    await page.keyboard.type(KEY);
    await page.keyboard.press('Enter');
    await changing.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Test the account' }).click();
    await page.getByText('It works: the account may use 1 model.').waitFor();
    expect(await axeFaults(page)).toEqual([]);

    await page.getByRole('link', { name: 'Settings' }).click();
    const rules = page.getByRole('region', { name: 'Rules of this bot' });
    const policy = rules.getByLabel('When it is published with problems');
    await policy.selectOption('Refuse while there are errors');
    const fill = async (label: string, value: string) => {
      await rules.getByLabel(label).fill(value);
      await rules.getByLabel(label).press('Tab');
    };
    await fill('At most, US dollars', '20');
    await fill('Traced chats', '7');
    // An empty field is no share, and more than all is refused: what is stored is shown again.
    for (const wrong of ['', '101']) {
      await fill('Chats for replays', wrong);
      expect(await rules.getByLabel('Chats for replays').inputValue()).toBe('0');
    }
    await fill('Chats for replays', '100');
    const query =
      'query ($botId: ID!) { bot(id: $botId) { publishPolicy traceShare replayShare aiBudget { cost } } }';
    await eventually(async () => {
      const { data } = await queryGraphql(app.url, { query, variables: { botId } });
      expect(data).toEqual({
        bot: {
          ...{ publishPolicy: 'BLOCK_ERRORS', traceShare: 0.07, replayShare: 1 },
          aiBudget: { cost: 20 },
        },
      });
    });
    await page.reload();
    await eventually(async () =>
      expect(await rules.getByLabel('Traced chats').inputValue()).toBe('7'),
    );
    expect(await axeFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'People' }).click();
    const people = page.getByRole('dialog', { name: 'People' });
    await people.getByText('It is shared with no guest yet.').waitFor();
    await people.getByRole('textbox', { name: 'E-mail address' }).fill('guest@example.com');
    await people.getByRole('button', { name: 'Share' }).click();
    const link = await people.getByRole('textbox', { name: 'Link of the invitation' }).inputValue();
    await people
      .getByRole('button', { name: 'Revoke the invitation of guest@example.com' })
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);

    const { page: guest, faults: guestFaults } = await browser.open(link);
    await guest.getByText('You are invited to the bot “Sketch”.').waitFor();
    await guest.getByRole('button', { name: 'Join' }).click();
    await guest.getByRole('link', { name: 'Open the bot' }).click();
    await guest.locator('.block').first().waitFor();
    expect(await guest.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);

    await page.reload();
    await page.getByRole('button', { name: 'People' }).click();
    await people
      .getByRole('combobox', { name: 'What guest@example.com may do' })
      .selectOption('May change it');
    await eventually(async () => {
      const { collaborators } = await bodyOf(rest.listCollaborators({ botId }));
      expect(collaborators).toMatchObject([{ type: 'WRITE' }]);
    });
    expect(await axeFaults(page)).toEqual([]);
    await guest.reload();
    await guest.getByRole('button', { name: 'People' }).click();
    await guest.getByRole('dialog').getByText('You may change this bot.').waitFor();
    expect(await axeFaults(guest)).toEqual([]);
    await guest.getByRole('button', { name: 'Leave this bot' }).click();
    await answerQuestion(guest, 'Leave');
    await guest.getByText('No bot is shared with you here.').waitFor();
    expect(guestFaults).toEqual([]);

    await people.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Theme' }).click();
    const colour = page.getByLabel('Main colour');
    await colour.fill('#006633');
    await page.getByRole('button', { name: 'Keep this look …' }).click();
    await answerQuestion(page, 'Keep', 'Day');
    const apply = page.getByRole('button', { name: 'Apply Day' });
    await apply.waitFor();
    await colour.fill('#990033');
    await apply.click();
    expect(await colour.inputValue()).toBe('#006633');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await colour.inputValue()).toBe('#990033'));
    await page.getByRole('button', { name: 'Delete Day' }).click();
    await answerQuestion(page, 'Delete');
    await apply.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});
