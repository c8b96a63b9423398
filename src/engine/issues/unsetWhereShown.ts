import { recordsIn } from '../documents/jsonRecord.js';
import { conditionSchema } from '../conditions/condition.js';
import { waysOf, type Term, type Ways } from '../conditions/implied.js';
import type { UsedVariable } from '../flow/variableUses.js';
import type { VariableUse } from '../fields/fieldDescription.js';
import { startsWithValue } from './startsWithValue.js';
import type { LocatedBlock } from '../flow/flow.js';
import type { FlowGraph } from './flowGraph.js';
import type { Findings, FoundAt, FoundIssue } from './foundIssue.js';

/** Variables whose state is followed at once: the bits of a number. */
const AT_ONCE = 31;

/** Blocks, times groups of variables, that are looked at: whoever sends a flow decides how large it is. */
const MOST_WORK = 1_500_000;

/** The blocks that are looked at in a step. */
const BLOCKS_A_STEP = 2_000;

/**
 * The variables that a text shows although on some way from the start nothing has set them: a forward analysis over the graph, which keeps
 * for each block the variables that are set on all ways to it. A condition that a variable has a value counts as setting it where it holds.
 * Chats may begin with values, and then see no gap.
 */
export function* unsetWhereShown(uses: readonly UsedVariable[], graph: FlowGraph): Findings {
  if (graph.start === undefined) return;
  const shown = uses.filter((one) => isWorthwhile(one, graph));
  const tested = yield* testedExits(graph);
  const most = Math.floor(MOST_WORK / Math.max(1, graph.places.length)) * AT_ONCE;
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
  const bits = new Map(some.map(({ variableId }, index) => [variableId ?? '', 1 << index]));
  const sets = new Map<number, number>();
  for (const one of some)
    for (const { number } of placesOf(one, 'SET', graph))
      sets.set(number, (sets.get(number) ?? 0) | bitOf(one, bits));
  yield;
  const surely = yield* surelySet({ graph, sets, known: knownIn(tested, bits) });
  for (const one of some) {
    const gaps = new Map<number, FoundAt & { readonly path: string }>();
    for (const { number, ...found } of placesOf(one, 'SHOWN', graph)) {
      // A question may show the answer it had before.
      const state = (surely[number] ?? ALL) | (sets.get(number) ?? 0);
      if ((state & bitOf(one, bits)) === 0 && !gaps.has(number)) gaps.set(number, found);
    }
    yield* gapsOf(one, [...gaps.values()]);
  }
}

function* gapsOf(
  { name }: UsedVariable,
  [first, ...related]: readonly FoundAt[],
): Generator<FoundIssue> {
  if (first) yield { code: 'VARIABLE_SHOWN_UNSET', ...first, about: `{{${name}}}`, related };
}

function bitOf({ variableId }: UsedVariable, bits: ReadonlyMap<string, number>): number {
  return bits.get(variableId ?? '') ?? 0;
}

/** The places that use a variable in one way, with the numbers of their blocks. */
function* placesOf(
  { places }: UsedVariable,
  wanted: VariableUse,
  { flow, numberOf }: FlowGraph,
): Generator<FoundAt & { readonly number: number; readonly path: string }> {
  for (const { use, blockId, itemId, path } of places) {
    const place = use === wanted && blockId !== null ? flow.block(blockId) : undefined;
    const number = numberOf(place);
    if (place && number !== undefined) yield { number, place, itemId: itemId ?? undefined, path };
  }
}

const ALL = -1;

interface Sets {
  readonly graph: FlowGraph;
  /** What blocks set. */
  readonly sets: ReadonlyMap<number, number>;
  /** What is known to be set where a block is left by an exit, because of its conditions. */
  readonly known: ReadonlyMap<string, number>;
}

/** What is set on all ways to each block; of blocks to which no way is known, everything. */
function* surelySet({ graph, sets, known }: Sets): Generator<undefined, readonly number[]> {
  const surely: number[] = graph.places.map(() => ALL);
  const isSeen = graph.places.map(() => false);
  const left: number[] = [];
  const arrive = (at: number | undefined, state: number): void => {
    if (at === undefined) return;
    const next = (surely[at] ?? ALL) & state;
    if (isSeen[at] && next === surely[at]) return;
    surely[at] = next;
    isSeen[at] = true;
    left.push(at);
  };
  // What has happened before another event is not known.
  for (const other of graph.others) arrive(other, ALL);
  arrive(graph.start, 0);
  // In the order of arrival, so that few blocks are looked at again.
  for (let done = 0; done < left.length; done += 1) {
    const at = left[done] ?? 0;
    if (done % BLOCKS_A_STEP === 0) yield;
    const after = (surely[at] ?? ALL) | (sets.get(at) ?? 0);
    for (const { to, itemId } of graph.exits[at] ?? [])
      arrive(to, after | (known.get(keyOf(at, itemId)) ?? 0));
  }
  return surely;
}

/** For each variable the exits by which blocks are only left when it has a value. */
type TestedExits = ReadonlyMap<string, readonly string[]>;

function keyOf(at: number, itemId = ''): string {
  return `${at} ${itemId}`;
}

function* testedExits({ places }: FlowGraph): Generator<undefined, TestedExits> {
  const tested = new Map<string, string[]>();
  for (const [at, { block }] of places.entries()) {
    if (at % BLOCKS_A_STEP === 0) yield;
    if (block.type !== 'Condition') continue;
    for (const [variableId, key] of testedBy(block, at)) {
      const known = tested.get(variableId);
      if (known) known.push(key);
      else tested.set(variableId, [key]);
    }
  }
  return tested;
}

/** The variables that a condition tests, each with the exits by which the block is only left when it has a value. */
function* testedBy(
  block: LocatedBlock['block'],
  at: number,
): Generator<readonly [variableId: string, key: string]> {
  const failed: string[] = [];
  for (const { id, content } of recordsIn(block['items']).slice(0, MOST_ITEMS)) {
    const ways = waysIn(content);
    const key = keyOf(at, typeof id === 'string' ? id : undefined);
    const held = ways.length === 1 ? (ways[0] ?? []).filter(hasValue) : [];
    for (const variableId of [...failed, ...held.map((term) => term.variableId)])
      yield [variableId, key];
    // None of these has held where a later item or the block's own exit is taken.
    const alone = ways.flatMap((terms) => (terms.length === 1 ? terms : []));
    failed.push(
      ...alone.flatMap(({ operator, variableId }) => (operator === 'Is empty' ? variableId : [])),
    );
  }
  for (const variableId of failed) yield [variableId, keyOf(at)];
}

/** The items of a condition that are looked at, since those after one depend on it. */
const MOST_ITEMS = 50;

function waysIn(content: unknown): Ways {
  const condition = conditionSchema.safeParse(content).data;
  return condition ? waysOf(condition) : [];
}

/** The bits of the variables that have a value at each exit. */
function knownIn(
  tested: TestedExits,
  bits: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const [variableId, bit] of bits)
    for (const key of tested.get(variableId) ?? []) known.set(key, (known.get(key) ?? 0) | bit);
  return known;
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
