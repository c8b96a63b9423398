import type { Flow } from '@parley/client';
import type { Page } from 'playwright-core';
import { pathOf } from '../../../packages/console/src/canvas/model/edgePath.js';
import { copyOf } from '../../../packages/console/src/canvas/model/clipboard.js';
import { notesOf, saidBy } from '../../../packages/console/src/canvas/model/notes.js';
import { sceneOf, type Placed } from '../../../packages/console/src/canvas/model/scene.js';
import { kinds } from '../../../test/support/kinds.js';

/** Something on the canvas that can be clicked, since nothing covers it. */
export interface Spot {
  readonly kind: 'text' | 'block' | 'outlet' | 'group' | 'note' | 'edge';
  readonly x: number;
  readonly y: number;
}

/** What can be clicked on the canvas. */
export async function spotsOn(page: Page): Promise<readonly Spot[]> {
  return page.evaluate<Spot[]>(SPOTS);
}

/** Finds the parts whose middle is on the screen. Half of the length of an edge is its middle. */
const SPOTS = `(() => {
  const spots = [];
  const add = (kind, element, { x, y }) => {
    const top = document.elementFromPoint(x, y);
    if (top && element.contains(top)) spots.push({ kind, x, y });
  };
  const addAll = (kind, selector) => {
    for (const element of document.querySelectorAll('.canvas ' + selector)) {
      const { x, y, width, height } = element.getBoundingClientRect();
      add(kind, element, { x: x + width / 2, y: y + height / 2 });
    }
  };
  addAll('text', '.block:has(.blockIcon[title=Text])');
  addAll('block', '.block');
  addAll('outlet', '.outlet');
  addAll('group', '.groupHead');
  addAll('note', '.note');
  for (const path of document.querySelectorAll('.edge .hit')) {
    const middle = path.getPointAtLength(path.getTotalLength() / 2);
    add('edge', path, middle.matrixTransform(path.getScreenCTM()));
  }
  return spots;
})()`;

/** What a canvas shows. */
export interface Shown {
  /** All groups and notes with the edges among them, as they are copied: every member of their documents. */
  readonly copied: string;
  /** The groups, events and notes that are drawn, by their ids, with their places and words. */
  readonly parts: Readonly<Record<string, unknown>>;
  /** The lines of the edges that are drawn. */
  readonly lines: readonly string[];
}

/** What the canvas of a page shows, once all of it is in view. */
export async function shownOn(page: Page): Promise<Shown> {
  await page.getByRole('application', { name: 'Flow' }).focus();
  for (const key of ['Escape', 'Escape', 'Shift+Digit1', 'Control+a'])
    await page.keyboard.press(key);
  return page.evaluate<Shown>(SHOWN);
}

/** Copies what is selected, and reads what is drawn. */
const SHOWN = `(() => {
  const clipboardData = new DataTransfer();
  const copy = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
  document.querySelector('.canvas').dispatchEvent(copy);
  const textIn = (element, selector) => element.querySelector(selector)?.textContent ?? '';
  const parts = [...document.querySelectorAll('.react-flow__node')].map((node) => {
    const { m41: x, m42: y } = new DOMMatrix(getComputedStyle(node).transform);
    const blocks = [...node.querySelectorAll('.block')].map((block) => [
      block.dataset.block,
      textIn(block, ':scope > p:not(.blank)'),
      block.querySelectorAll('li:not(.otherwise)').length,
    ]);
    return [node.dataset.id, [x, y, textIn(node, 'h2, .note > p:not(.blank)'), blocks]];
  });
  const lines = [...document.querySelectorAll('.edge .line')].map((line) => line.getAttribute('d'));
  return { copied: clipboardData.getData('text/plain'), parts: Object.fromEntries(parts), lines: lines.sort() };
})()`;

/** What a canvas with this flow has to show. */
export function shownOf(flow: Flow, botId: string): Shown {
  const { parts, lines } = sceneOf(flow, kinds);
  const groupIds = [...flow.groups, ...notesOf(flow)].map(({ id }) => id);
  return {
    copied: copyOf(flow, botId, { groupIds }) ?? '',
    parts: Object.fromEntries(parts.map((part) => [part.id, drawn(part)])),
    lines: lines.map(({ from, to }) => pathOf(from, to)).toSorted(),
  };
}

function drawn({ box: { x, y }, group, plan, note }: Placed): readonly unknown[] {
  const blocks = plan?.blocks ?? [];
  return [
    ...[x, y],
    note ? saidBy(note) : String(group?.['title'] ?? ''),
    blocks.map(({ block, text, items }) => [block.id, text, items.length]),
  ];
}
