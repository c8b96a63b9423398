import { isJsonRecord, type JsonRecord, recordsIn } from '../documents/jsonRecord.js';
import { leadsAnywhere } from '../flow/blockExits.js';
import type { LocatedBlock } from '../flow/flow.js';
import { blockBefore, isInput, reachedFrom, type Exit, type FlowGraph } from './flowGraph.js';
import type { Findings, FoundIssue } from './foundIssue.js';

/** What is wrong with the ways through a flow, besides edges that lead nowhere. */
export function* wayIssues(graph: FlowGraph): Findings {
  for (const [number, place] of graph.places.entries()) {
    if (number % BLOCKS_A_STEP === 0) yield;
    if (isCutOff(graph, number, place)) yield { code: 'BLOCK_UNREACHABLE', place };
    yield* mutedAnswers(graph, number, place);
  }
  yield;
  yield* questionsWithoutEnd(graph);
}

const BLOCKS_A_STEP = 2_000;

/** Whether nothing leads to a block though chats come to the one before it. */
function isCutOff(
  { isOpen, isReached, numberOf }: FlowGraph,
  number: number,
  place: LocatedBlock,
): boolean {
  const before = numberOf(blockBefore(place));
  return !isOpen && !isReached[number] && before !== undefined && isReached[before] === true;
}

/** The choices after which a chat ends, of a question of which others lead on. */
function* mutedAnswers(
  { isReached, exits }: FlowGraph,
  number: number,
  place: LocatedBlock,
): Generator<FoundIssue> {
  const { block } = place;
  if (!isReached[number] || !isInput(block) || isOpenChoice(block)) return;
  const leading = (exits[number] ?? []).filter(({ to }) => to !== undefined);
  const isElse = leading.some(({ itemId }) => itemId === undefined);
  if (leading.length > 0 && !isElse) yield* mutedItems(place);
}

function* mutedItems(place: LocatedBlock): Generator<FoundIssue> {
  for (const [index, item] of recordsIn(place.block['items']).entries()) {
    const itemId = isMuted(item) && typeof item['id'] === 'string' ? item['id'] : undefined;
    const about = [item['content'], item['title']].find((text) => text) ?? `choice ${index + 1}`;
    if (itemId) yield { code: 'ANSWER_LEADS_NOWHERE', place, itemId, about: String(about) };
  }
}

function isMuted({ outgoingEdgeId, paths }: JsonRecord): boolean {
  return typeof outgoingEdgeId !== 'string' && paths === undefined;
}

/** Whether several can be chosen, for which only the way of the question counts, or a variable has the choices. */
export function isOpenChoice({ options }: LocatedBlock['block']): boolean {
  if (!isJsonRecord(options)) return false;
  const { isMultipleChoice, dynamicVariableId, dynamicItems } = options;
  const isDynamic = isJsonRecord(dynamicItems) && dynamicItems['isEnabled'] === true;
  return isMultipleChoice === true || dynamicVariableId !== undefined || isDynamic;
}

/** The places that are named besides the first. */
const MOST_RELATED = 10;

/** The first question after which no chat can come to an end, with others of that sort: a single one may be meant to go on for ever. */
function* questionsWithoutEnd(graph: FlowGraph): Findings {
  const { isOpen, isReached, exits, places } = graph;
  const backwards: Exit[][] = exits.map(() => []);
  for (const [from, ways] of exits.entries())
    for (const { to } of ways) if (to !== undefined) backwards[to]?.push({ to: from });
  yield;
  const canEnd = reachedFrom(endsOf(graph), backwards);
  const [first, ...others] = places.filter(
    ({ block }, number) => isReached[number] && !canEnd[number] && isInput(block),
  );
  if (first && others.length > 0 && !isOpen)
    yield {
      code: 'NO_WAY_OUT',
      place: first,
      related: others.slice(0, MOST_RELATED).map((other) => ({ place: other })),
    };
}

/** The blocks with which a chat may end here. */
function endsOf({ places, exits }: FlowGraph): number[] {
  return [...places.keys()].filter((number) => {
    const block = places[number]?.block;
    const isLeft = exits[number]?.some(({ to }) => to === undefined);
    return !block || isLeft || leadsAnywhere(block) || ENDS.has(block.type);
  });
}

/** Kinds with which a chat may be over for whoever built the flow. */
const ENDS = new Set(['Redirect', 'Human handover']);
