import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { signedInBrowser } from '../support/oauthFlow.js';
import { queryGraphql } from '../support/transports.js';
import { useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const folder = new URL('../../examples/bots/', import.meta.url);
const files = readdirSync(folder);
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const app = useApp();

test.each(files)('the example %s has nothing wrong with it', async (file) => {
  const query = 'query ($flow: FlowOverride!) { flowIssues(flow: $flow) { message } }';
  const variables = { flow: JSON.parse(textOf(file)) as unknown };
  const { data } = await queryGraphql(app().url, { query, variables }, { token: null });
  expect(data).toEqual({ flowIssues: [] });
});

/** What a visitor answers to each example, and how it ends: a button to press, or a text to write. */
const played: readonly (readonly [title: string, answers: readonly string[], end: string])[] = [
  [
    'Lead form',
    ['write Ada', 'write ada@example.com', 'press Something else', 'write A compiler'],
    'Thank you, Ada! We will write to ada@example.com.',
  ],
  ['Support menu', ['press Is the service up?'], 'It answers: ok. Everything runs.'],
  ['Quiz', ['press Go', 'press Mercury', 'press A shark', 'press 59'], 'Perfect: nothing to add.'],
  [
    'Order',
    ['press Mug', 'write 2', 'write Main Street 1', 'press Pay 24 € (test mode)'],
    'no money moved',
  ],
  ['AI chat', ['write What is a flow?'], 'A flow is made of groups of blocks'],
];

describeInBrowser('a newcomer at the front page', () => {
  const { open, openContext } = useBrowser();

  test.each(played)('plays %s to its end without signing in', async (title, answers, end) => {
    const { page, faults } = await open(app().url);
    await page.getByRole('button', { name: title }).click();
    for (const answer of answers) {
      const [, kind, text = ''] = /^(\w+) (.*)$/.exec(answer) ?? [];
      if (kind === 'press')
        await page.getByRole('button', { name: text, exact: false }).last().click();
      else {
        const field = page.locator('parley-chat').locator('input, textarea').last();
        await field.fill(text);
        await page.locator('parley-chat').getByRole('button').last().click();
      }
    }
    await page.locator('parley-chat').getByText(end).waitFor();
    expect(faults).toEqual([]);
  });

  test('pastes a flow, reads what is wrong with it, and plays it all the same', async () => {
    const { page } = await open(app().url);
    const flow = JSON.parse(textOf('lead-form.json')) as { edges: unknown[] };
    const pasted = JSON.stringify({ ...flow, edges: flow.edges.slice(0, -1) });
    await page.getByRole('textbox', { name: 'An exported bot' }).fill(pasted);
    await page.getByText('One thing to look at:').waitFor();
    await page.getByText('names an edge that is not there').waitFor();
    await page.locator('parley-chat').getByText('What is your name?').waitFor();
    await page.getByRole('textbox', { name: 'An exported bot' }).fill('{ "half": ');
    await page.getByText('This is not JSON').waitFor();
  });

  test('drops a file on the page, and plays it', async () => {
    const { page } = await open(app().url);
    const flow = { ...(JSON.parse(textOf('ai-chat.json')) as object), name: 'Mine' };
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(JSON.stringify(flow))}], 'mine.json'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    }`);
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    await page.locator('parley-chat').getByText('Ask me anything').waitFor();
  });

  test('signs in, and publishes what was dropped', async () => {
    const context = await openContext();
    const [, value = ''] = (await signedInBrowser(app())).split('=');
    await context.addCookies([{ name: 'parley_session', value, url: app().url }]);
    const { page } = await open(app().url, { context });
    await page.getByText('Signed in').waitFor();
    await page.getByRole('button', { name: 'Quiz' }).click();
    await page.getByRole('button', { name: 'Publish it' }).click();
    await page.locator('#publish a').click();
    await page.getByText('Three questions. Ready?').waitFor();
    expect(page.url()).toMatch(/\/quiz-\w+$/);
  });

  test.each(['light', 'dark'] as const)(
    'can use it with a disability, in %s',
    async (colorScheme) => {
      const { page } = await open(app().url, { colorScheme });
      await page.getByRole('button', { name: 'Quiz' }).click();
      await page.locator('parley-chat').getByText('Ready?').waitFor();
      expect(await axeFaults(page)).toEqual([]);
    },
  );
});
