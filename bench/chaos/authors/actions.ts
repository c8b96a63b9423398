import type { BrowserContext, Page } from 'playwright-core';
import { oneOf, type Chance } from '../chance.js';
import { wait } from '../times.js';
import { spotsOn, type Spot } from './screen.js';

/** A person who edits a bot in a page of the console. */
export interface Author {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** The address of the flow. */
  readonly url: string;
  readonly chance: Chance;
  /** What they did, the last thing last. */
  readonly did: string[];
  isOffline: boolean;
  /** A word that nobody wrote before; it is noted as part of a block, group or note. */
  newWord(partId: string): string;
}

/** What a person does; returns it in words. */
type Action = (author: Author) => Promise<string>;

/** The kinds of blocks that are added, by their labels. */
const KINDS = ['Text', 'Text', 'Text', 'Buttons', 'Text question', 'Condition', 'Picture'] as const;
/** More groups than this are removed again; all of them are drawn with their blocks. */
const MOST_GROUPS = 12;

/** Does one thing at random, as a person does it with pointer and keys. */
export async function act(author: Author): Promise<string> {
  const groups = (await author.page.locator('.canvas .group').count()) - MOST_GROUPS;
  if (groups > 0) return removeSome(author, ['group']);
  return oneOf(author.chance, ACTIONS)(author);
}

/** Loads the page again, until it shows the flow: the server may be away. */
export async function reload(author: Author): Promise<string> {
  const { page, url } = author;
  await goOnline(author);
  for (;;) {
    try {
      // What was typed right before is stored too, as the page is left.
      await (page.url().startsWith(url) ? page.reload() : page.goto(url));
      await page.locator('.react-flow__node').first().waitFor({ timeout: 10_000 });
      return 'loaded the page again';
    } catch {
      await wait(200);
    }
  }
}

/** Comes back to the network. */
export async function goOnline(author: Author): Promise<string> {
  await author.context.setOffline(false);
  author.isOffline = false;
  return 'went online';
}

/** Decides about a step that others changed since; whether there is one. */
export async function decide({ page, chance }: Author): Promise<boolean> {
  const card = page.locator('.clash');
  if (!(await card.isVisible())) return false;
  const buttons = await card.getByRole('button').all();
  await buttons[Math.floor(chance() * buttons.length)]?.click();
  return true;
}

/** Closes what is open, and leaves the field and what is selected. */
export async function putAway({ page }: Author): Promise<void> {
  for (let open = 0; open < 3 && (await page.locator('dialog[open]').count()) > 0; open += 1)
    await page.keyboard.press('Escape');
  const notices = page.getByRole('button', { name: 'Dismiss' });
  while ((await notices.count()) > 0) await notices.first().click();
}

async function add(author: Author): Promise<string> {
  const { page, chance } = author;
  if (chance() < 0.6) await pick(author, ['group', 'block']);
  else await onCanvas(page, 'Escape', 'Escape');
  await onCanvas(page, '/');
  return `added, ${await choose(author)}`;
}

