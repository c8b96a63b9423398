import { expect, test } from '@jest/globals';
import { botOf, parrot } from '../support/botOf.js';
import { chatIn, settings } from '../support/chatsInBrowser.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { makeWorkspace, publishIn, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);

describeInBrowser('what a visitor types', () => {
  const browser = useBrowser();

  /** A chat that an agent has taken over in the console, beside the page of its visitor. */
  async function takeOver(general: object) {
    const workspaceId = await makeWorkspace(rest);
    const bot = botOf(parrot, { settings: { ...settings, general } });
    const { publicId } = await publishIn(rest, workspaceId, bot);
    const visit = await browser.open(`${app().url}/${publicId}`);
    await visit.page.getByText('Say something').waitFor();
    const { sessionId } = await chatIn(visit);
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    const address = `${app().url}/console/w/${workspaceId}/inbox?chat=${sessionId}`;
    const desk = await browser.open(address, { context });
    const sent: string[] = [];
    visit.page.on('request', (request) => void sent.push(request.postData() ?? ''));
    const field = visit.page.getByRole('textbox');
    await field.fill('Nobody helps yet');
    await desk.page.getByRole('button', { name: 'Take over' }).click();
    await desk.page.getByText('You have this chat').waitFor();
    return { visit, desk, field, sent };
  }

  test('is shown to the agent who has the chat, who sees it go when it is sent, and the page says so', async () => {
    const { visit, desk, field, sent } = await takeOver({ isTypedTextShown: true });
    await visit.page.getByText('The person who helps you sees what you type.').waitFor();
    expect(await axeFaults(visit.page)).toEqual([]);
    const seen = desk.page.getByRole('note', { name: 'Not sent yet' });
    await field.pressSequentially('I wonder');
    await seen.getByText('I wonder', { exact: true }).waitFor();
    expect(await axeFaults(desk.page)).toEqual([]);
    // Another agent, who comes while the visitor thinks.
    const late = await browser.open(desk.page.url(), { context: desk.page.context() });
    await late.page.getByRole('note', { name: 'Not sent yet' }).getByText('I wonder').waitFor();
    await late.page.close();
    await field.fill('');
    await seen.waitFor({ state: 'detached' });
    await field.fill('How do I pay?');
    await seen.getByText('How do I pay?').waitFor();
    await visit.page.keyboard.press('Enter');
    await desk.page.getByRole('log').getByText('How do I pay?').waitFor();
    await seen.waitFor({ state: 'detached' });
    // What was typed before a person had the chat was shown to nobody.
    expect(sent.join()).not.toContain('Nobody helps yet');
    await desk.page.getByRole('button', { name: 'Give back to the bot' }).click();
    await visit.page.getByText('sees what you type').waitFor({ state: 'detached' });
    expect([...visit.faults, ...desk.faults, ...late.faults]).toEqual([]);
  });

  test('stays in its page where the bot does not say so', async () => {
    const { visit, desk, field, sent } = await takeOver({});
    await field.fill('How do I pay?');
    await visit.page.keyboard.press('Enter');
    await desk.page.getByRole('log').getByText('How do I pay?').waitFor();
    expect(sent.join()).not.toContain('showTyping');
    expect(await visit.page.getByText('sees what you type').count()).toBe(0);
    expect([...visit.faults, ...desk.faults]).toEqual([]);
  });
});
