import { expect, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);

describeInBrowser('in the settings of a workspace, a person', () => {
  const browser = useBrowser();

  async function openSettings(path: string, isSignedInAs?: BrowserContext) {
    const context = isSignedInAs ?? (await browser.openContext());
    if (!isSignedInAs) await signIntoBrowser(context, app());
    const opened = await browser.open(`${app().url}/console${path}`, { context });
    opened.page.on('dialog', (dialog) => void dialog.accept());
    return opened;
  }

  test('invites another person by a link, takes that back, and makes a token that is shown once', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { page, faults } = await openSettings(`/w/${workspaceId}`);
    await page.getByRole('link', { name: 'Settings' }).click();
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
    expect((await fetch(`${app().url}/v1/workspaces`, made)).status).toBe(403);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Read results' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke Nightly report' }).click();
    await page.getByText('Nightly report').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});
