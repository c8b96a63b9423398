import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { pageInGuide, textOf } from '../support/repository.js';
import { bodyOf } from '../support/transports.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { useServer } from '../support/useServer.js';

const html = pageInGuide('build-a-debugger');

test('the page of the guide is short', () => {
  expect(html.split('\n').length).toBeLessThanOrEqual(121);
});

const app = useApp();
const rest = restOf(app);

describeInBrowser('the page of the guide that debugs a bot', () => {
  const { open } = useBrowser();
  const pages = useServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });

  test('steps through a turn of an example, shows variables before and after, and goes back to answer in another way', async () => {
    const workspaceId = await makeWorkspace(rest);
    const bot = Object(JSON.parse(textOf('examples/bots/quiz.json'))) as object;
    const { id: botId } = (await bodyOf(rest.importBot({ workspaceId, bot }))).bot;
    const hash = `server=${app().url}&bot=${botId}&token=${TOKEN}`;
    const { page, faults } = await open(`${pages()}/debugger#${hash}`);
    const press = async (name: string) => page.getByRole('button', { name, exact: true }).click();
    const status = async (text: string) =>
      page.getByRole('status').filter({ hasText: text }).waitFor();
    const shows = async (place: string, text: string) =>
      page.locator(place, { hasText: text }).waitFor();
    const reply = async (text: string) => {
      await page.fill('#text', text);
      await press('Send');
    };
    const row = async () => {
      const cells = await page.locator('#variables tr').first().locator('td').allInnerTexts();
      return [...cells.slice(0, 2), await page.inputValue('[aria-label="Score"]')];
    };

    await page.locator('#blocks li').first().waitFor();
    await page.check('input[value="right-1-2"]');
    await press('Start');
    await shows('#said', '(Go)');
    await reply('Go');
    await shows('#said', 'Mercury');
    await reply('Mercury');
    await status('Paused before Right 1: Set variable (ENTER)');
    expect(await page.locator('[aria-current]').getAttribute('id')).toBe('at-right-1-2');
    await press('Next block');
    await status('Paused before Question 2: text (ENTER)');
    expect(await row()).toEqual(['Score', '0', '1']);
    await shows('#turns', 'Score: 0 → 1');
    await page.fill('[aria-label="Score"]', '7');
    await page.press('[aria-label="Score"]', 'Tab');
    // Drawn again, with the value that it had until then.
    await page.locator('#variables td', { hasText: /^1$/ }).waitFor();
    expect(await row()).toEqual(['Score', '1', '7']);
    await press('Next breakpoint');
    await status('Waits');
    await shows('#said', 'A frog');

    await press('Go back to after turn 2');
    await status('Branched after turn 2. Waits');
    expect((await row()).at(-1)).toBe('0');
    await reply('Venus');
    await shows('#turns', 'Wrong 1: text');
    await status('Waits');
    expect([await page.innerText('#fault'), faults]).toEqual(['', []]);
  });
});
