import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { queryGraphql } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
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

/**
 * The steps of a visitor in each example, to its end: press a button, write a text, choose two days or a time, read a message of
 * the bot, or lose the server.
 */
const played: readonly (readonly [title: string, answers: readonly string[], end: string])[] = [
  [
    'Lead form',
    ['write Ada', 'write ada@example.com', 'press Something else', 'write A compiler'],
    'Thank you, Ada! We will write to ada@example.com.',
  ],
  [
    'Support menu',
    [
      ...['press Is the service up?', 'read It answers: ok. Everything runs.', 'press Yes'],
      ...['lose /readyz', 'press Is the service up?'],
    ],
    'It does not answer.',
  ],
  ['Quiz', ['press Go', 'press Mercury', 'press A shark', 'press 59'], 'Perfect: nothing to add.'],
  [
    'Booking',
    [
      ...['days 2020-05-01 2020-05-03', 'days 2040-05-01 2040-05-03', 'time 15:30', 'write 1'],
      ...['write Ada', 'write ada@example.com', 'read 1 May 2040 to 3 May 2040', 'press Book it'],
    ],
    'Booked!',
  ],
  [
    'Order',
    [
      ...['press Mug', 'write 11', 'read Invalid message', 'write 2', 'write Main Street 1'],
      'press Pay 24 € (test mode)',
    ],
    'no money moved',
  ],
  ['AI chat', ['write What is a flow?'], 'A flow is made of groups of blocks'],
];

/** Pasted texts that are not a bot, or only half of one, and the page's message about each. */
function broken(lead: object): readonly (readonly [given: unknown, words: string])[] {
  return [
    ['{ "half": ', 'This is not JSON'],
    ['<html></html>', 'This is not JSON'],
    ['null', 'This JSON is no exported bot: it has no groups.'],
    ['{}\n', 'This JSON is no exported bot: it has no groups.'],
    [{ nodes: [], connections: {} }, 'This JSON is no exported bot: it has no groups.'],
    [[lead], 'This JSON is a list'],
    [{ ...lead, groups: [] }, 'no group of this bot has a block in it'],
    [
      { ...lead, groups: [{ id: 'a', title: 'A', blocks: [] }] },
      'no group of this bot has a block',
    ],
    [{ ...lead, edges: undefined }, 'this bot has no edges'],
    [{ ...lead, groups: 'x' }, 'In its file: groups: Must be a list, not text'],
    [{ ...lead, version: '1' }, 'In its file: version: Must be one of the texts 3, 4, 5, 6, 6.1'],
    [{ ...lead, events: undefined }, 'In its file: events: Must be a list of events'],
    [{ ...lead, version: '3', events: undefined }, 'a flow of version 5 or older has no beginning'],
  ];
}

/** A script that drops a file with this content on the page. */
function dropOf(content: string): string {
  return `{
    const data = new DataTransfer();
    data.items.add(new File([${content}], 'mine.json'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  }`;
}

/** The text blocks of a group, with their own ids. */
function textsOf(group: object): object[] {
  const { blocks = [] } = group as { readonly blocks?: readonly { id: string; type: string }[] };
  const texts = blocks.filter(({ type }) => type === 'text');
  return texts.map((block) => ({ ...block, id: `again-${block.id}` }));
}

