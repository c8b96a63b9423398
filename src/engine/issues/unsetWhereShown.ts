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
  const sets = openSets();
  for (const [index, one] of some.entries()) {
    for (const { node } of placesOf(one, 'SET', graph)) sets.at(node).own |= 1 << index;
    for (const exit of tested.get(String(one.variableId)) ?? [])
      sets.implied.set(exit, impliedBy(exit, sets) | (1 << index));
  }
  yield;
  yield* followSets(graph, sets);
  for (const [index, one] of some.entries()) {
    const unset = new Map<GraphNode, PlacedUse>();
    for (const { node, ...found } of placesOf(one, 'SHOWN', graph)) {
      // A question may show the answer it had before.
      const { before, own } = sets.at(node);
      const isSet = ((before | own) & (1 << index)) !== 0;
      if (!isSet && !unset.has(node)) unset.set(node, found);
    }
    yield* unsetUsesOf(one, [...unset.values()]);
  }
}

/** Which of some variables are set, as the bits of a number each. */
interface Sets {
  /** Of a block. */
  at(node: GraphNode): BlockSets;
  /** By the condition under which an exit is taken. */
  readonly implied: Map<Exit, number>;
}

interface BlockSets {
  /** On all ways to it that were followed. */
  before: number;
  /** By the block itself. */
  own: number;
  /** Whether some way to it was followed. */
  isSeen: boolean;
  /** Whether its exits are to be followed. */
  isWaiting: boolean;
}

const ALL = -1;

function openSets(): Sets {
  const blocks = new Map<GraphNode, BlockSets>();
  return {
    implied: new Map(),
    at(node) {
      const known = blocks.get(node);
      if (known) return known;
      const made = { before: ALL, own: 0, isSeen: false, isWaiting: false };
      blocks.set(node, made);
      return made;
    },
  };
}

function impliedBy(exit: Exit, { implied }: Sets): number {
  return implied.get(exit) ?? 0;
}

/** A place in a block that uses a variable. */
type PlacedUse = FoundAt & { readonly path: string };

function* unsetUsesOf({ name }: UsedVariable, uses: readonly PlacedUse[]): Generator<FoundIssue> {
  const about = `{{${name}}}`;
  for (const use of uses.filter(isAmount)) yield { code: 'AMOUNT_UNSET', ...use, about };
  const [first, ...related] = uses.filter((use) => !isAmount(use));
  if (first) yield { code: 'VARIABLE_SHOWN_UNSET', ...first, about, related };
}

/** Whether it is to be paid what the variable says. */
function isAmount({ place, path }: PlacedUse): boolean {
  return place.block.type === 'payment input' && path === 'options.amount';
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
function* followSets({ start, others }: FlowGraph, sets: Sets): Generator<undefined> {
  const left: GraphNode[] = [];
  const arrive = (node: GraphNode | undefined, set: number): void => {
    if (!node) return;
    const there = sets.at(node);
    const before = there.before & set;
    if (there.isSeen && before === there.before) return;
    Object.assign(there, { before, isSeen: true });
    if (!there.isWaiting) left.push(node);
    there.isWaiting = true;
  };
  // What has happened before another event is not known.
  for (const other of others) arrive(other, ALL);
  arrive(start, 0);
  // In the order of arrival, so that few blocks are looked at again.
  for (const [done, node] of left.entries()) {
    if (done % BLOCKS_A_STEP === 0) yield;
    const there = sets.at(node);
    there.isWaiting = false;
    for (const exit of node.exits)
      arrive(exit.to, there.before | there.own | impliedBy(exit, sets));
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
