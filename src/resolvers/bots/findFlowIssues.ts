import { didYouMean } from '../../checks/didYouMean.js';
import {
  blockFaults,
  BOT_MEMBERS,
  compileFlow,
  exitsOf,
  flowSearch,
  isKnownType,
  isLeftOtherwise,
  isRunByClient,
  namePaths,
  reachableGroups,
  referencesIn,
  targetOf,
  THEME_VERSION,
  unknownMembers,
  unstatedInLooks,
  unstatedInOptions,
  type Flow,
  type FlowSearch,
  type FlowDefinition,
  type IssueCode,
  type LocatedBlock,
  type Unstated,
  type Reference,
} from '../../engine/index.js';
import type { Steps } from '../../eventLoop/steps.js';
import { visitorVariables, type VisitorVariables } from './visitorVariables.js';
import type { BotIssue } from '../../schema/botIssue.js';
import { outsideIssues, type WorkspaceParts } from './outsideIssues.js';
import {
  inMessenger,
  searchIssues,
  issue,
  type PlacedIssue,
  type Where,
  withWaysAndFixes,
} from './placedIssue.js';

type Edge = FlowDefinition['edges'][number];

/**
 * Finds the issues of a flow, in the order of its events, groups and edges: `most` of them, errors before warnings and warnings before hints
 * where there are more. Takes time proportional to the size of the flow, in steps but for the indexes.
 */
export function* findFlowIssues(
  definition: FlowDefinition,
  around: WorkspaceParts,
  most: number,
): Steps<BotIssue[]> {
  const known = yield* indexOf(definition);
  const kept: PlacedIssue[] = [];
  const left = { ERROR: most, WARNING: most, HINT: most };
  for (const issue of issuesOf(known, around)) {
    if (issue === undefined) yield;
    else {
      if (left[issue.level] > 0) kept.push(issue);
      left[issue.level] -= 1;
    }
    // Nothing that follows can be among those that are answered.
    if (left.ERROR <= 0) break;
  }
  const whole = withWaysAndFixes(known.search.graph, around.revision);
  return worstOf(kept, most).map(whole);
}

/** The worst issues in their order, at most so many. */
export function worstOf<T extends PlacedIssue>(issues: readonly T[], most: number): T[] {
  const worst = new Set(
    (['ERROR', 'WARNING', 'HINT'] as const)
      .flatMap((level) => issues.filter((issue) => issue.level === level))
      .slice(0, most),
  );
  return issues.filter((issue) => worst.has(issue));
}

/** A flow with the indexes that the search needs. */
interface Known {
  readonly flow: Flow;
  readonly search: FlowSearch;
  readonly names: ReadonlySet<string>;
  readonly reached: ReadonlySet<string>;
  readonly fromVisitors: VisitorVariables;
  /** The id of the edge that each event, block, item and path names as its own. */
  readonly sources: ReadonlyMap<string, string | undefined>;
  /** Comparisons of names that are left. A comparison is slow, and whoever sent the flow decides how many names it has. */
  readonly comparisons: { left: number };
}

const MOST_COMPARISONS = 2_000;

function* indexOf(definition: FlowDefinition): Steps<Known> {
  const flow = compileFlow('', definition);
  yield;
  const blocks = definition.groups.flatMap((group) => group.blocks);
  const sources = new Map([
    ...definition.events.map(({ id, outgoingEdgeId }) => [keyOf([id]), outgoingEdgeId] as const),
    ...blocks.flatMap((block) => [
      [keyOf([block.id, undefined]), block.outgoingEdgeId] as const,
      ...exitsOf(block).map(
        ({ itemId, pathId, outgoingEdgeId }) =>
          [keyOf([block.id, itemId, pathId]), outgoingEdgeId] as const,
      ),
    ]),
  ]);
  yield;
  const names = new Set(definition.variables.map(({ name }) => name));
  const fromVisitors = yield* visitorVariables(flow);
  return {
    flow,
    names,
    reached: yield* reachableGroups(flow),
    search: yield* flowSearch(flow),
    sources,
    fromVisitors,
    comparisons: { left: MOST_COMPARISONS },
  };
}

function keyOf(parts: readonly unknown[]): string {
  return JSON.stringify(parts.length === 1 ? parts : [...parts, null, null].slice(0, 3));
}

