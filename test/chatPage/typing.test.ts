import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, parrot } from '../support/botOf.js';
import { chatIn, settings } from '../support/chatsInBrowser.js';
import { partAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { until } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { openWatcher } from '../support/watcher.js';

describeInBrowser('a widget whose chat a person has taken over', () => {
  const app = useApp();
  const rest = restOf(app);
  const { open, siteWith } = useBrowser();

  /** Opens a widget, and takes its chat over; `asked` has what the page sends to /graphql. */
  async function takeOver(attribute: string) {
    const { publicId } = await makePublished(rest, botOf(parrot, { settings }));
    const body = `<parley-chat bot="${publicId}" ${attribute}></parley-chat>
      <script type="module" src="${app().url}/embed.js"></script>`;
    const { page, faults } = await open('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    page.on('websocket', (socket) => void asked.push(socket.url()));
    await page.goto(await siteWith(body));
    await page.getByText('Say something').waitFor();
    const { sessionId } = await chatIn({ page });
    await bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'I am Eve' }));
    await page.getByText('I am Eve').waitFor();
    return { page, faults, sessionId, asked: () => asked.filter((url) => url.includes('graphql')) };
  }

  test('shows visitor and agent that the other types, if it has the attribute `typing`', async () => {
    const { page, faults, sessionId } = await takeOver('typing');
    const dots = page.locator('.bot-typing');
    const query = `mutation ($sessionId: ID!) { showTyping(input: { sessionId: $sessionId, isAgent: true }) { userErrors { reason } } }`;
    await until(async () => {
      await queryGraphql(app().url, { query, variables: { sessionId } });
      return dots.isVisible();
    });
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'How can I help?' }));
    await page.getByText('How can I help?').waitFor();
    await dots.waitFor({ state: 'detached' });

    const agent = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
    const watching = `subscription ($sessionId: ID!) { chatTyping(sessionId: $sessionId) { isVisitorTyping } }`;
    const typists = agent.iterate({ query: watching, variables: { sessionId } });
    const isTyping = async () =>
      partAt((await typists.next()).value, 'data.chatTyping.isVisitorTyping');
    expect(await isTyping()).toBe(false);
    await page.getByRole('textbox').fill('I wonder');
    while (!(await isTyping()));
    expect(faults).toEqual([]);
    agent.terminate();
  });

  test('goes on, also after a reload, when that person closed it and opens it again', async () => {
    const { page, faults, sessionId } = await takeOver('');
    const logEnds = page.waitForResponse((one) => one.status() === 204);
    await bodyOf(rest.setStatus({ sessionId, status: 'CLOSED' }));
    await logEnds;
    await page.getByRole('button', { name: 'Start again' }).waitFor();
    await bodyOf(rest.reopenChat({ sessionId }));
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'One thing more' }));
    await page.getByText('One thing more').waitFor();
    await page.getByRole('button', { name: 'Start again' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('One thing more').waitFor();
    await page.getByRole('textbox').fill('Thanks');
    await page.keyboard.press('Enter');
    await page.locator('.bot-guest-bubble:not(.bot-pending)').getByText('Thanks').waitFor();
    expect(faults).toEqual([]);
  });

  test('invites to answer in the language of the chat', async () => {
    const { page, faults } = await takeOver('locale="de"');
    await page.getByRole('textbox', { name: 'Ihre Antwort …' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('sends and shows nothing of it without', async () => {
    const { page, asked } = await takeOver('');
    await page.getByRole('textbox').fill('I wonder');
    await page.keyboard.press('Enter');
    await page.locator('.bot-guest-bubble:not(.bot-pending)').getByText('I wonder').waitFor();
    expect(asked()).toEqual([]);
  });
});
