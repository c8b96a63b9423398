import { expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);
const saying = (text: string, then: BlockSketch[] = []) =>
  botOf({
    variables: { Name: null },
    groups: { Start: [say(`${text} {{Name}}`), ask('text input', 'Name'), ...then] },
  });

const firstWords = async (publicId: string) => {
  const { messages } = await bodyOf(rest.startChat({ publicId }));
  return String(messages[0]?.content['plainText']);
};

/** Gives the bot a written test that it does not pass, and forbids to publish it as long as that is so. */
async function forbidFaults(botId: string): Promise<void> {
  const steps = [{ expect: { texts: ['Something else'] } }];
  const about = { format: 1, name: 'It greets', now: '2026-05-01T12:00:00Z', seed: '1' };
  await bodyOf(rest.createBotTest({ botId, test: { ...about, steps } }));
  const query = `mutation ($botId: ID!) {
    setBotPublishPolicy(input: { botId: $botId, policy: BLOCK_ERRORS_AND_TESTS }) { bot { id } } }`;
  await queryGraphql(app().url, { query, variables: { botId } });
}

describeInBrowser('beside what is live', () => {
  const browser = useBrowser();

  test('an author puts the draft on a stage, gives it values and credentials, promotes it in spite of a test, divides live traffic, makes the better version live, and deletes the stage', async () => {
    const { botId, publicId, workspaceId } = await makePublished(rest, saying('One'));
    const save = async (type: string, name: string) => {
      const credentials = { type, name, data: { apiKey: 'sk-of-tests' } };
      return (await bodyOf(rest.saveCredentials({ workspaceId, credentials }))).credentialsId;
    };
    const credentialsId = await save('openai', 'Ours');
    const replacementId = await save('openai', 'Of trials');
    await save('mistral', 'Of another service');
    const model = { type: 'openai', options: { credentialsId, action: 'Create chat completion' } };
    await bodyOf(rest.updateBot({ botId, bot: saying('Two', [model]) }));
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const { page, faults } = await browser.open(`${app().url}/console/b/${botId}/versions`, {
      context,
    });
    await page.getByLabel('Name of a stage').fill('A stage');
    await page.getByRole('button', { name: 'Put the draft on it' }).click();
    await page.locator('form').getByText('small letters, digits and hyphens').waitFor();
    await page.getByLabel('Name of a stage').fill('staging');
    await page.getByRole('button', { name: 'Put the draft on it' }).click();
    const stage = page.getByRole('region', { name: 'Stage staging' });
    await stage.getByText('What promoting it changes (2)').waitFor();
    const link = await stage.getByRole('link', { name: 'Open its page' }).getAttribute('href');
    expect(link).toBe(`${app().url}/${publicId}@staging`);
    await stage.getByText('Values and credentials of its own (0)').click();
    await stage.getByLabel('Name', { exact: true }).fill('of the stage');
    const instead = stage.getByLabel('In place of Ours');
    expect(await instead.getByRole('option').allInnerTexts()).toEqual([
      'The same as the flow',
      'Of trials',
    ]);
    await instead.selectOption('Of trials');
    await stage.getByRole('button', { name: 'Save the values' }).click();
    await stage.getByText('Values and credentials of its own (2)').waitFor();
    const { stages } = await bodyOf(rest.listStages({ botId }));
    expect(stages).toMatchObject([
      { variables: { Name: 'of the stage' }, credentials: [{ credentialsId, replacementId }] },
    ]);
    expect(await firstWords(`${publicId}@staging`)).toBe('Two of the stage');
    expect(await axeFaults(page)).toEqual([]);
    await forbidFaults(botId);
    await stage.getByRole('button', { name: 'Promote to live …' }).click();
    const promoting = page.getByRole('dialog', { name: 'Promote staging to live' });
    await promoting.getByRole('button', { name: 'Promote to live' }).click();
    await promoting.getByText('Tests do not pass').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect((await firstWords(publicId)).trim()).toBe('One');
    await promoting.getByLabel('in spite of that, because').fill('The test is out of date');
    await promoting.getByRole('button', { name: 'Promote to live' }).click();
    await promoting.waitFor({ state: 'detached' });
    await stage.getByText('What promoting it changes (0)').waitFor();
    await page.getByRole('button', { name: 'Version 2 Live' }).click();
    await page.getByText('in spite of problems, because: The test is out of date').waitFor();
    await page.getByRole('button', { name: 'Draft', exact: true }).click();
    await page.getByText('Divide new chats over versions').click();
    await page.getByLabel('Weight of Version 1').fill('1');
    await page.getByLabel('Weight of Version 2').fill('3');
    await page.getByRole('button', { name: 'Divide', exact: true }).click();
    await page.getByRole('row', { name: 'Version 1' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const widths = `['scrollWidth', 'clientWidth'].map((name) => document.querySelector('.scrolled')[name])`;
    const [needed, given] = await page.evaluate<number[]>(widths);
    expect(needed).toBe(given);
    expect(await axeFaults(page)).toEqual([]);
    const first = page.getByRole('row', { name: 'Version 1' });
    await first.getByRole('button', { name: 'Make it live' }).click();
    await page.getByText('New chats were divided, phase 1.').waitFor();
    expect((await firstWords(publicId)).trim()).toBe('One');
    const remove = stage.getByRole('button', { name: 'Delete …' });
    await remove.click();
    const deleting = page.getByRole('dialog', { name: 'Delete the stage staging?' });
    await deleting.getByRole('button', { name: 'Close' }).click();
    await remove.click();
    expect(await axeFaults(page)).toEqual([]);
    await deleting.getByRole('button', { name: 'Delete' }).click();
    await stage.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});
