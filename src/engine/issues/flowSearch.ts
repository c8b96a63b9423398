import type { Flow } from '../flow/flow.js';
import { variableUses } from '../flow/variableUses.js';
import { comparisonIssues } from './comparisonIssues.js';
import { flowGraph, type FlowGraph } from './flowGraph.js';
import type { Findings } from './foundIssue.js';
import { loopIssues } from './loopIssues.js';
import { showIssues } from './showIssues.js';
import { translationIssues } from './translationIssues.js';
import { variableIssues } from './variableIssues.js';
import { wayIssues } from './wayIssues.js';

/** The graph of a flow, and what a search of all of it finds. */
export interface FlowSearch {
  readonly graph: FlowGraph;
  readonly findings: Findings;
}

/** Searches a whole flow for what no block tells alone. */
export function* flowSearch(flow: Flow): Generator<undefined, FlowSearch> {
  const graph = yield* flowGraph(flow);
  return { graph, findings: findings(graph) };
}

function* findings(graph: FlowGraph): Findings {
  yield* wayIssues(graph);
  yield* loopIssues(graph);
  const uses = yield* variableUses(graph.flow.definition);
  // Of some not all places are known.
  const known = uses.filter(
    (one) => one.variableId !== null && one.placeCount === one.places.length,
  );
  yield* variableIssues(known, graph);
  yield* comparisonIssues(known, graph);
  yield* showIssues(known, graph);
  yield* translationIssues(graph.flow);
}
