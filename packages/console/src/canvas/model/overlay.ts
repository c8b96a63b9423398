import type { Flow } from '@parley/client';
import { locale, t } from '../../i18n/t.js';
import type { Box } from '../flowModel.js';
import { SIZES } from './plan.js';
import type { Placed } from './scene.js';

/** How something is marked: each look has a colour, and a line of its own for those who do not see colours. */
export type Look =
  'error' | 'warning' | 'added' | 'removed' | 'changed' | 'full' | 'part' | 'none' | 'run';

/** What an overlay says of a group, an event or a block; no words where its line says all. */
export interface Mark {
  readonly look: Look;
  readonly words: string;
}

/** What an overlay says of an edge; its width in pixels. */
export interface LineMark {
  readonly look: Look;
  readonly width: number;
  readonly words?: string;
}

/** A picture over the flow. */
export interface Overlay {
  readonly parts: ReadonlyMap<string, Mark>;
  readonly lines: ReadonlyMap<string, LineMark>;
  /** Groups that the flow does not have any more. */
  readonly gone: readonly { readonly id: string; readonly box: Box; readonly words: string }[];
  readonly legend: readonly Mark[];
  /** What all of it says, in a sentence. */
  readonly summary: string;
}

/** How each look is drawn: a colour of the style sheet, and the dashes of its line in pixels, none for a whole one. */
export const LOOKS: Readonly<
  Record<Look, { readonly colour: string; readonly dash: readonly number[] }>
> = {
  error: { colour: '--error', dash: [] },
  warning: { colour: '--warn', dash: [8, 5] },
  added: { colour: '--good', dash: [] },
  removed: { colour: '--error', dash: [2, 5] },
  changed: { colour: '--brand', dash: [8, 5] },
  full: { colour: '--good', dash: [] },
  part: { colour: '--warn', dash: [8, 5] },
  none: { colour: '--error', dash: [2, 5] },
  run: { colour: '--brand', dash: [] },
};

const NONE = { parts: new Map(), lines: new Map(), gone: [], legend: [] } as const;

/** Something that is wrong at a part of the flow. */
interface Problem {
  readonly level: string;
  readonly groupId: string | null;
  readonly blockId: string | null;
}

/** What is wrong. */
export function problemsOverlay(faults: readonly Problem[]): Overlay {
  const parts = new Map<string, Mark & { readonly count: number }>();
  for (const { level, blockId, groupId } of faults) {
    const id = blockId ?? groupId ?? '';
    const { count = 0, look } = parts.get(id) ?? {};
    const words = problemsInWords(count + 1);
    const isError = look === 'error' || level === 'ERROR';
    parts.set(id, { look: isError ? 'error' : 'warning', words, count: count + 1 });
  }
  const legend = [
    { look: 'error', words: t('Keeps a chat from going on') },
    { look: 'warning', words: t('Is perhaps not meant') },
  ] as const;
  return { ...NONE, parts, legend, summary: problemsInWords(faults.length) };
}

/** How many problems there are. */
export function problemsInWords(count: number): string {
  return t('1 problem|{count} problems', { count });
}

/** A change since the live version, as the server tells it. */
interface Change {
  readonly kind: string;
  readonly partId: string | null;
  readonly groupId: string | null;
}

/** Where the groups of the live version are. */
interface LiveGroup {
  readonly groupId: string;
  readonly title: string;
  readonly position: { readonly x: number; readonly y: number };
}

/** What the ends of the kinds of changes mean. */
const HOW: Readonly<Record<string, Mark>> = {
  ADDED: { look: 'added', words: t('Added') },
  REMOVED: { look: 'removed', words: t('Removed') },
  MOVED: { look: 'changed', words: t('Moved') },
};
const CHANGED: Mark = { look: 'changed', words: t('Changed') };

/** What was added, removed and changed since the live version. */
export function changesOverlay(changes: readonly Change[], live: readonly LiveGroup[]): Overlay {
  const parts = new Map<string, Mark>();
  const lines = new Map<string, LineMark>();
  const removed = new Set<string>();
  for (const { kind, partId, groupId } of changes) {
    const [what = '', how = ''] = kind.split('_');
    const mark = HOW[how] ?? CHANGED;
    const id = partId ?? '';
    if (what === 'EDGE') lines.set(id, { look: mark.look, width: 3 });
    else if (kind === 'GROUP_REMOVED') removed.add(id);
    else if (kind === 'BLOCK_REMOVED')
      addMark(parts, groupId ?? '', { look: 'changed', words: t('A block was removed') });
    else addMark(parts, id, mark);
  }
  const gone = live
    .filter(({ groupId }) => removed.has(groupId))
    .map(({ groupId, title, position: { x, y } }) => ({
      ...{ id: groupId, words: t('Removed: {title}', { title }) },
      box: { x, y, width: SIZES.group, height: GONE },
    }));
  const legend = [
    { look: 'added', words: t('Added') },
    { look: 'changed', words: t('Changed or moved') },
    { look: 'removed', words: t('Removed') },
  ] as const;
  return { parts, lines, gone, legend, summary: changesInWords(changes.length) };
}

function changesInWords(count: number): string {
  return t('1 change since what is live|{count} changes since what is live', { count });
}