/** Chooses a kind in the palette that is open, and writes into a text. */
async function choose(author: Author): Promise<string> {
  const { page, chance } = author;
  const kind = oneOf(chance, KINDS);
  await page.getByRole('dialog').getByRole('combobox').fill(kind);
  await page.getByRole('option', { name: kind }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.inspector .kindIcon').waitFor();
  return kind === 'Text' ? `a text: ${await writeInForm(author)}` : kind;
}

async function write(author: Author): Promise<string> {
  if (!(await pick(author, ['text']))) return add(author);
  return `a text: ${await writeInForm(author)}`;
}

/** Writes into the text of the block that is selected, in the place of what is there or after it. */
async function writeInForm(author: Author): Promise<string> {
  const { page, chance } = author;
  await page.locator('.inspector .editor').click();
  await page.keyboard.press(chance() < 0.7 ? 'Control+a' : 'Control+End');
  return type(author, await page.locator('.inspector').getAttribute('data-of'));
}

/** Types a word; then leaves the field, or the page, or stays in it. */
async function type(author: Author, partId: string | null): Promise<string> {
  const { page, chance } = author;
  const word = author.newWord(partId ?? '');
  await page.keyboard.type(word);
  const next = oneOf(chance, ['Tab', 'Tab', 'Enter', 'stay', 'reload'] as const);
  if (next === 'reload') await reload(author);
  else if (next !== 'stay') await page.keyboard.press(next);
  return `wrote ${word} (${next})`;
}

async function rename(author: Author): Promise<string> {
  const { page, chance } = author;
  if (!(await pick(author, ['group']))) return add(author);
  const id = await selectedOn(page);
  const place = oneOf(chance, ['canvas', 'form'] as const);
  if (place === 'form') await page.locator('#groupTitle').click();
  else {
    await onCanvas(page, 'F2');
    await page.getByRole('textbox', { name: 'Title of the group' }).waitFor();
  }
  await page.keyboard.press('Control+a');
  return `a title on the ${place}: ${await type(author, id)}`;
}

async function writeNote(author: Author): Promise<string> {
  const { page } = author;
  const isThere = await pick(author, ['note']);
  await onCanvas(page, isThere ? 'F2' : 's');
  await page.getByRole('textbox', { name: 'Text of the note' }).waitFor();
  await page.keyboard.press('Control+a');
  return `a note: ${await type(author, await selectedOn(page))}`;
}

async function move(author: Author): Promise<string> {
  const { page, chance } = author;
  const from = await pick(author, ['group', 'note']);
  if (!from) return add(author);
  if (chance() < 0.5) {
    const to = { x: from.x + (chance() - 0.5) * 300, y: from.y + (chance() - 0.5) * 300 };
    return drag(page, from, to);
  }
  if (chance() < 0.2) await onCanvas(page, 'Control+a');
  const way = oneOf(chance, ['Left', 'Right', 'Up', 'Down'] as const);
  await onCanvas(page, 'm', `Shift+Arrow${way}`, `Shift+Arrow${way}`, 'Enter');
  return `moved it ${way}`;
}

async function moveBlock(author: Author): Promise<string> {
  const { page, chance } = author;
  const from = await pick(author, ['block']);
  if (!from) return add(author);
  if (chance() < 0.5) {
    const way = oneOf(chance, ['Up', 'Down'] as const);
    await onCanvas(page, `Alt+Arrow${way}`);
    return `moved a block ${way}`;
  }
  return `a block: ${await drag(page, from, await spotOf(author, ['group', 'block']))}`;
}

async function connect(author: Author): Promise<string> {
  const { page, chance } = author;
  const outlet = chance() < 0.5 ? await spotOf(author, ['outlet']) : undefined;
  if (outlet) {
    return `an edge: ${await drag(page, outlet, await spotOf(author, ['group', 'block']))}`;
  }
  if (!(await pick(author, ['block', 'group']))) return add(author);
  await onCanvas(page, 'c');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  const steps = Math.floor(chance() * MOST_GROUPS);
  for (let step = 0; step < steps; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  return steps === 0 ? `connected, ${await choose(author)}` : 'connected';
}

async function remove(author: Author): Promise<string> {
  return removeSome(author, [oneOf(author.chance, ['block', 'edge', 'note', 'group'] as const)]);
}

async function removeSome(author: Author, kinds: readonly Spot['kind'][]): Promise<string> {
  if (!(await pick(author, kinds))) {
    await onCanvas(author.page, 'Shift+Digit1');
    return `saw no ${kinds.join()}`;
  }
  await onCanvas(author.page, 'Delete');
  return `deleted the ${kinds.join()}`;
}

async function copy(author: Author): Promise<string> {
  const { page, chance } = author;
  const from = await pick(author, ['group', 'block', 'note']);
  if (!from) return add(author);
  const way = oneOf(chance, ['Control+c', 'Control+x', 'Control+d'] as const);
  await onCanvas(page, way);
  if (way === 'Control+d') return `duplicated the ${from.kind}`;
  if (chance() < 0.5) await pick(author, ['group', 'block']);
  await onCanvas(page, 'Control+v');
  return `${way} of the ${from.kind}, and pasted it`;
}

async function takeBack({ page, chance }: Author): Promise<string> {
  const way = oneOf(chance, ['Undo', 'Undo', 'Redo'] as const);
  const steps = Math.ceil(chance() * 3);
  for (let step = 0; step < steps; step += 1) {
    const button = page.getByRole('button', { name: way, exact: true });
    if (await button.isEnabled()) await button.click();
  }
  return `${way} × ${steps}`;
}

async function tidy({ page }: Author): Promise<string> {
  await page.getByRole('button', { name: 'Tidy' }).click();
  await onCanvas(page, 'Shift+Digit1');
  return 'tidied';
}

async function changeNetwork(author: Author): Promise<string> {
  if (author.isOffline) return goOnline(author);
  await author.context.setOffline(true);
  author.isOffline = true;
  return 'went offline';
}

/** Each as often as it is listed. */
const ACTIONS: readonly [Action, ...Action[]] = [
  ...([add, add, add, write, write, write, rename, rename, writeNote] as const),
  ...[move, move, moveBlock, moveBlock, connect, connect, remove, remove, copy, copy],
  ...[takeBack, takeBack, takeBack, changeNetwork, changeNetwork, reload, tidy],
];

/** Presses keys while the canvas has the focus. */
async function onCanvas(page: Page, ...keys: readonly string[]): Promise<void> {
  await page.getByRole('application', { name: 'Flow' }).focus();
  for (const key of keys) await page.keyboard.press(key);
}

/** Clicks one of the parts that are seen; undefined where none is. */
async function pick(author: Author, kinds: readonly Spot['kind'][]): Promise<Spot | undefined> {
  const spot = await spotOf(author, kinds);
  if (spot) await author.page.mouse.click(spot.x, spot.y);
  return spot;
}

async function spotOf({ page, chance }: Author, kinds: readonly Spot['kind'][]) {
  const spots = (await spotsOn(page)).filter(({ kind }) => kinds.includes(kind));
  return spots[Math.floor(chance() * spots.length)];
}

async function drag(
  page: Page,
  from: Pick<Spot, 'x' | 'y'>,
  to: Pick<Spot, 'x' | 'y'> = from,
): Promise<string> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  return 'dragged it';
}

/** The id of the only part that is selected. */
async function selectedOn(page: Page): Promise<string | null> {
  return page.evaluate<string | null>(`new URLSearchParams(location.search).get('at')`);
}
