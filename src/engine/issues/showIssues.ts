import { z } from 'zod';
import { oncePer } from '../documents/oncePer.js';
import type { LocatedBlock } from '../flow/flow.js';
import { textsIn } from '../flow/references.js';
import type { UsedVariable, UsePlace } from '../flow/variableUses.js';
import { BLOCKS_A_STEP, isInput, type FlowGraph, type GraphNode } from './flowGraph.js';
import type { Findings, FoundIssue } from './foundIssue.js';

/** What visitors may see that they should not: whole responses, and more text than anybody reads. */
export function* showIssues(uses: readonly UsedVariable[], graph: FlowGraph): Findings {
  for (const [number, one] of uses.entries()) {
    if (number % VARIABLES_A_STEP === 0) yield;
    yield* wholeResponses(one, graph);
  }
  yield;
  yield* largeTurns(graph);
}

/** The variables that are looked at in a step. */
const VARIABLES_A_STEP = 100;

function* wholeResponses({ name, places }: UsedVariable, graph: FlowGraph): Generator<FoundIssue> {
  const placeOf = ({ blockId }: UsePlace) => graph.nodeAt(blockId)?.place;
  const source = places.find((one) => one.use === 'SET' && savesWhole(placeOf(one), one.path));
  const shown = places.find((one) => one.use === 'SHOWN' && placeOf(one)?.block.type === 'text');
  const from = source && placeOf(source);
  if (from && shown)
    yield {
      code: 'VARIABLE_IS_OBJECT',
      ...{ place: placeOf(shown), path: shown.path, about: `{{${name}}}` },
      related: [{ place: from }],
    };
}

/** Whether the member at a path saves a response as a whole. */
function savesWhole(place: LocatedBlock | undefined, path: string): boolean {
  const index = /^options\.responseVariableMapping\[(\d+)\]/.exec(path)?.[1];
  if (index === undefined || !place) return false;
  return mappingOf(place.block)?.[Number(index)]?.bodyPath === 'data';
}

const mappingSchema = z.object({
  options: z.object({
    responseVariableMapping: z.array(z.object({ bodyPath: z.string().optional() })),
  }),
});

/** What a block saves of a response. */
const mappingOf = oncePer(
  (block: LocatedBlock['block']) =>
    mappingSchema.safeParse(block).data?.options.responseVariableMapping,
);

/** The characters of texts that are sent at once, at most: about 30 pages. */
const MOST_SHOWN = 60_000;

/** The block with which the longest turn begins, if it is too long. Ways back into the way so far are not followed. */
function* largeTurns({ nodes }: FlowGraph): Findings {
  const totals = new Map<GraphNode | undefined, number>();
  const progress = { rounds: 0 };
  for (const node of nodes) yield* measure(node, totals, progress);
  const [longest] = [...totals]
    .filter(([node, total]) => node?.isReached && total > MOST_SHOWN)
    .toSorted(([, one], [, other]) => other - one);
  if (longest) yield { code: 'TURN_TOO_LARGE', place: longest[0]?.place };
}

/** Finds the characters that are shown from a block on until the chat waits or ends, at most; iterative, because a flow may be long. */
function* measure(
  first: GraphNode,
  totals: Map<GraphNode | undefined, number>,
  progress: { rounds: number },
): Generator<undefined> {
  const way: { readonly node: GraphNode; readonly left: (GraphNode | undefined)[] }[] = [];
  const enter = (node: GraphNode | undefined): void => {
    if (!node || totals.has(node)) return;
    totals.set(node, 0);
    way.push({ node, left: nextOf(node) });
  };
  enter(first);
  for (let last = way.at(-1); last; last = way.at(-1)) {
    progress.rounds += 1;
    if (progress.rounds % BLOCKS_A_STEP === 0) yield;
    if (last.left.length > 0) enter(last.left.pop());
    else {
      way.pop();
      const following = nextOf(last.node).map((node) => totals.get(node) ?? 0);
      totals.set(last.node, Math.max(0, ...following) + sizeOf(last.node.place));
    }
  }
}

/** The blocks that come next in a turn. */
function nextOf(node: GraphNode): (GraphNode | undefined)[] {
  return isInput(node) ? [] : node.exits.map(({ to }) => to);
}

/** The characters of a text that is shown; other blocks have short ones, or code. */
function sizeOf({ block }: LocatedBlock): number {
  if (block.type !== 'text') return 0;
  let size = 0;
  for (const text of textsIn(block)) size += text.length;
  return size;
}
