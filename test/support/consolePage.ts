import type { Locator, Page } from 'playwright-core';
import type { TestApp } from './app.js';
import { partAt } from './parts.js';
import { queryGraphql } from './transports.js';

/** The stored draft of a bot, or what a path leads to in it. */
export async function draftAt({ url }: Pick<TestApp, 'url'>, botId: string, path = '') {
  const query = 'query ($botId: ID!) { bot(id: $botId) { draft } }';
  const { data } = await queryGraphql(url, { query, variables: { botId } });
  return partAt(data, `bot.draft${path && `.${path}`}`);
}

/** Where a part of a page is shown. */
export async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not shown');
  return box;
}

/** Drags something from its middle by a distance, in pixels. */
export async function dragBy(page: Page, what: Locator, by: { x: number; y: number }) {
  const box = await boxOf(what);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  await page.mouse.up();
}

/** Answers the question that the chat in the page waits at. */
export async function answerIn(page: Page, text: string): Promise<void> {
  const chat = page.frameLocator('iframe');
  await chat.getByRole('textbox').fill(text);
  await chat.getByRole('textbox').press('Enter');
}

/** Waits for a message in the chat in the page. */
export async function saysIn(page: Page, text: string): Promise<void> {
  await page.frameLocator('iframe').getByRole('log').getByText(text, { exact: true }).waitFor();
}

/** Answers the question in the dialog on top: with a text, where one is asked for, and the button that says what it does. */
export async function answerQuestion(page: Page, button: string, text?: string): Promise<void> {
  // It may be shown a moment later, over a dialog that is there already.
  const does = page.getByRole('button', { name: button, exact: true });
  const top = page.getByRole('dialog').filter({ has: does }).last();
  const name = (await top.getAttribute('aria-label')) ?? '';
  const question = page.getByRole('dialog', { name, exact: true });
  if (text !== undefined) await question.getByRole('textbox').fill(text);
  await question.getByRole('button', { name: button, exact: true }).click();
  await question.waitFor({ state: 'detached' });
}
