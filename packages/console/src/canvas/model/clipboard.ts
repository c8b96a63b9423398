import {
  type Flow,
  type FlowEdge,
  type FlowEdit,
  type FlowGroup,
  type FlowPart,
  type JsonObject,
  withNewIds,
} from '@parley/client';
import { t } from '../../i18n/t.js';
import { findBlock, originOf, type Point, pointOf } from '../flowModel.js';
import { addBlock, addParts, type Chosen, type Gesture, withIds } from './gestures.js';
import { notesOf } from './notes.js';
import { isObject } from './textOf.js';

/** What copied parts are on the clipboard, as JSON. */
interface Copied {
  readonly parley: 'parts of a flow';
  readonly botId: string;
  /** Whether it is a single block, in its group. */
  readonly isBlock: boolean;
  readonly groups: readonly FlowGroup[];
  readonly edges: readonly FlowEdge[];
  /** Absent in what an earlier console copied. */
  readonly notes?: readonly FlowPart[];
  /** The variables that the parts name. */
  readonly variables: readonly FlowPart[];
}

/** More blocks than anybody makes of a pasted text. */
const MOST_PARAGRAPHS = 50;

/** What is selected as text; undefined where nothing can be copied. */
export function copyOf(
  flow: Flow,
  botId: string,
  { groupIds, blockId }: Chosen,
): string | undefined {
  const found = blockId === undefined ? undefined : findBlock(flow, blockId);
  const ids = new Set(groupIds);
  const groups = found
    ? [{ ...found.group, blocks: [found.block] }]
    : flow.groups.filter(({ id }) => ids.has(id));
  const notes = found ? [] : notesOf(flow).filter(({ id }) => ids.has(id));
  if (groups.length + notes.length === 0) return undefined;
  const blockIds = new Set(groups.flatMap(({ blocks }) => blocks.map(({ id }) => id)));
  const edges = flow.edges.filter((edge) => blockIds.has(originOf(edge).blockId ?? ''));
  const text = JSON.stringify(groups);
  const variables = flow.variables.filter(
    ({ id, name }) => text.includes(id) || text.includes(String(name)),
  );
  const isBlock = found !== undefined;
  const parts = { groups, edges, notes, variables };
  const copied: Copied = { parley: 'parts of a flow', botId, isBlock, ...parts };
  return JSON.stringify(copied);
}

/** Where something is pasted. */
export interface Pasting {
  readonly botId: string;
  /** For groups and notes: the upper left corner of what is pasted. */
  readonly point: Point;
  /** For a block: where it goes, if a group is selected. */
  readonly groupId?: string | undefined;
  readonly index?: number | undefined;
  readonly newId: () => string;
}

/** A paste, and how many edges were left out since they lead to parts that were not copied. */
export interface Pasted extends Gesture {
  readonly lostEdges: number;
}

/** What pasting a text does: copied parts with new ids, and variables joined by name; any other text becomes text blocks. */
export function pasteOf(flow: Flow, text: string, pasting: Pasting): Pasted | undefined {
  const copied = read(text);
  if (!copied) return pasteText(flow, text, pasting);
  const { newId, botId, point, groupId, index } = pasting;
  const { edits, ids } = joinVariables(flow, copied.variables, newId);
  const own = withNewIds(copied, newId);
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map(change);
    if (!isObject(value)) return value;
    const members = Object.entries(value).filter(
      // Credentials are those of a workspace, which another bot need not be in.
      ([name]) => name !== 'credentialsId' || copied.botId === botId,
    );
    return Object.fromEntries(members.map(([name, member]) => [name, change(member)]));
  };
  // Members stay, but for the ids in them.
  const groups = own.groups.map((group) => change(group) as FlowGroup);
  const notes = withIds(copied.notes ?? [], newId);
  const lostEdges = copied.edges.length - own.edges.length;
  const block = copied.isBlock ? groups[0]?.blocks[0] : undefined;
  const added =
    block && groupId !== undefined
      ? addBlock(flow, { block, groupId, index }, newId)
      : addParts({ groups, edges: own.edges, notes }, distance([...groups, ...notes], point));
  return { ...added, edits: [...edits, ...added.edits], lostEdges };
}

/** Edits that make the variables that are missing, and the ids of those that are here under another. */
function joinVariables(
  flow: Flow,
  variables: readonly FlowPart[],
  newId: () => string,
): { readonly edits: readonly FlowEdit[]; readonly ids: ReadonlyMap<string, string> } {
  const edits: FlowEdit[] = [];
  const ids = new Map<string, string>();
  for (const variable of variables) {
    const here = flow.variables.find(({ name }) => name === variable['name']);
    const isTaken = flow.variables.some(({ id }) => id === variable.id);
    const id = here?.id ?? (isTaken ? newId() : variable.id);
    if (!here) edits.push({ setVariable: { variable: { ...variable, id } } });
    if (id !== variable.id) ids.set(variable.id, id);
  }
  return { edits, ids };
}

function pasteText(flow: Flow, text: string, pasting: Pasting): Pasted | undefined {
  const { newId, point, groupId } = pasting;
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  if (paragraphs.length === 0 || paragraphs.length > MOST_PARAGRAPHS) return undefined;
  const blocks = paragraphs.map((paragraph) => {
    const lines = paragraph.trim().split('\n');
    const richText = lines.map((line) => ({ type: 'p', children: [{ text: line }] }));
    return { id: newId(), type: 'text', content: { richText } };
  });
  const last = { blockId: blocks.at(-1)?.id ?? '' };
  if (groupId !== undefined) {
    const edits = blocks.map((block, place) => ({
      addBlock: {
        ...{ groupId, block },
        ...(pasting.index !== undefined && { index: pasting.index + place }),
      },
    }));
    return { edits, select: last, lostEdges: 0 };
  }
  const group = {
    id: newId(),
    title: t('Group {number}', { number: flow.groups.length + 1 }),
    blocks,
  };
  return { ...addParts({ groups: [group], edges: [] }, point), lostEdges: 0 };
}

/** How far parts go so that the first of them from left and from above is at a place. */
function distance(parts: readonly FlowPart[], { x, y }: Point): Point {
  const points = parts.map(pointOf);
  return {
    x: x - Math.min(...points.map((point) => point.x)),
    y: y - Math.min(...points.map((point) => point.y)),
  };
}

function read(text: string): Copied | undefined {
  if (!text.startsWith('{"parley":')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isCopied(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCopied(value: unknown): value is Copied {
  if (!isObject(value) || value['parley'] !== 'parts of a flow') return false;
  const { groups, edges, variables, notes = [] } = value;
  const isGroup = (group: unknown) => isPart(group) && isList(group['blocks'], isPart);
  const isEdge = (edge: unknown) => isPart(edge) && isObject(edge['from']) && isObject(edge['to']);
  const areParts = isList(variables, isPart) && isList(notes, isPart);
  return isList(groups, isGroup) && isList(edges, isEdge) && areParts;
}

function isPart(value: unknown): value is JsonObject {
  return isObject(value) && typeof value['id'] === 'string';
}

function isList(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}