/** What was said first of a part stays, since the server tells first whether it is new. */
function addMark(parts: Map<string, Mark>, id: string, mark: Mark): void {
  if (!parts.has(id)) parts.set(id, mark);
}

/** The height of the picture of a group that is gone, in pixels at zoom 1. */
const GONE = 80;

/** How far an exploration came: the blocks that no chat reached. */
export function coverageOverlay(flow: Flow, missingIds: readonly string[]): Overlay {
  const missing = new Set(missingIds);
  const parts = new Map<string, Mark>();
  let [reached, total] = [0, 0];
  for (const { id, blocks } of flow.groups) {
    const here = blocks.filter((block) => !missing.has(block.id));
    for (const block of blocks)
      parts.set(
        block.id,
        missing.has(block.id)
          ? { look: 'none', words: t('Not reached') }
          : { look: 'full', words: '' },
      );
    const look = here.length === blocks.length ? 'full' : here.length > 0 ? 'part' : 'none';
    parts.set(id, { look, words: t('{some} of {all}', { some: here.length, all: blocks.length }) });
    [reached, total] = [reached + here.length, total + blocks.length];
  }
  const legend = [
    { look: 'full', words: t('Reached') },
    { look: 'part', words: t('Some of its blocks reached') },
    { look: 'none', words: t('Not reached') },
  ] as const;
  const summary = t('{reached} of {total} blocks reached', { reached, total });
  return { ...NONE, parts, legend, summary };
}

/** How many chats came to each block and edge. */
export interface Counts {
  readonly blocks: readonly {
    readonly blockId: string;
    readonly reached: number;
    readonly answered: number;
    readonly left: number;
  }[];
  readonly edges: readonly { readonly edgeId: string; readonly total: number }[];
}

/** The width of the edge that everybody follows, and of one that nobody does, in pixels. */
const [WIDEST, THINNEST] = [14, 1.5];

/** Where visitors went: the width of an edge is the root of its share of those who came. */
export function visitorsOverlay({ blocks, edges }: Counts): Overlay {
  const most = Math.max(1, ...edges.map(({ total }) => total), ...blocks.map((one) => one.reached));
  const lines = new Map<string, LineMark>(
    edges.map(({ edgeId, total }) => {
      const share = total / most;
      const width = Math.max(THINNEST, WIDEST * Math.sqrt(share));
      return [
        edgeId,
        { look: 'run', width, words: `${percent(share)} · ${total.toLocaleString(locale)}` },
      ];
    }),
  );
  const parts = new Map<string, Mark>(
    blocks.map(({ blockId, reached, answered, left }) => {
      const came = reached.toLocaleString(locale);
      const some = answered.toLocaleString(locale);
      const numbers = answered === 0 ? came : t('{some} of {all}', { some, all: came });
      if (left === 0) return [blockId, { look: 'full', words: numbers }];
      const words = t('{numbers}, {count} left', { numbers, count: left.toLocaleString(locale) });
      return [blockId, { look: 'warning', words }];
    }),
  );
  const legend = [
    { look: 'run', words: t('The wider, the more followed it') },
    { look: 'warning', words: t('Some left here') },
    { look: 'full', words: t('Nobody left here; answered of reached') },
  ] as const;
  return { ...NONE, parts, lines, legend, summary: cameInWords(blocks.length === 0 ? 0 : most) };
}

function cameInWords(count: number): string {
  if (count === 0) return t('Nobody came yet in the last 30 days');
  return t('1 came in the last 30 days|{shown} came in the last 30 days', {
    count,
    shown: count.toLocaleString(locale),
  });
}

/** One thing that happened in a chat that is tried, as the server tells it. */
export interface Step {
  readonly blockId: string | null;
  readonly way: string | null;
  readonly edges: readonly { readonly edgeId: string }[];
}

/** The way of the chat that is tried: its blocks by the number of the step, and where it waits. */
export function runOverlay(steps: readonly Step[]): Overlay {
  const parts = new Map<string, Mark>();
  const lines = new Map<string, LineMark>();
  let count = 0;
  let last: string | undefined;
  for (const { blockId, edges } of steps) {
    for (const { edgeId } of edges) lines.set(edgeId, { look: 'run', width: 3 });
    if (blockId === null || blockId === last) continue;
    last = blockId;
    parts.set(blockId, { look: 'run', words: t('Step {number}', { number: ++count }) });
  }
  const waits = steps.findLast(({ blockId }) => blockId !== null);
  if (waits?.way === 'WAITS')
    parts.set(waits.blockId ?? '', {
      look: 'warning',
      words: t('Step {number}, waits', { number: count }),
    });
  const legend = [
    { look: 'run', words: t('Where the chat has been') },
    { look: 'warning', words: t('Where it waits for an answer') },
  ] as const;
  const summary = t('1 step|{count} steps', { count });
  return { ...NONE, parts, lines, legend, summary };
}

/** The look of a group as a whole: its own, or that of the first of its blocks that has one. */
export function lookOf({ parts }: Overlay, { id, group }: Placed): Look | undefined {
  const own = parts.get(id);
  if (own) return own.look;
  const marked = group?.blocks.find((block) => parts.has(block.id));
  return marked && parts.get(marked.id)?.look;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
