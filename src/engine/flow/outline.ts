import type { Group } from '../documents/group.js';
import { exitPlaces, leadsAnywhere } from './blockExits.js';
import { type Flow, compileFlow, type FlowDefinition, type LocatedBlock } from './flow.js';
import { exitsOf } from './reachableGroups.js';
import { kindOf, isKnownType } from '../blocks/index.js';
import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import { pace } from '../documents/pace.js';
import { labelOf, titleOf } from '../fields/titleOf.js';
import { eventFields, fieldsOfType } from './partFields.js';
import { brief, indexIn } from './position.js';
import { saidMembers, type Names, type Said } from './saidMembers.js';

/** The groups of a flow in an order in which people can read them. */
interface ReadingOrder {
  /** Those that lead on from the events: after each group those that its first exit leads to, and so on. */
  readonly reached: ReadonlySet<Group>;
  /** All others, in the order of the flow. */
  readonly others: readonly Group[];
}

const GROUPS_A_STEP = 100;

/** The order of a depth-first walk along edges and jumps; each group is visited once. Runs in steps. */
function* readingOrder(flow: Flow): Generator<undefined, ReadingOrder> {
  const reached = new Set<Group>();
  const { events, groups } = flow.definition;
  const left = events.map(({ outgoingEdgeId }) => groupAfter(flow, outgoingEdgeId)).toReversed();
  while (left.length > 0) {
    const group = left.pop();
    if (!group || reached.has(group)) continue;
    reached.add(group);
    if (reached.size % GROUPS_A_STEP === 0) yield;
    left.push(...groupsAfter(flow, group).toReversed());
  }
  return { reached, others: groups.filter((group) => !reached.has(group)) };
}

function groupAfter(flow: Flow, edgeId: string | undefined): Group | undefined {
  const edge = flow.edge(edgeId);
  return edge && flow.group(edge.to.groupId);
}

/** The groups that the blocks of a group lead to, each once, in the order of the blocks and their exits. */
function groupsAfter(flow: Flow, group: Group): Group[] {
  const after = group.blocks.flatMap((block, index) => {
    const edges = [...exitsOf(block).map((exit) => exit.outgoingEdgeId), block.outgoingEdgeId];
    // Edges may lead to groups without blocks, and jumps have no edges.
    const jumps = exitPlaces(flow, { block, group, index }).map((exit) => exit?.group);
    return [...edges.map((id) => groupAfter(flow, id)), ...jumps];
  });
  return [...new Set(after.filter((one) => one !== undefined))];
}

/** The characters of an outline, about; the rest of a longer one is left out. */
const MOST_LENGTH = 1_000_000;

/** The lines of the items of a block and of their paths, at most. */
const MOST_ITEMS = 500;

/** The lines of a part of an outline, which take a few steps. */
type Lines = Generator<undefined, string[]>;

/**
 * A flow in words, as lines of Markdown: its events, then its groups in the order in which a reader meets them, what each block says or asks
 * for, and where each exit leads. The same flow has the same outline. Runs in steps.
 */
export function* outlineOf(name: string, definition: FlowDefinition): Generator<undefined, string> {
  const flow = compileFlow('', definition);
  yield;
  const { reached, others } = yield* readingOrder(flow);
  const groups = [...reached, ...others];
  const outline = { flow, isDue: pace(), ...namesIn(flow, groups) };
  const lines = [`# ${oneLine(name)}`, ''];
  for (const event of definition.events) lines.push(yield* eventLine(event, outline));
  let room = MOST_LENGTH;
  for (const [index, group] of groups.entries()) {
    if (index === reached.size)
      lines.push('', 'No edge and no jump leads to the groups that follow.');
    const own = (yield* groupLines(group, outline, room)).join('\n');
    room -= own.length;
    if (room < 0) {
      lines.push('', `${groups.length - index} more groups are left out.`);
      break;
    }
    lines.push('', own);
  }
  return `${lines.join('\n')}\n`;
}

/** A flow, and what its groups are called. */
interface Outline extends Names {
  nameOf(group: Group): string;
}

function namesIn(flow: Flow, groups: readonly Group[]): Omit<Outline, 'flow' | 'isDue'> {
  const numbers = new Map(groups.map((group, index) => [group, index + 1]));
  const nameOf = (group: Group): string =>
    `${numbers.get(group)}. ${oneLine(group.title) || 'Untitled'}`;
  const groupNamed = (id: string): string | undefined => {
    const group = flow.group(id);
    return group && nameOf(group);
  };
  return { nameOf, groupNamed };
}

function oneLine(text: string): string {
  return brief(text.trim().replaceAll(/\s+/g, ' '));
}

