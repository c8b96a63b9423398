import type { FlowEdge, FlowGroup, FlowPart, JsonObject } from './flow.js';
import { randomKey } from './talk.js';

/** Groups of a flow, and edges that may join them. */
export interface FlowParts {
  readonly groups: readonly FlowGroup[];
  readonly edges: readonly FlowEdge[];
}

/** The new ids of parts, by the old ones; if several parts have the same id, the first one counts, as in a chat. */
interface NewIds {
  readonly groups: Map<string, string>;
  readonly blocks: Map<string, string>;
  /** By the id of the block and that of the item, since items of several blocks may have the same ids. */
  readonly items: Map<string, string>;
  readonly edges: Map<string, string>;
}

/**
 * Copies parts with new ids, so that they can be added to the flow of the originals: groups, blocks, items and edges, and all
 * references among them. Edges that do not join two of the parts are left out; variables, and references to parts that were not
 * copied, stay as they are. `newId` makes the ids; by default they are random. Does not change its arguments.
 */
export function withNewIds(
  { groups, edges }: FlowParts,
  newId: () => string = randomKey,
): FlowParts {
  const ids: NewIds = { groups: new Map(), blocks: new Map(), items: new Map(), edges: new Map() };
  const renamed = <P extends FlowPart>(part: P, names: Map<string, string>, name = part.id): P => {
    const id = newId();
    if (!names.has(name)) names.set(name, id);
    return { ...part, id };
  };
  const named = groups.map((group) => ({
    ...renamed(group, ids.groups),
    blocks: group.blocks.map((block) => ({
      ...renamed(block, ids.blocks),
      ...itemsOf(block, (item) => renamed(item, ids.items, itemName(block.id, item.id))),
    })),
  }));
  const inner = edges.filter((edge) => isAmong(edge, ids));
  const joined = inner.map((edge) => ({ ...renamed(edge, ids.edges), ...joining(edge, ids) }));
  return { groups: named.map((group) => linkedGroup(group, ids)), edges: joined };
}

function itemName(blockId: unknown, itemId: unknown): string {
  return JSON.stringify([blockId, itemId]);
}

/** The items of a block, each converted by a function; nothing for a block without items. */
function itemsOf(block: FlowPart, make: (item: FlowPart) => JsonObject): JsonObject {
  const { items } = block;
  if (!Array.isArray(items)) return {};
  return { items: items.map((item: unknown) => (isObject(item) ? make(item as FlowPart) : item)) };
}

function isAmong({ from, to }: FlowEdge, { groups, blocks }: NewIds): boolean {
  const begins = isObject(from) ? from['blockId'] : undefined;
  return typeof begins === 'string' && blocks.has(begins) && groups.has(to.groupId);
}

/** The ends of an edge among the new parts. If its target block is not among them, it leads to the group. */
function joining({ from, to }: FlowEdge, ids: NewIds): Pick<FlowEdge, 'from' | 'to'> {
  const { blockId, itemId, ...begins } = from as JsonObject;
  const { blockId: target, ...leads } = to;
  const item = ids.items.get(itemName(blockId, itemId)) ?? itemId;
  const block = target === undefined ? undefined : ids.blocks.get(target);
  return {
    from: {
      ...begins,
      blockId: ids.blocks.get(String(blockId)),
      ...(item !== undefined && { itemId: item }),
    },
    to: {
      ...leads,
      groupId: ids.groups.get(to.groupId) ?? to.groupId,
      ...(block !== undefined && { blockId: block }),
    },
  };
}

function linkedGroup(group: FlowGroup, ids: NewIds): FlowGroup {
  const blocks = group.blocks.map((block) => ({
    ...leaving(block, ids),
    ...itemsOf(block, (item) => withPaths(leaving(item, ids), ids)),
    ...(isObject(block['options']) && { options: pointing(block, block['options'], ids) }),
  }));
  return { ...leaving(group, ids), blocks };
}

/** A part with the new id of its outgoing edge, or without an edge if that was left out. */
function leaving<P extends JsonObject>(part: P, { edges }: NewIds): P {
  const { outgoingEdgeId: named, ...rest } = part;
  if (typeof named !== 'string') return part;
  const edge = edges.get(named);
  // The outgoing edge is optional in every part.
  return (edge === undefined ? rest : { ...part, outgoingEdgeId: edge }) as P;
}

function withPaths(item: JsonObject, ids: NewIds): JsonObject {
  const { paths } = item;
  if (!Array.isArray(paths)) return item;
  return {
    ...item,
    paths: paths.map((path: unknown) => (isObject(path) ? leaving(path, ids) : path)),
  };
}

/** The options of a block with new ids in references, such as a jump's; those of a link to another bot stay, as they are in that bot. */
function pointing(block: FlowPart, options: JsonObject, ids: NewIds): JsonObject {
  const { botId = 'current', groupId, blockId } = options;
  if (botId !== 'current') return options;
  const group = typeof groupId === 'string' ? ids.groups.get(groupId) : undefined;
  const target = typeof blockId === 'string' ? ids.blocks.get(blockId) : undefined;
  return {
    ...options,
    ...(group !== undefined && { groupId: group }),
    ...(target !== undefined && { blockId: target }),
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
