import { isJsonRecord, recordsIn } from '../documents/jsonRecord.js';
import type { LocatedBlock } from '../flow/flow.js';
import { textsIn } from '../flow/references.js';
import type { UsedVariable } from '../flow/variableUses.js';
import { isInput, type FlowGraph } from './flowGraph.js';
import type { Findings, FoundIssue } from './foundIssue.js';

/** What visitors may see that they should not: whole responses, and more text than anybody reads. */
export function* showIssues(uses: readonly UsedVariable[], graph: FlowGraph): Findings {
  for (const one of uses) yield* wholeResponses(one, graph);
  yield;
  yield* largeTurns(graph);
}

function* wholeResponses(
  { name, places }: UsedVariable,
  { flow }: FlowGraph,
): Generator<FoundIssue> {
  const blockOf = (id: string | null) => (id === null ? undefined : flow.block(id));
  const source = places.find(
    ({ use, blockId, path }) => use === 'SET' && savesWhole(blockOf(blockId), path),
  );
  if (!source) return;
  const shown = places.find(
    ({ use, blockId }) => use === 'SHOWN' && blockOf(blockId)?.block.type === 'text',
  );
  const [place, from] = [blockOf(shown?.blockId ?? null), blockOf(source.blockId)];
  if (place && shown)
    yield {
      code: 'VARIABLE_IS_OBJECT',
      ...{ place, path: shown.path, about: `{{${name}}}` },
      related: from ? [{ place: from }] : [],
    };
}

/** Whether the member at a path saves a response as a whole. */
function savesWhole(place: LocatedBlock | undefined, path: string): boolean {
  const index = /^options\.responseVariableMapping\[(\d+)\]/.exec(path)?.[1];
  const options = place?.block.options;
  if (index === undefined || !isJsonRecord(options)) return false;
  return recordsIn(options['responseVariableMapping'])[Number(index)]?.['bodyPath'] === 'data';
}

/** The characters of texts that are sent at once, at most: about 30 pages. */
const MOST_SHOWN = 60_000;

/** The block with which the longest turn begins, if it is too long. Ways back into the way so far are not followed. */
function* largeTurns(graph: FlowGraph): Findings {
  const totals = yield* longestTexts(graph);
  const [longest] = [...totals]
    .filter(([at, total]) => graph.isReached[at] === true && total > MOST_SHOWN)
    .toSorted(([, one], [, other]) => other - one);
  const place = longest && graph.places[longest[0]];
  if (place) yield { code: 'TURN_TOO_LARGE', place };
}

/** The characters that are shown from each block on until the chat waits or ends, at most. */
function* longestTexts({
  places,
  exits,
}: FlowGraph): Generator<undefined, ReadonlyMap<number, number>> {
  const totals = new Map<number, number>();
  const entered = new Set<number>();
  const way: { readonly at: number; readonly next: readonly number[]; readonly left: number[] }[] =
    [];
  const enter = (at: number): void => {
    const place = places[at];
    if (!place || entered.has(at)) return;
    entered.add(at);
    const next = isInput(place.block) ? [] : (exits[at] ?? []).flatMap(({ to }) => to ?? []);
    way.push({ at, next, left: [...next] });
  };
  for (const first of places.keys()) {
    if (first % BLOCKS_A_STEP === 0) yield;
    enter(first);
    for (let last = way.at(-1); last; last = way.at(-1)) {
      const following = last.left.pop();
      if (following === undefined) {
        way.pop();
        const most = last.next.reduce((size, to) => Math.max(size, totals.get(to) ?? 0), 0);
        totals.set(last.at, sizeOf(places[last.at]) + most);
      } else enter(following);
    }
  }
  return totals;
}

const BLOCKS_A_STEP = 2_000;

/** The characters of a text that is shown; other blocks have short ones, or code. */
function sizeOf(place: LocatedBlock | undefined): number {
  if (place?.block.type !== 'text') return 0;
  let size = 0;
  for (const text of textsIn(place.block)) size += text.length;
  return size;
}
