import { compileFlow, flowDefinitionSchema, type Flow } from '../../src/engine/flow/flow.js';

/** A short description of a flow: its groups by title, each a list of blocks. The start leads to the first group. */
export interface FlowSketch {
  readonly groups: Readonly<Record<string, readonly BlockSketch[]>>;
  /** Variables by name, with their first values; the id of `Name` is `vName`. */
  readonly variables?: Readonly<Record<string, string | readonly (string | null)[] | null>>;
  /** The events besides the start. */
  readonly events?: readonly BlockSketch[];
  readonly theme?: object;
  readonly settings?: object;
  readonly translations?: object;
}

/**
 * A block without what follows from its place. `to` is the title of the group that its edge leads to, also within an item or a
 * path; `Group#block` leads to one block of that group.
 */
export interface BlockSketch {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Builds and validates a flow from a sketch; the id of a block is `<group>.<number from 1>` unless it is given. */
export function flowOf(sketch: FlowSketch, id = 'flow'): Flow {
  const edges: object[] = [];
  const groups = Object.entries(sketch.groups).map(([title, blocks]) => ({
    id: title,
    title,
    graphCoordinates: { x: 0, y: 0 },
    blocks: blocks.map((block, index) =>
      connected({ id: `${title}.${index + 1}`, ...block }, edges),
    ),
  }));
  const [start] = groups;
  const definition = {
    version: '6',
    events: [
      startEvent(start?.id, edges),
      ...(sketch.events ?? []).map((event) => eventOf(event, edges)),
    ],
    groups,
    edges,
    variables: Object.entries(sketch.variables ?? {}).map(([name, value]) => ({
      id: variableId(name),
      name,
      ...(value !== null && { value }),
    })),
    theme: sketch.theme ?? {},
    settings: sketch.settings ?? {},
    ...(sketch.translations && { translations: sketch.translations }),
  };
  return compileFlow(id, flowDefinitionSchema.parse(definition));
}

/** The id of a sketched variable. */
export function variableId(name: string): string {
  return `v${name.replace(/\W/g, '')}`;
}

/** A text bubble; line breaks separate its paragraphs. */
export function say(text: string): BlockSketch {
  const richText = text.split('\n').map((line) => ({ type: 'p', children: [{ text: line }] }));
  return { type: 'text', content: { richText } };
}

/** An input of this type, which stores the answer in a variable. */
export function ask(type: string, variable?: string, options: object = {}): BlockSketch {
  return { type, options: { ...(variable && { variableId: variableId(variable) }), ...options } };
}

interface Sketched {
  readonly id: string;
  readonly [key: string]: unknown;
}

function connected(sketched: Sketched, edges: object[], from?: object): object {
  const { to, items, paths, ...block } = sketched;
  const source = from ?? { blockId: block.id };
  const outgoing =
    typeof to === 'string' ? { outgoingEdgeId: edgeTo(to, source, block.id, edges) } : {};
  const inner = (item: Sketched) => connected(item, edges, { ...source, itemId: item.id });
  const onward = (path: Sketched) => connected(path, edges, { ...source, pathId: path.id });
  return {
    ...block,
    ...outgoing,
    ...(Array.isArray(items) && { items: items.map(inner) }),
    ...(Array.isArray(paths) && { paths: paths.map(onward) }),
  };
}

function edgeTo(to: string, from: object, sourceId: string, edges: object[]): string {
  const [groupId, blockId] = to.split('#');
  const id = `${sourceId}→${to}`;
  edges.push({ id, from, to: { groupId, ...(blockId !== undefined && { blockId }) } });
  return id;
}

/** An event; its id is made of its type and its options. */
function eventOf(sketched: BlockSketch, edges: object[]): object {
  const { to, ...event } = sketched;
  const id = `on ${event.type} ${JSON.stringify(event['options'] ?? {})}`;
  const outgoing =
    typeof to === 'string' ? { outgoingEdgeId: edgeTo(to, { eventId: id }, id, edges) } : {};
  return { id, ...event, ...outgoing, graphCoordinates: { x: 0, y: 0 } };
}

function startEvent(groupId: string | undefined, edges: object[]): object {
  const event = { id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } };
  if (groupId === undefined) return event;
  return { ...event, outgoingEdgeId: edgeTo(groupId, { eventId: 'start' }, 'start', edges) };
}