/** Yields issues, and undefined after each step of work. */
function* issuesOf(known: Known, around: WorkspaceParts): Generator<PlacedIssue | undefined> {
  const { definition } = known.flow;
  yield* startIssues(known);
  for (const group of definition.groups) {
    if (!known.reached.has(group.id)) yield issue('GROUP_UNREACHABLE', { group });
    for (const [index, block] of group.blocks.entries()) {
      yield* blockIssues({ group, block, index }, known, around);
      yield;
    }
  }
  for (const [index, edge] of definition.edges.entries()) {
    yield* edgeIssues(edge, known);
    if (index % EDGES_A_STEP === 0) yield;
  }
  yield;
  yield* searchIssues(known.search);
  yield;
  yield* duplicates(definition);
  const unknown = Object.keys(unknownMembers(definition)).filter((name) => !KEPT.has(name));
  for (const name of unknown)
    yield issue('UNKNOWN_MEMBER', {}, name + didYouMean(name, BOT_MEMBERS));
  yield* misspeltIssues(unstatedInLooks(definition), known, {});
  const { messenger } = around;
  if (messenger !== null && !around.credentials.has(messenger))
    yield issue('CREDENTIALS_NOT_FOUND', {}, messenger);
}

/** Unknown members that are no mistake: of the defaults of themes, and of the original's dashboard. */
const KEPT = new Set([THEME_VERSION, 'spaceId']);

const EDGES_A_STEP = 1_000;
const REFERENCES_A_STEP = 5_000;

function* startIssues({ flow }: Known): Generator<PlacedIssue> {
  const { events } = flow.definition;
  if (events[0].outgoingEdgeId === undefined) yield issue('START_LEADS_NOWHERE');
  for (const { outgoingEdgeId } of events) yield* wayIssues(flow, outgoingEdgeId, {});
}

function* blockIssues(
  at: LocatedBlock,
  known: Known,
  around: WorkspaceParts,
): Generator<PlacedIssue | undefined> {
  const { block } = at;
  if (!isKnownType(block.type)) yield issue('BLOCK_UNKNOWN', at, block.type);
  yield* ownEdgeIssues(at, known.flow);
  for (const { outgoingEdgeId } of exitsOf(block)) yield* wayIssues(known.flow, outgoingEdgeId, at);
  yield* faultIssues(at);
  yield* outsideIssues(at, around);
  if (around.messenger !== null) yield* inMessenger(at);
  yield* targetIssues(at, known.flow);
  // Requests that the visitor's browser sends can go wherever the visitor wants anyway.
  const checked = isRunByClient(block) ? { ...known, fromVisitors: () => undefined } : known;
  yield* referenceIssues(at, checked, around);
  yield* misspeltIssues(unstatedInOptions(block), known, at);
}

function* faultIssues(at: LocatedBlock): Generator<PlacedIssue | undefined> {
  const { id: groupId } = at.group;
  for (const { code, about, itemId, path, relatedItemId } of yield* blockFaults(at.block)) {
    const related =
      relatedItemId === undefined ? [] : [{ groupId, blockId: at.block.id, itemId: relatedItemId }];
    yield issue(code, { ...at, itemId, path, related }, about);
  }
}

/** The unknown members that are probably misspelt: one issue for each name in a block. */
function* misspeltIssues(
  members: Iterable<Unstated | undefined>,
  { comparisons }: Known,
  at: Where,
): Generator<PlacedIssue | undefined> {
  const said = new Set<string>();
  let steps = 0;
  for (const member of members) {
    steps += 1;
    if (steps % REFERENCES_A_STEP === 0) yield;
    const key = member && `${member.within}.${member.name}`;
    if (!member || !key || said.has(key) || comparisons.left === 0) continue;
    comparisons.left -= 1;
    said.add(key);
    const question = didYouMean(member.name, member.missing);
    if (question !== '') yield issue('UNKNOWN_MEMBER', at, key + question);
  }
}

type Found = readonly [IssueCode, string?];

/** The issue of a reference to a variable, credentials or a bot; `targetIssues` checks groups and blocks. */
function referenceIssue(
  reference: Reference,
  { flow, names, fromVisitors }: Known,
  around: WorkspaceParts,
): Found | undefined {
  if ('lacks' in reference) return [reference.lacks];
  if ('name' in reference) {
    const { name, decides } = reference;
    const code = names.has(name) ? fromVisitors(name, decides) : 'NAME_NOT_FOUND';
    return code && [code, `{{${name}}}`];
  }
  const { id } = reference;
  if (reference.names === 'variable')
    return flow.variable(id) ? undefined : ['VARIABLE_NOT_FOUND', id];
  return outsideIssue(reference.names, id, around);
}

