import { kindOf } from '../blocks/index.js';
import { circles, type Circle } from '../flow/circles.js';
import type { Flow, LocatedBlock } from '../flow/flow.js';
import { idsIn, textsIn } from '../flow/references.js';
import { namesIn } from '../text/names.js';
import type { FlowGraph } from './flowGraph.js';
import type { Findings, FoundAt } from './foundIssue.js';

/** Circles without a question: those that no chat can leave, and those that only conditions end which nothing in them changes. */
export function* loopIssues(graph: FlowGraph): Findings {
  for (const circle of circles(graph.flow)) {
    if (circle === undefined) {
      yield;
      continue;
    }
    const titles = new Set(circle.places.map(({ group }) => group.title));
    const [place, ...others] = circle.places;
    const about = [...titles].join(' → ');
    const found = { place, about, related: others.map(relatedAt) };
    if (circle.isEndless) yield { code: 'LOOP_WITHOUT_INPUT', ...found };
    else if (isStuck(circle, graph)) yield { code: 'LOOP_MAY_NOT_END', ...found };
  }
}

function relatedAt(place: LocatedBlock): FoundAt {
  return { place };
}

function isStuck({ places }: Circle, { flow, nodeOf }: FlowGraph): boolean {
  const inside = new Set(places.map(nodeOf));
  const leaving = places.filter((place) =>
    nodeOf(place)?.exits.some(({ to }) => to === undefined || !inside.has(to)),
  );
  const isSteady = places.every(({ block }) => STEADY.has(block.type) || isBubble(block.type));
  const isPlain = leaving.every(({ block }) => block.type === 'Condition');
  const isReached = places.some((place) => nodeOf(place)?.isReached);
  if (!isSteady || !isPlain || !isReached) return false;
  const written = new Set(
    places.flatMap(({ block }) => (block.type === 'Set variable' ? idsIn(block, 'variable') : [])),
  );
  return !leaving.some((place) => readBy(place, flow).some((id) => written.has(id)));
}

function isBubble(type: string): boolean {
  return kindOf(type).family === 'bubble';
}

/** Kinds, besides bubbles, that do the same in each round but for the variables that they name. */
const STEADY = new Set(['Condition', 'Set variable', 'Jump']);

/** The variables on which it depends how a block is left. */
function readBy({ block }: LocatedBlock, flow: Flow): string[] {
  const named = [...textsIn(block)].flatMap((text) => [...namesIn(text)]);
  const ids = named.map((name) => String(flow.variableNamed(name)?.id));
  return [...ids, ...idsIn(block, 'variable')];
}