function* eventLine(
  event: FlowDefinition['events'][number],
  outline: Outline,
): Generator<undefined, string> {
  const said = yield* saidMembers(event, eventFields(), outline);
  const label = labelOf(titleOf(event.type));
  return `- ${phrased(label, said)}${arrow(event.outgoingEdgeId, outline) || ' → nothing'}`;
}

/** The lines of a group; of one for which there is no room only the first, which have more characters than that. */
function* groupLines(group: Group, outline: Outline, room: number): Lines {
  const lines: string[] = [];
  let left = room;
  for (const [index, block] of group.blocks.entries()) {
    const own = yield* blockLines({ block, group, index }, outline);
    left -= own.join('\n').length;
    lines.push(...own);
    if (left < 0) break;
  }
  return [`## ${outline.nameOf(group)}`, '', ...(lines.length > 0 ? lines : [END])];
}

const END = '- The path ends here';

function* blockLines(place: LocatedBlock, outline: Outline): Lines {
  const { block, group, index } = place;
  const said = yield* saidMembers(block, fieldsOfType(block.type), outline);
  const { label } = kindOf(block.type);
  const name = isKnownType(block.type) ? label : `${label} “${oneLine(block.type)}”`;
  const items = itemLines(block, said, outline);
  const own = phrased(
    name,
    said.filter(({ path }) => !path.startsWith('items[')),
  );
  const exit = arrow(block.outgoingEdgeId, outline);
  const lines =
    items.length === 0
      ? [`- ${own}${exit}`]
      : [`- ${own}`, ...items, ...(exit === '' ? [] : [`  - Otherwise${exit}`])];
  const isEnd =
    index === group.blocks.length - 1 &&
    !leadsAnywhere(block) &&
    exitPlaces(outline.flow, place).every((one) => one === undefined);
  return isEnd ? [...lines, END] : lines;
}

/** The lines of the items of a block and of their paths. */
function itemLines(block: JsonRecord, said: readonly Said[], outline: Outline): string[] {
  const bySource = new Map<string, Said[]>();
  for (const one of said) {
    const source = SOURCE.exec(one.path)?.[0] ?? '';
    const known = bySource.get(source);
    if (known) known.push(one);
    else bySource.set(source, [one]);
  }
  const sources = sourcesIn(block, 'items').flatMap((item) => [
    item,
    ...sourcesIn(item.part, 'paths').map(({ path, part }) => ({
      path: `${item.path}.${path}`,
      part,
    })),
  ]);
  const lines = sources.slice(0, MOST_ITEMS).map(({ path, part }) => {
    const [first, ...others] = bySource.get(path) ?? [];
    const text = first ? phrased(first.value ?? first.title, others) : 'Empty';
    const indent = path.includes('.') ? '    ' : '  ';
    return `${indent}- ${text}${arrow(part['outgoingEdgeId'], outline)}`;
  });
  return sources.length > MOST_ITEMS ? [...lines, '  - The rest is left out'] : lines;
}

/** The beginning of a path that leads to an item or to a path of one. */
const SOURCE = /^items\[\d+\](?:\.paths\[\d+\])?/;

/** An item of a block or a path of an item, from which an edge may leave, and where it is. */
interface Source {
  readonly path: string;
  readonly part: JsonRecord;
}

/** One more than there are lines for, at most. */
function sourcesIn(part: JsonRecord, list: string): Source[] {
  const entries: readonly unknown[] = Array.isArray(part[list]) ? part[list] : [];
  return entries
    .slice(0, MOST_ITEMS + 1)
    .flatMap((entry, index) =>
      isJsonRecord(entry) ? [{ path: `${list}[${index}]`, part: entry }] : [],
    );
}

/** A name and what is said of it: after a colon where both have one name. */
function phrased(name: string, said: readonly Said[]): string {
  const [first] = said;
  const isNamed = first?.value !== undefined && first.title === name;
  const rest = said.slice(isNamed ? 1 : 0).map(({ title, value }) => {
    return value === undefined ? title : `${title}: ${value}`;
  });
  return [isNamed ? `${name}: ${first.value}` : name, ...rest].join(' · ');
}

/** Where an edge leads; empty without one. */
function arrow(edgeId: unknown, { flow, nameOf }: Outline): string {
  if (typeof edgeId !== 'string') return '';
  const to = flow.edge(edgeId)?.to;
  const group = to && flow.group(to.groupId);
  if (!group) return ' → nowhere';
  const index = to.blockId === undefined ? 0 : (indexIn(group, to.blockId) ?? 0);
  return ` → ${nameOf(group)}${index === 0 ? '' : `, block ${index + 1}`}`;
}
