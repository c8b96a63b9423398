import { isKnownType, type FlowDefinition } from '../../engine/index.js';
import { botIssues, type BotIssue, type BotIssueCode } from '../../schema/botIssue.js';
import {
  isTemplate,
  itemsOf,
  jumpsOf,
  linksOf,
  optionsOf,
  textsIn,
  type Block,
} from './blockParts.js';

/** What the workspace of a flow has, of what its blocks name. */
export interface Surroundings {
  readonly credentials: ReadonlySet<string>;
  readonly bots: ReadonlySet<string>;
  /** The credentials its messenger channel uses, if it says which. */
  readonly messenger: string | null;
}

type Group = FlowDefinition['groups'][number];
type Edge = FlowDefinition['edges'][number];

/** What is wrong with a flow, in the order of its events, groups and edges; real flows hold every one of these. */
export function findFlowIssues(flow: FlowDefinition, around: Surroundings): BotIssue[] {
  const known = indexOf(flow);
  return [
    ...startIssues(flow, known),
    ...flow.groups.flatMap((group) => [
      ...groupIssues(group, known),
      ...group.blocks.flatMap((block) => blockIssues({ group, block }, known, around)),
    ]),
    ...flow.edges.flatMap((edge) => edgeIssues(edge, known)),
    ...duplicates(flow),
    ...missing([around.messenger ?? ''], around.credentials).map((id) =>
      issue('CREDENTIALS_NOT_FOUND', {}, id),
    ),
  ];
}

/** The parts of a flow, and what leads to groups. */
interface Known {
  readonly groups: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly blocks: ReadonlyMap<string, Block>;
  readonly reached: ReadonlySet<string>;
  /** Whether some jump names its group by a variable, so that any may be meant. */
  readonly mayJumpAnywhere: boolean;
}

function indexOf(flow: FlowDefinition): Known {
  const blocks = flow.groups.flatMap((group) => group.blocks);
  const jumps = blocks.flatMap(jumpsOf);
  return {
    groups: idsOf(flow.groups),
    edges: idsOf(flow.edges),
    variables: idsOf(flow.variables),
    events: idsOf(flow.events),
    blocks: new Map(blocks.map((block) => [block.id, block])),
    reached: new Set([...flow.edges.map(({ to }) => to.groupId), ...jumps]),
    mayJumpAnywhere: jumps.some(isTemplate),
  };
}

function startIssues({ events, groups }: FlowDefinition, { edges }: Known): BotIssue[] {
  const [start, ...others] = events;
  const isLost = start.outgoingEdgeId === undefined && groups.length > 0;
  return [
    ...(isLost ? [issue('START_LEADS_NOWHERE')] : []),
    ...[start, ...others].flatMap(({ outgoingEdgeId }) => waysOn([outgoingEdgeId], edges, {})),
  ];
}

function groupIssues(group: Group, { reached, mayJumpAnywhere }: Known): BotIssue[] {
  if (reached.has(group.id) || mayJumpAnywhere) return [];
  return [issue('GROUP_UNREACHABLE', { groupId: group.id }, group.title)];
}

function blockIssues(
  { group, block }: { group: Group; block: Block },
  { edges, groups, variables }: Known,
  { credentials, bots }: Surroundings,
): BotIssue[] {
  const at = { groupId: group.id, blockId: block.id };
  const options = optionsOf(block);
  const lost = (code: BotIssueCode) => (id: string) => issue(code, at, id);
  return [
    ...(isKnownType(block.type) ? [] : [issue('BLOCK_UNKNOWN', at, block.type)]),
    ...(block.type === 'payment input' ? [issue('PAYMENT_IMPOSSIBLE', at)] : []),
    ...waysOn(
      [block.outgoingEdgeId, ...itemsOf(block).map(({ outgoingEdgeId }) => outgoingEdgeId)],
      edges,
      at,
    ),
    ...missing(jumpsOf(block), groups)
      .filter((id) => !isTemplate(id))
      .map(lost('JUMP_LEADS_NOWHERE')),
    ...missing(textsIn(options, ['variableId']), variables).map(lost('VARIABLE_NOT_FOUND')),
    ...missing(textsIn(options, ['credentialsId', 'proxyCredentialsId']), credentials)
      .filter((id) => id !== DEFAULT_MAIL)
      .map(lost('CREDENTIALS_NOT_FOUND')),
    ...missing(linksOf(block), bots).map(lost('LINKED_BOT_NOT_FOUND')),
  ];
}

function missing(ids: readonly string[], there: ReadonlySet<string>): string[] {
  return ids.filter((id) => id !== '' && !there.has(id));
}

/** What an Email block without credentials of its own names (data-model §2.8). */
const DEFAULT_MAIL = 'default';

function edgeIssues({ id, from, to }: Edge, { groups, blocks, events }: Known): BotIssue[] {
  const origin = 'blockId' in from ? blocks.get(String(from.blockId)) : undefined;
  const isOrigin = 'eventId' in from ? events.has(String(from.eventId)) : hasItem(origin, from);
  return [
    ...(isOrigin ? [] : [issue('EDGE_BEGINS_NOWHERE', { edgeId: id })]),
    ...(groups.has(to.groupId)
      ? []
      : [issue('EDGE_LEADS_NOWHERE', { edgeId: id, ...placeOf(from) }, to.groupId)]),
  ];
}

function placeOf(from: Edge['from']): Place {
  return 'blockId' in from ? { blockId: String(from.blockId) } : {};
}

function hasItem(block: Block | undefined, from: Edge['from']): boolean {
  if (!block) return false;
  const ids = new Set(itemsOf(block).map(({ id }) => id));
  return textsIn(from, ['itemId', 'pathId']).every((id) => ids.has(id));
}

function waysOn(
  ids: readonly (string | undefined)[],
  edges: ReadonlySet<string>,
  at: Place,
): BotIssue[] {
  const lost = ids.filter((id) => id !== undefined && !edges.has(id));
  return lost.map((id) => issue('EDGE_NOT_FOUND', { ...at, edgeId: id }));
}

function duplicates({ groups, edges, variables }: FlowDefinition): BotIssue[] {
  const blocks = groups.flatMap((group) => group.blocks);
  const again = (parts: readonly { readonly id: string }[]): Set<string> => {
    const seen = new Set<string>();
    return new Set(parts.flatMap(({ id }) => (seen.size === seen.add(id).size ? [id] : [])));
  };
  return [
    ...[...again(groups)].map((id) => issue('ID_NOT_UNIQUE', { groupId: id }, id)),
    ...[...again(blocks)].map((id) => issue('ID_NOT_UNIQUE', { blockId: id }, id)),
    ...[...again(edges)].map((id) => issue('ID_NOT_UNIQUE', { edgeId: id }, id)),
    ...[...again(variables)].map((id) => issue('ID_NOT_UNIQUE', {}, id)),
  ];
}

type Place = Partial<Record<'groupId' | 'blockId' | 'edgeId', string | undefined>>;

function issue(code: BotIssueCode, at: Place = {}, about?: string): BotIssue {
  const { level, means } = botIssues[code];
  const { groupId = null, blockId = null, edgeId = null } = at;
  const subject = about ?? edgeId ?? undefined;
  const message = subject === undefined ? means : `${means} (${subject})`;
  return { level, code, message, groupId, blockId, edgeId };
}

function idsOf(parts: readonly { readonly id: string }[]): Set<string> {
  return new Set(parts.map(({ id }) => id));
}
