import { isJsonRecord, type JsonRecord, recordsIn } from '../documents/jsonRecord.js';
import { leadsAnywhere } from '../flow/blockExits.js';
import type { LocatedBlock } from '../flow/flow.js';
import { nextInGroup } from '../flow/nextInGroup.js';
import {
  BLOCKS_A_STEP,
  isInput,
  reachedFrom,
  type FlowGraph,
  type GraphNode,
} from './flowGraph.js';
import type { Findings, FoundIssue } from './foundIssue.js';

/** What is wrong with the ways through a flow, besides edges that lead nowhere. */
export function* wayIssues(graph: FlowGraph): Findings {
  for (const [number, node] of graph.nodes.entries()) {
    if (number % BLOCKS_A_STEP === 0) yield;
    if (!graph.isOpen && isCutOff(node, graph.nodes[number - 1]))
      yield { code: 'BLOCK_UNREACHABLE', place: node.place };
    yield* answersLeadingNowhere(node);
  }
  yield;
  yield* questionsWithoutEnd(graph);
}

/** Whether nothing leads to a block though chats come to the one before it. */
function isCutOff({ isReached, place }: GraphNode, before: GraphNode | undefined): boolean {
  return !isReached && before?.place.group === place.group && before.isReached;
}

/** The choices after which a chat ends, of a question of which others lead on. */
function* answersLeadingNowhere(node: GraphNode): Generator<FoundIssue> {
  const { isReached, place, exits } = node;
  if (!isReached || !isInput(node) || isOpenChoice(place.block)) return;
  const leading = exits.filter(({ to }) => to !== undefined);
  const isElse = leading.some(({ itemId }) => itemId === undefined);
  if (leading.length === 0 || isElse) return;
  for (const [index, item] of recordsIn(place.block['items']).entries())
    if (leadsNowhere(item))
      yield {
        code: 'ANSWER_LEADS_NOWHERE',
        ...{ place, itemId: String(item['id']), about: `choice ${index + 1}` },
      };
}

function leadsNowhere({ outgoingEdgeId, paths }: JsonRecord): boolean {
  return outgoingEdgeId === undefined && paths === undefined;
}

/** Whether several can be chosen, for which only the way of the question counts, or a variable has the choices. */
export function isOpenChoice({ options }: LocatedBlock['block']): boolean {
  if (!isJsonRecord(options)) return false;
  const { isMultipleChoice, dynamicVariableId, dynamicItems } = options;
  const isDynamic = isJsonRecord(dynamicItems) && dynamicItems['isEnabled'] === true;
  return isMultipleChoice === true || dynamicVariableId !== undefined || isDynamic;
}

/** Whether no chat takes the edge that a block names as its own: it is a bubble before another block, or each of its choices has an edge. */
export function isLeftOtherwise(place: LocatedBlock): boolean {
  const { block } = place;
  const { type, items } = block;
  if (nextInGroup(place)) return true;
  const choices = CHOICES.has(type) && !isOpenChoice(block) ? recordsIn(items) : [];
  return choices.length > 0 && choices.every(({ outgoingEdgeId }) => outgoingEdgeId !== undefined);
}

/** Questions whose choices have edges. */
const CHOICES = new Set(['choice input', 'picture choice input']);

/** The first question after which no chat can come to an end, with others of that sort: a single one may be meant to go on for ever. */
function* questionsWithoutEnd({ isOpen, nodes }: FlowGraph): Findings {
  const canEnd = reachedFrom(nodes.filter(mayEnd), ({ entrances }) => entrances);
  yield;
  const [first, ...others] = nodes.filter(
    (node) => node.isReached && !canEnd.has(node) && isInput(node),
  );
  if (first && others.length > 0 && !isOpen)
    yield { code: 'NO_WAY_OUT', place: first.place, related: others };
}

/** Whether a chat may end at a block. */
function mayEnd({ place: { block }, exits }: GraphNode): boolean {
  const isLeft = exits.some(({ to }) => to === undefined);
  return isLeft || leadsAnywhere(block) || ENDS.has(block.type);
}

/** Kinds with which a chat may be over for whoever built the flow. */
const ENDS = new Set(['Redirect', 'Human handover']);