function outsideIssue(
  named: string,
  id: string,
  { credentials, bots, unpublished }: WorkspaceParts,
): Found | undefined {
  if (named === 'credentials' && !credentials.has(id)) return ['CREDENTIALS_NOT_FOUND', id];
  if (named === 'bot' && !bots.has(id)) return ['LINKED_BOT_NOT_FOUND', id];
  if (named === 'bot' && unpublished.has(id)) return ['LINKED_BOT_UNPUBLISHED', id];
  return undefined;
}

function* targetIssues(at: LocatedBlock, flow: Flow): Generator<PlacedIssue> {
  const target = targetOf(at.block);
  if (!target || target.groupId.includes('{{')) return;
  const { groupId, blockId } = target;
  if (!flow.group(groupId)) yield issue('JUMP_LEADS_NOWHERE', at, groupId);
  else if (!isThere(flow, target)) yield issue('TARGET_BLOCK_NOT_FOUND', at, blockId);
}

/** Whether the block of a target, if it names one, is in the group of the target. */
function isThere(
  flow: Flow,
  { groupId, blockId }: Pick<Edge['to'], 'groupId' | 'blockId'>,
): boolean {
  return blockId === undefined || flow.block(blockId)?.group.id === groupId;
}

function* referenceIssues(
  at: LocatedBlock,
  known: Known,
  around: WorkspaceParts,
): Generator<PlacedIssue | undefined> {
  const said = new Set<string>();
  let references = 0;
  let paths: ReadonlyMap<string, string> | undefined;
  for (const reference of referencesIn(at.block)) {
    references += 1;
    if (references % REFERENCES_A_STEP === 0) yield;
    const [code, about] = referenceIssue(reference, known, around) ?? [];
    const key = `${code} ${about}`;
    // A missing name is one issue for each block, however often the block uses it.
    if (code === undefined || said.has(key)) continue;
    said.add(key);
    if (code === 'NAME_NOT_FOUND') paths ??= yield* namePaths(at.block);
    yield issue(code, { ...at, path: paths?.get(about ?? '') }, about);
  }
}

function* ownEdgeIssues(at: LocatedBlock, flow: Flow): Generator<PlacedIssue> {
  const { outgoingEdgeId: edgeId } = at.block;
  if (!isLeftOtherwise(at)) yield* wayIssues(flow, edgeId, at);
  else if (edgeId !== undefined && !flow.edge(edgeId))
    yield issue('EDGE_LEFT_OVER', { ...at, edgeId });
}

function* wayIssues(flow: Flow, edgeId: string | undefined, at: Where): Generator<PlacedIssue> {
  if (edgeId !== undefined && !flow.edge(edgeId)) yield issue('EDGE_NOT_FOUND', { ...at, edgeId });
}

function* edgeIssues(
  { id: edgeId, from, to }: Edge,
  { flow, sources }: Known,
): Generator<PlacedIssue> {
  const place = 'blockId' in from ? flow.block(String(from.blockId)) : undefined;
  const at = { ...place, edgeId };
  const source =
    'blockId' in from
      ? keyOf([from.blockId, 'itemId' in from ? from.itemId : undefined, from['pathId']])
      : keyOf([from['eventId']]);
  if (!sources.has(source)) yield issue('EDGE_BEGINS_NOWHERE', { edgeId });
  else if (sources.get(source) !== edgeId) yield issue('EDGE_NOT_NAMED', at);
  if (!flow.group(to.groupId)) yield issue('EDGE_LEADS_NOWHERE', at, to.groupId);
  else if (!isThere(flow, to)) yield issue('TARGET_BLOCK_NOT_FOUND', at, to.blockId);
}

function* duplicates({ groups, edges, variables }: FlowDefinition): Generator<PlacedIssue> {
  for (const group of repeated(groups)) yield issue('ID_NOT_UNIQUE', { group }, group.id);
  for (const { id: blockId } of repeated(groups.flatMap(({ blocks }) => blocks)))
    yield { ...issue('ID_NOT_UNIQUE', {}, blockId), blockId };
  for (const { id: edgeId } of repeated(edges)) yield issue('ID_NOT_UNIQUE', { edgeId }, edgeId);
  for (const { id } of repeated(variables)) yield issue('ID_NOT_UNIQUE', {}, id);
}

/** The parts whose id is not unique, one for each id. */
function repeated<T extends { readonly id: string }>(parts: readonly T[]): Iterable<T> {
  const seen = new Set<string>();
  const again = parts.filter(({ id }) => seen.size === seen.add(id).size);
  return new Map(again.map((part) => [part.id, part])).values();
}
