import type { FlowDefinition } from '../../src/engine/index.js';
import { findFlowIssues } from '../../src/resolvers/bots/findFlowIssues.js';
import type { BotIssue } from '../../src/schema/botIssue.js';
import { flowOf, type FlowSketch } from './flowOf.js';

/** A sketch with further edges, which may begin and lead anywhere. */
export type IssueSketch = FlowSketch & {
  readonly edges?: readonly object[];
  /** The start leads nowhere. */
  readonly isUnconnected?: boolean;
};

/** A workspace with some credentials and bots. */
const around = {
  credentials: new Map([
    ['google', 'google sheets'],
    ['stripe', 'stripe'],
    ['smtp', 'smtp'],
    ['openai', 'openai'],
  ]),
  bots: new Set(['bot_other', 'bot_draft']),
  unpublished: new Set(['bot_draft']),
  endless: new Set<string>(),
  messenger: 'smtp',
  revision: 7,
};

/** The flow of a sketch, with members of other names as they are. */
export function sketchedFlow({
  edges = [],
  isUnconnected,
  ...sketch
}: IssueSketch): FlowDefinition {
  const { groups, variables = {}, events = [], ...more } = sketch;
  const { definition } = flowOf({ groups, variables, events });
  const [{ outgoingEdgeId: _edge, ...start }, ...others] = definition.events;
  return {
    ...definition,
    ...(isUnconnected && { events: [start, ...others] }),
    // Members that a schema states are not used by any sketch of an issue.
    ...(more as Partial<FlowDefinition>),
    edges: [...definition.edges, ...(edges as FlowDefinition['edges'])],
  };
}

/** The issues of a flow, at most so many. */
export function issuesOf(definition: FlowDefinition, most = Infinity): BotIssue[] {
  const search = findFlowIssues(definition, around, most);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** The issues of a sketched flow. */
export function readIssues(sketch: IssueSketch): BotIssue[] {
  return issuesOf(sketchedFlow(sketch));
}
