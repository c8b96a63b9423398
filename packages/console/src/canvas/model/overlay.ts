import type { Flow } from '@parley/client';
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
    const words = count === 0 ? '1 problem' : `${count + 1} problems`;
    const isError = look === 'error' || level === 'ERROR';
    parts.set(id, { look: isError ? 'error' : 'warning', words, count: count + 1 });
  }
  const legend = [
    { look: 'error', words: 'Keeps a chat from going on' },
    { look: 'warning', words: 'Is perhaps not meant' },
  ] as const;
  return { ...NONE, parts, legend, summary: counted(faults.length, 'problem') };
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
  ADDED: { look: 'added', words: 'Added' },
  REMOVED: { look: 'removed', words: 'Removed' },
  MOVED: { look: 'changed', words: 'Moved' },
};
const CHANGED: Mark = { look: 'changed', words: 'Changed' };

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
      addMark(parts, groupId ?? '', { look: 'changed', words: 'A block was removed' });
    else addMark(parts, id, mark);
  }
  const gone = live
    .filter(({ groupId }) => removed.has(groupId))
    .map(({ groupId, title, position: { x, y } }) => ({
      ...{ id: groupId, words: `Removed: ${title}` },
      box: { x, y, width: SIZES.group, height: GONE },
    }));
  const legend = [
    { look: 'added', words: 'Added' },
    { look: 'changed', words: 'Changed or moved' },
    { look: 'removed', words: 'Removed' },
  ] as const;
  const summary = `${counted(changes.length, 'change')} since what is live`;
  return { parts, lines, gone, legend, summary };
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
          ? { look: 'none', words: 'Not reached' }
          : { look: 'full', words: '' },
      );
    const look = here.length === blocks.length ? 'full' : here.length > 0 ? 'part' : 'none';
    parts.set(id, { look, words: `${here.length} of ${blocks.length}` });
    [reached, total] = [reached + here.length, total + blocks.length];
  }
  const legend = [
    { look: 'full', words: 'Reached' },
    { look: 'part', words: 'Some of its blocks reached' },
    { look: 'none', words: 'Not reached' },
  ] as const;
  return { ...NONE, parts, legend, summary: `${reached} of ${total} blocks reached` };
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
        { look: 'run', width, words: `${percent(share)} · ${total.toLocaleString()}` },
      ];
    }),
  );
  const parts = new Map<string, Mark>(
    blocks.map(({ blockId, reached, answered, left }) => {
      const came = reached.toLocaleString();
      const said = answered === 0 ? came : `${answered.toLocaleString()} of ${came}`;
      return left === 0
        ? [blockId, { look: 'full', words: said }]
        : [blockId, { look: 'warning', words: `${said}, ${left.toLocaleString()} left` }];
    }),
  );
  const legend = [
    { look: 'run', words: 'The wider, the more followed it' },
    { look: 'warning', words: 'Some left here' },
    { look: 'full', words: 'Nobody left here; answered of reached' },
  ] as const;
  const came = blocks.length === 0 ? 'Nobody came yet' : `${most.toLocaleString()} came`;
  return { ...NONE, parts, lines, legend, summary: `${came} in the last 30 days` };
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
    parts.set(blockId, { look: 'run', words: `Step ${++count}` });
  }
  const waits = steps.findLast(({ blockId }) => blockId !== null);
  if (waits?.way === 'WAITS')
    parts.set(waits.blockId ?? '', { look: 'warning', words: `Step ${count}, waits` });
  const legend = [
    { look: 'run', words: 'Where the chat came' },
    { look: 'warning', words: 'Where it waits for an answer' },
  ] as const;
  return { ...NONE, parts, lines, legend, summary: counted(count, 'step') };
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

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
