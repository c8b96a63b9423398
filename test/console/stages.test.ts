import { expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);
const saying = (text: string) =>
  botOf({ variables: { Name: null }, groups: { Start: [say(text), ask('text input', 'Name')] } });

describeInBrowser('beside what is live', () => {
  const browser = useBrowser();

  test('an author puts the draft on a stage, promotes it, divides live traffic, and makes the better version live', async () => {
    const { botId, publicId } = await makePublished(rest, saying('One'));
    await bodyOf(rest.updateBot({ botId, bot: saying('Two') }));
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const { page, faults } = await browser.open(`${app().url}/console/b/${botId}/versions`, {
      context,
    });
    await page.getByRole('button', { name: 'Put the draft on it' }).click();
    const stage = page.getByRole('region', { name: 'Stage staging' });
    await stage.getByText('What promoting it changes (1)').waitFor();
    const link = await stage.getByRole('link', { name: 'Open its page' }).getAttribute('href');
    expect(link).toBe(`${app().url}/${publicId}@staging`);
    await stage.getByRole('button', { name: 'Promote to live' }).click();
    await stage.getByText('What promoting it changes (0)').waitFor();
    await page.getByText('Divide new chats over versions').click();
    await page.getByLabel('Weight of Version 1').fill('1');
    await page.getByLabel('Weight of Version 2').fill('3');
    await page.getByRole('button', { name: 'Divide', exact: true }).click();
    await page.getByRole('row', { name: 'Version 1' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const first = page.getByRole('row', { name: 'Version 1' });
    await first.getByRole('button', { name: 'Make it live' }).click();
    await page.getByText('New chats were divided, phase 1.').waitFor();
    const { messages } = await bodyOf(rest.startChat({ publicId }));
    expect(messages[0]?.content['plainText']).toBe('One');
    expect(faults).toEqual([]);
  });
});
