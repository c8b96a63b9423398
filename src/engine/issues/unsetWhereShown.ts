import { recordsIn } from '../documents/jsonRecord.js';
import { conditionSchema } from '../conditions/condition.js';
import { waysOf, type Term, type Ways } from '../conditions/implied.js';
import type { UsedVariable } from '../flow/variableUses.js';
import type { VariableUse } from '../fields/fieldDescription.js';
import { startsWithValue } from './startsWithValue.js';
import { BLOCKS_A_STEP, type Exit, type FlowGraph, type GraphNode } from './flowGraph.js';
import type { Findings, FoundAt, FoundIssue } from './foundIssue.js';

/** Variables whose state is followed at once: the bits of a number. */
const AT_ONCE = 31;

/** Blocks, times groups of variables, that are looked at: whoever sends a flow decides how large it is. */
const MOST_WORK = 500_000;

/**
 * The variables that a text shows although on some way from the start nothing has set them: a forward analysis over the graph, which keeps
 * for each block the variables that are set on all ways to it. A condition that a variable has a value counts as setting it where it holds.
 * Chats may begin with values, and then have all of them.
 */
export function* unsetWhereShown(uses: readonly UsedVariable[], graph: FlowGraph): Findings {
  const shown = uses.filter((one) => isWorthwhile(one, graph));
  const tested = yield* testedExits(graph);
  const most = Math.floor(MOST_WORK / (graph.nodes.length + 1)) * AT_ONCE;
  for (let from = 0; from < Math.min(shown.length, most); from += AT_ONCE)
    yield* unsetAmong(shown.slice(from, from + AT_ONCE), graph, tested);
}

/** Whether a variable is both set and shown, and has no value at the start. */
function isWorthwhile({ variableId, places }: UsedVariable, { flow }: FlowGraph): boolean {
  const uses = new Set(places.map(({ use }) => use));
  return !startsWithValue(flow, variableId) && uses.has('SET') && uses.has('SHOWN');
}

function* unsetAmong(
  some: readonly UsedVariable[],
  graph: FlowGraph,
  tested: TestedExits,
): Findings {
  forget(graph);
  for (const [index, one] of some.entries()) {
    for (const { node } of placesOf(one, 'SET', graph)) node.state.own |= 1 << index;
    for (const exit of tested.get(String(one.variableId)) ?? []) exit.known |= 1 << index;
  }
  yield;
  yield* followSets(graph);
  for (const [index, one] of some.entries()) {
    const unset = new Map<GraphNode, PlacedUse>();
    for (const { node, ...found } of placesOf(one, 'SHOWN', graph)) {
      // A question may show the answer it had before.
      const isSet = ((node.state.known | node.state.own) & (1 << index)) !== 0;
      if (!isSet && !unset.has(node)) unset.set(node, found);
    }
    yield* unsetUsesOf(one, [...unset.values()]);
  }
}

/** Forgets what was known of other variables. */
function forget({ nodes }: FlowGraph): void {
  for (const { state, exits } of nodes) {
    state.known = ALL;
    state.own = 0;
    state.isSeen = false;
    for (const exit of exits) exit.known = 0;
  }
}

const ALL = -1;

/** A place in a block that uses a variable. */
type PlacedUse = FoundAt & { readonly path: string };

function* unsetUsesOf(
  { name }: UsedVariable,
  [first, ...related]: readonly PlacedUse[],
): Generator<FoundIssue> {
  if (first) yield { code: 'VARIABLE_SHOWN_UNSET', ...first, about: `{{${name}}}`, related };
}

/** The places in blocks that use a variable in one way. */
function* placesOf(
  { places }: UsedVariable,
  wanted: VariableUse,
  { nodeAt }: FlowGraph,
): Generator<PlacedUse & { readonly node: GraphNode }> {
  for (const { use, blockId, path } of places) {
    const node = use === wanted ? nodeAt(blockId) : undefined;
    if (node) yield { node, place: node.place, path };
  }
}

/** Finds for each block what is set on all ways to it; of blocks to which no way is known, that is everything. */
function* followSets({ start, others }: FlowGraph): Generator<undefined> {
  const left: GraphNode[] = [];
  const arrive = (node: GraphNode | undefined, known: number): void => {
    if (!node) return;
    const { state } = node;
    const next = state.known & known;
    if (state.isSeen && next === state.known) return;
    state.known = next;
    state.isSeen = true;
    if (!state.isWaiting) left.push(node);
    state.isWaiting = true;
  };
  // What has happened before another event is not known.
  for (const other of others) arrive(other, ALL);
  arrive(start, 0);
  // In the order of arrival, so that few blocks are looked at again.
  for (const [done, { state, exits }] of left.entries()) {
    if (done % BLOCKS_A_STEP === 0) yield;
    state.isWaiting = false;
    for (const { to, known } of exits) arrive(to, state.known | state.own | known);
  }
}

/** For each variable the exits by which blocks are only left when it has a value. */
type TestedExits = ReadonlyMap<string, readonly Exit[]>;

function* testedExits({ nodes }: FlowGraph): Generator<undefined, TestedExits> {
  const tested = new Map<string, Exit[]>();
  for (const [at, node] of nodes.entries()) {
    if (at % BLOCKS_A_STEP === 0) yield;
    for (const [variableId, exit] of testedBy(node)) {
      const known = tested.get(variableId);
      if (known) known.push(exit);
      else tested.set(variableId, [exit]);
    }
  }
  return tested;
}

/** The variables that a condition tests, each with the exits by which the block is only left when it has a value. */
function* testedBy({
  place: { block },
  exits,
}: GraphNode): Generator<readonly [variableId: string, exit: Exit]> {
  if (block.type !== 'Condition') return;
  const failed: string[] = [];
  const known = new Map<unknown, readonly string[]>([[undefined, failed]]);
  for (const { id, content } of recordsIn(block['items']).slice(0, MOST_ITEMS)) {
    const ways = waysIn(content);
    known.set(id, [...failed, ...heldIn(ways)]);
    failed.push(...failedIn(ways));
  }
  for (const exit of exits)
    for (const variableId of known.get(exit.itemId) ?? []) yield [variableId, exit];
}

/** The variables that have a value where one of the ways holds. */
function heldIn(ways: Ways): string[] {
  const [only = []] = ways.length === 1 ? ways : [];
  return only.filter(hasValue).map(({ variableId }) => variableId);
}

/** The variables that have a value where none of the ways holds. */
function failedIn(ways: Ways): string[] {
  const alone = ways.filter((terms) => terms.length === 1).flat();
  return alone
    .filter(({ operator }) => operator === 'Is empty')
    .map(({ variableId }) => variableId);
}

/** The items of a condition that are looked at, since those after one depend on it. */
const MOST_ITEMS = 50;

function waysIn(content: unknown): Ways {
  const condition = conditionSchema.safeParse(content).data;
  return condition ? waysOf(condition) : [];
}

/** Whether a comparison only holds for a variable that has a value. */
function hasValue({ operator, value }: Term): boolean {
  return operator === 'Is set' || (POSITIVE.has(operator) && !/^(?:null|undefined)?$/.test(value));
}

const POSITIVE = new Set([
  'Equal to',
  'Contains',
  'Starts with',
  'Ends with',
  'Matches regex',
  'Greater than',
  'Greater or equal to',
  'Less than',
  'Less or equal to',
]);
