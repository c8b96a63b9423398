import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { KINDS } from '../../src/engine/index.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { partAt, recordsAt, textAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);

/** The kinds that people choose from, each once. */
const kinds = KINDS.filter(
  ({ type, isRetired }, place) =>
    isRetired !== true && KINDS.findIndex((kind) => kind.type === type) === place,
);

async function draftOf(botId: string): Promise<unknown> {
  const query = 'query ($botId: ID!) { bot(id: $botId) { draft } }';
  const { data } = await queryGraphql(app().url, { query, variables: { botId } });
  return partAt(data, 'bot.draft');
}

async function blocksOf(botId: string) {
  return recordsAt(await draftOf(botId), 'groups.0.blocks');
}

describeInBrowser('in the panel beside the flow', () => {
  const browser = useBrowser();

  /** Opens a new bot with one group of these blocks, as the person who is signed in. */
  async function openBot(blocks: Parameters<typeof botOf>[0]['groups'][string], script = '') {
    const workspaceId = await makeWorkspace(rest);
    const bot = botOf({ variables: { Name: null, Age: null }, groups: { Start: blocks } });
    const { id: botId } = (await bodyOf(rest.importBot({ workspaceId, bot }))).bot;
    const context = await browser.openContext();
    await signIntoBrowser(context, app());
    await context.addInitScript(script);
    const url = `${app().url}/console/b/${botId}/flow`;
    const { page, faults } = await browser.open(url, { context });
    await page.getByRole('complementary', { name: 'Inspector' }).waitFor();
    return { botId, page, faults };
  }

  test('a person sets members of every kind of block, which are stored as they were set', async () => {
    const { botId, page, faults } = await openBot(
      kinds.map(({ type, example }) => ({ ...example, type })),
    );
    const counts: Record<string, number> = {};
    const set = new Map<unknown, Awaited<ReturnType<typeof fillIn>>>();
    for (const { id, type } of await blocksOf(botId)) {
      const { label } = kinds.find((kind) => kind.type === type) ?? {};
      await select(page, String(id), String(label));
      const enough = Object.keys(counts).filter((control) => Number(counts[control]) >= 2);
      const done = await fillIn(page, enough);
      for (const [, , control] of done) counts[control] = (counts[control] ?? 0) + 1;
      set.set(id, done);
    }
    await eventually(async () => {
      const blocks = await blocksOf(botId);
      const missing = blocks.flatMap((block) =>
        (set.get(block['id']) ?? [])
          .map(([path, value]) => [block['type'], path, value, partAt(block, path)])
          .filter(([, , value, stored]) => String(value) !== String(stored)),
      );
      expect(missing).toEqual([]);
    });
    expect(Object.keys(counts).sort()).toEqual([
      ...['CHOICE', 'CODE', 'DATE', 'FILE', 'GROUP', 'LONG_TEXT', 'NUMBER', 'SWITCH', 'TEXT'],
      'URL',
    ]);
    expect(faults).toEqual([]);
  });

  test('a person writes a text with bold words and variables while others edit, undoes it, and keeps a chat that comes to it as a test', async () => {
    const list = { type: 'ul', children: [{ type: 'li', children: [{ text: 'kept' }] }] };
    const before = [{ type: 'p', children: [{ text: 'Hi {{Name}}', code: true }] }, list];
    const block = { type: 'text', content: { richText: before } };
    const { botId, page, faults } = await openBot([block], TYPE_WHEN_DRAWN);
    const richText = async () => partAt(await draftOf(botId), 'groups.0.blocks.0.content.richText');
    await select(page, String((await blocksOf(botId))[0]?.['id']), 'Text');
    const editor = page.getByRole('textbox', { name: 'Text', exact: true });
    await editor.locator('p').click();
    await page.keyboard.press('End');
    await page.keyboard.type(', now {Ag');
    await page.getByRole('option', { name: 'Age', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('!');
    let isRead = false;
    await page.route('**/graphql', async (route) => {
      if (isRead || !/BotIssues/.test(route.request().postData() ?? '')) return route.continue();
      isRead = true;
      const response = await route.fetch();
      await page.evaluate(`typeWhenDrawn(', while')`);
      return route.fulfill({ response });
    });
    await addGroup(botId);
    await editor.getByText(', while').waitFor();
    await page.keyboard.type(' others edit');
    const words = ', while others edit';
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Text', exact: true }).blur();
    await eventually(async () => {
      const [paragraph, kept] = recordsAt({ all: await richText() }, 'all');
      expect(kept).toEqual(list);
      const runs = recordsAt(paragraph, 'children');
      expect(runs.map((run) => run['text']).join('')).toBe(`Hi {{Name}}, now {{Age}}!${words}`);
      expect(runs[0]).toMatchObject({ code: true });
      expect(runs.at(-1)).toMatchObject({ text: `!${words}`, bold: true });
    });
    const undo = page.getByRole('button', { name: 'Undo' });
    await eventually(async () => {
      if (await undo.isEnabled()) await undo.click();
      expect(await richText()).toEqual(before);
    });
    await page.getByRole('button', { name: 'Show a chat that comes here' }).click();
    await page.getByText('bot: Hi').waitFor();
    await page.getByRole('button', { name: 'Keep it as a test' }).click();
    await page.getByText('Kept.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a person writes code with a variable, sees where its mistake is, and leaves the field by keys', async () => {
    const content = 'let years = 1;\nreturn years +;';
    const { botId, page, faults } = await openBot([
      { type: 'Code', options: { content } },
      ask('number input', 'Age'),
    ]);
    const code = async () => partAt(await draftOf(botId), 'groups.0.blocks.0.options.content');
    await select(page, String((await blocksOf(botId))[0]?.['id']), 'Code');
    const editor = page.getByRole('textbox', { name: 'Code', exact: true });
    const mark = editor.locator('.cm-line').nth(1).locator('.cm-lintRange-error');
    await mark.waitFor();
    expect(await mark.textContent()).toBe(';');
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' {Ag');
    await page.getByRole('option', { name: 'Age number', exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await editor.evaluate('document.activeElement.closest(".cm-editor") === null')).toBe(
      true,
    );
    await eventually(async () =>
      expect(await code()).toBe('let years = 1;\n  return years + {{Age}}'),
    );
    await mark.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('a person opens the form of a block after the network is gone', async () => {
    const { botId, page } = await openBot([say('Hi'), ask('number input', 'Age')]);
    await page.waitForResponse((one) => /BlockForms/.test(one.request().postData() ?? ''));
    await page.context().setOffline(true);
    await select(page, String((await blocksOf(botId))[1]?.['id']), 'Number question');
    await page.getByRole('textbox', { name: 'Lowest' }).waitFor();
  });

  test('a person links to a group of another bot and goes there, sees what AI took, and finds the kind that was added last', async () => {
    const { botId, page, faults } = await openBot([{ type: 'Bot link' }, { type: 'openai' }]);
    const query = 'query ($botId: ID!) { bot(id: $botId) { workspaceId } }';
    const { data } = await queryGraphql(app().url, { query, variables: { botId } });
    const workspaceId = textAt(data, 'bot.workspaceId');
    const bot = botOf({ groups: { Farewell: [say('Bye')] } }, { name: 'Other' });
    const other = (await bodyOf(rest.importBot({ workspaceId, bot }))).bot.id;
    await page.reload();
    const [link, openai] = (await blocksOf(botId)).map(({ id }) => String(id));
    await select(page, String(link), 'Another bot');
    await page.getByRole('combobox', { name: 'Bot (needed)' }).selectOption('Other');
    await page.getByRole('combobox', { name: 'Begins with' }).selectOption('Farewell');
    await page.getByText('Text: Bye').waitFor();
    await select(page, String(openai), 'OpenAI');
    await page.getByText('AI this month: $0.00 for this bot. $0.00 for the workspace.').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('application', { name: 'Flow' }).focus();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Add a block' }).fill('Wait');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wait' }).waitFor();
    await page.getByRole('button', { name: 'Blocks' }).click();
    const recent = page
      .getByRole('region', { name: 'Blocks to add' })
      .getByRole('listitem')
      .first();
    expect(await recent.innerText()).toMatch(/^Recent\s+Wait$/);
    await select(page, String(link), 'Another bot');
    await page.getByRole('link', { name: 'Go there' }).last().click();
    await page.waitForURL(`**/b/${other}/flow?at=*`);
    expect(faults).toEqual([]);
  });

  test('a person uploads the picture of a bubble, which the draft then names', async () => {
    const { botId, page, faults } = await openBot([{ type: 'image', content: {} }]);
    await select(page, String((await blocksOf(botId))[0]?.['id']), 'Picture');
    const buffer = Buffer.from(PNG, 'base64');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload a file' }).click();
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await eventually(async () => {
      const url = partAt(await draftOf(botId), 'groups.0.blocks.0.content.url');
      const stored = await (await fetch(String(url))).arrayBuffer();
      expect(Buffer.from(stored).equals(buffer)).toBe(true);
    });
    expect(await axeFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

/**
 * `typeWhenDrawn` types as on a slow machine: after React has drawn, before it does what comes after that. All it does seems to take longer
 * than a turn of the page has time for, so that this is another turn.
 */
const TYPE_WHEN_DRAWN = `(() => {
  const { postMessage } = MessagePort.prototype;
  const now = performance.now.bind(performance);
  let [asked, words, isDone] = [0, '', true];
  MessagePort.prototype.postMessage = function (...message) {
    asked = 0;
    postMessage.apply(this, message);
  };
  self.typeWhenDrawn = (text) => {
    words = text;
    performance.now = () => now() + 6 * (asked += 1);
  };
  const type = () => {
    if (isDone || words === '') return;
    document.execCommand('insertText', false, words);
    words = '';
    performance.now = now;
  };
  self.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    ...{ supportsFiber: true, inject: () => 1 },
    onCommitFiberRoot() {
      isDone = false;
      queueMicrotask(type);
    },
    onPostCommitFiberRoot() {
      isDone = true;
    },
  };
})()`;

/** Adds a group that no chat reaches, as another window does: an issue more. */
async function addGroup(botId: string): Promise<void> {
  const query =
    'mutation ($input: EditFlowInput!) { editFlow(input: $input) { userErrors { message } } }';
  const group = { id: 'lone', title: 'Lone', graphCoordinates: { x: 0, y: 0 }, blocks: [] };
  const input = { botId, edits: [{ addGroup: { group } }] };
  const { data } = await queryGraphql(app().url, { query, variables: { input } });
  expect(data).toEqual({ editFlow: { userErrors: [] } });
}

/** A picture of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Selects a block as a link to it does, and waits until its form is read. */
async function select(page: Page, id: string, label: string): Promise<void> {
  await page.evaluate(`history.replaceState(null, '', '?at=${encodeURIComponent(id)}')`);
  await page
    .locator(`.inspector[data-of="${id}"]`)
    .getByRole('heading', { name: label, exact: true })
    .waitFor();
  await page.locator('.inspector form[aria-busy=false]').waitFor({ state: 'attached' });
}

/** Sets one field of each control that the form shows, of those that were tried `enough` only the first; gives the paths, the values and the controls. */
async function fillIn(
  page: Page,
  enough: readonly string[],
): Promise<[path: string, value: unknown, control: string][]> {
  const fill = await readFile(new URL('./fillForm.js', import.meta.url), 'utf8');
  const call = `(${fill.replace(/;\s*$/, '')})(${JSON.stringify(enough)})`;
  return page.evaluate<[path: string, value: unknown, control: string][]>(call);
}