describeInBrowser('a newcomer at the front page', () => {
  const { open, openContext, siteWith } = useBrowser({ isWhole: true });

  test('plays all examples to their ends without signing in', async () => {
    const context = await openContext();
    // The bots appear to type for a second or two a message; here nobody reads along.
    await context.addInitScript(`{
      const wait = setTimeout;
      window.setTimeout = (act, time, ...rest) => wait(act, time / 20, ...rest);
    }`);
    const { page, faults } = await open(app().url, { context });
    const chat = page.locator('parley-chat');
    const send = async (kind: string, texts: readonly string[]): Promise<void> => {
      const fields = chat.locator(kind);
      await fields.last().waitFor();
      for (const [index, text] of texts.entries())
        await fields.nth(index - texts.length).fill(text);
      await chat.getByRole('button').last().click();
    };
    const acts: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
      press: (text) => chat.getByRole('button', { name: text }).last().click(),
      read: (text) => chat.getByText(text).last().waitFor(),
      write: (text) => send('input, textarea', [text]),
      time: (text) => send('input[type=time]', [text]),
      days: (text) => send('input[type=date]', text.split(' ')),
      lose: (path) => page.route(`**${path}`, (route) => route.abort()),
    };
    for (const [title, done, end] of played) {
      await page.getByRole('button', { name: title }).first().click();
      await page.getByRole('heading', { name: title }).waitFor();
      for (const one of done) {
        const [act = '', ...words] = one.split(' ');
        await acts[act]?.(words.join(' '));
      }
      await chat.getByText(end).waitFor();
    }
    // The browser logs the lost request as an error.
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
    await page.reload();
    await page.getByText('Not ready').waitFor();
  });

  test('pastes a flow, reads what is wrong with it, and can play it nevertheless', async () => {
    const { page } = await open(app().url);
    const flow = JSON.parse(textOf('lead-form.json')) as { edges: unknown[] };
    const pasted = JSON.stringify({ ...flow, edges: flow.edges.slice(0, -1) });
    await page.getByRole('textbox', { name: 'An exported bot' }).fill(pasted);
    await page.getByText('One thing to look at:').waitFor();
    await page.getByText('names an edge that is not there').waitFor();
    await page.locator('parley-chat').getByText('What is your name?').waitFor();
  });

  test('drops a flow without a name, as old exports are, and sees the name of its file in its place', async () => {
    const { page } = await open(app().url);
    const flow = { ...(JSON.parse(textOf('quiz.json')) as object), name: undefined };
    await page.evaluate(dropOf(JSON.stringify(JSON.stringify(flow))));
    await page.getByRole('heading', { name: 'mine', exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'An exported bot' }).fill(JSON.stringify(flow));
    await page.getByRole('heading', { name: 'My bot', exact: true }).waitFor();
  });

  test('reads in plain words what is wrong with something that is not a bot, or only half of one', async () => {
    const { page, faults } = await open(app().url);
    const lead = JSON.parse(textOf('lead-form.json')) as { groups: object[] };
    const found = page.locator('#found');
    for (const [given, words] of broken(lead)) {
      const text = typeof given === 'string' ? given : JSON.stringify(given);
      await page.getByRole('textbox', { name: 'An exported bot' }).fill(text);
      await found.getByText(words).first().waitFor();
    }
    expect(await page.locator('#publish').textContent()).toBe('');
    const script = '<script>alert(1)</script>';
    const titled = lead.groups.map((group) => ({ ...group, title: script }));
    const named = { ...lead, name: script, groups: titled, variables: [] };
    await page.getByRole('textbox', { name: 'An exported bot' }).fill(JSON.stringify(named));
    await page.getByRole('heading', { name: script }).waitFor();
    expect(await found.textContent()).toContain(`Group "${script}"`);
    // The browser logs each refusal of the server as an error.
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  });

  test('in ten minutes plays an example, drops a flow, reads its problems, signs in, publishes it, and has it in a site', async () => {
    const context = await openContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page, faults } = await open(app().url, { context });
    const chat = page.locator('parley-chat');
    await page.getByRole('button', { name: 'Quiz' }).click();
    await chat.getByRole('button', { name: 'Go' }).click();
    await chat.getByText('Which planet').waitFor();
    await page.evaluate(dropOf(`new Uint8Array(9 * 1024 * 1024)`));
    await page.getByText('mine.json cannot be played').waitFor();
    await page.getByText('it has 9.0 MB, and this server takes bots of at most 8.0 MB').waitFor();
    // A refused flow does not replace the one that is played.
    await page.getByRole('heading', { name: 'Quiz' }).waitFor();
    await page.locator('#publish').getByRole('link', { name: 'sign in' }).waitFor();

    const flow = JSON.parse(textOf('ai-chat.json')) as { groups: object[] };
    const nowhere = { id: 'nowhere', title: 'Nowhere', graphCoordinates: { x: 0, y: 0 } };
    const unreached = [
      { ...nowhere, blocks: flow.groups.flatMap(textsOf) },
      { ...nowhere, id: 'nowhere-too', title: 'Nowhere too', blocks: [] },
    ];
    const mine = { ...flow, name: 'Mine', publicId: 'mine-as-before' };
    // The bot inside a member, as in the response of an API.
    const dropped = JSON.stringify({ bot: { ...mine, groups: [...flow.groups, ...unreached] } });
    await page.evaluate(dropOf(JSON.stringify(dropped)));
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    await page.getByText('Group "Nowhere": No way leads here').waitFor();
    await page.getByText('1 more like this').click();
    await page.getByText('Group "Nowhere too": No way leads here').waitFor();
    await page.getByText('Until it is published, it sends no requests').waitFor();
    await chat.getByText('Ask me anything').waitFor();
    expect(await axeFaults(page)).toEqual([]);

    const opened = context.waitForEvent('page');
    await page.locator('#publish').getByRole('link', { name: 'sign in' }).click();
    const signingIn = await opened;
    await signingIn.getByText('npm run user -- link').waitFor();
    await signIntoBrowser(context, app());
    await signingIn.reload();
    await signingIn.getByText('Bots can be published on the front page').waitFor();
    await signingIn.close();
    await page.bringToFront();
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await page.getByText('Signed in').waitFor();
    await page.getByRole('button', { name: 'Publish it' }).click();
    const address = (await page.locator('#publish a').first().textContent()) ?? '';
    expect(address).toBe(`${app().url}/mine-as-before`);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('Copied').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toBe(
      `<script type="module" src="${app().url}/embed.js"></script>
<parley-chat bot="${address.split('/').at(-1)}" layout="bubble"></parley-chat>`,
    );
    expect(await axeFaults(page)).toEqual([]);
    const results = await page.getByRole('link', { name: 'results, as JSON' }).getAttribute('href');
    const guide = await page.getByRole('link', { name: 'Change a' }).getAttribute('href');

    // The flow was changed at its source, and exported again.
    const changed = JSON.stringify(mine).replaceAll('Ask me anything', 'Ask me what you like');
    await page.evaluate(dropOf(JSON.stringify(changed)));
    await page.getByRole('button', { name: 'Put it in place of /mine-as-before' }).click();
    const own = page.getByRole('region', { name: 'Your bots' }).getByRole('listitem');
    await page.getByText('Published:').waitFor();
    expect(await own.allTextContents()).toEqual(['Mine at /mine-as-before, results (JSON)']);
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => makePublished(restOf(app), botOf({ groups: {} }))),
    );
    await page.reload();
    await page.getByText('1 more', { exact: true }).waitFor();
    expect(await own.count()).toBe(6);
    await page.getByText('1 more', { exact: true }).click();
    expect(await own.count()).toBe(7);
    await page.getByRole('button', { name: 'Quiz' }).click();
    await page.getByText('Workspace', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Workspace' }).waitFor();
    // An element that starts to fade in after this check would have other colours.
    await page.getByText('Three questions. Ready?').waitFor();
    await page.getByRole('button', { name: 'Go', exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);

    await own.getByRole('link', { name: 'Mine', exact: true }).click();
    await page.waitForURL(address);
    await page.getByText('Ask me what you like').waitFor();
    await page.goto(await siteWith(`<h1>My site</h1>${copied}`));
    await page.getByRole('button', { name: 'Open the chat' }).click();
    await chat.getByText('Ask me what you like').waitFor();
    await chat.getByRole('textbox').fill('What is a flow?');
    await page.keyboard.press('Enter');
    await chat.getByText('A flow is made of groups of blocks').waitFor();

    await page.goto(results ?? '');
    expect(await page.textContent('body')).toContain('What is a flow?');
    await page.goto(guide ?? '');
    await page.getByRole('heading', { name: 'Change a published bot' }).waitFor();
    expect(faults).toEqual([]);
  });

  test.each(['light', 'dark'] as const)(
    'can use it with a disability, in %s',
    async (colorScheme) => {
      const { page } = await open(app().url, { colorScheme });
      await page.getByRole('button', { name: 'Quiz' }).click();
      await page.locator('parley-chat').getByRole('button', { name: 'Go' }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
    },
  );
});
