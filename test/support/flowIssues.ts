import type { FlowDefinition } from '../../src/engine/index.js';
import { findFlowIssues } from '../../src/resolvers/bots/findFlowIssues.js';
import type { BotIssue } from '../../src/schema/botIssue.js';
import { ask, type BlockSketch, flowOf, type FlowSketch } from './flowOf.js';

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

/** A part of a sketch. */
export const c = (comparisonOperator: string, value?: string, variableId = 'vAge') => ({
  ...{ id: 'c', variableId, comparisonOperator },
  ...(value !== undefined && { value }),
});
/** A part of a sketch. */
export const item = (id: string, ...comparisons: object[]) => ({ id, content: { comparisons } });
/** A part of a sketch. */
export const either = (...comparisons: object[]) => ({
  ...{ id: 'i', content: { comparisons, logicalOperator: 'OR' } },
});
/** A part of a sketch. */
export const cond = (...items: object[]): BlockSketch => ({ type: 'Condition', items });
/** A part of a sketch. */
export const age = ask('text input', 'Age');
/** A part of a sketch. */
export const flow = (...blocks: BlockSketch[]): IssueSketch => ({
  groups: { Start: blocks },
  variables: { Age: null },
});
/** A part of a sketch. */
export const asked = (...items: object[]) => flow(age, cond(...items));
/** A part of a sketch. */
export const matching = (pattern: string) => asked(item('i', c('Matches regex', pattern)));
/** A part of a sketch. */
export const shown = (displayCondition: object, type = 'choice input') =>
  flow(age, { type, items: [{ id: 'i', content: 'Yes', displayCondition }] });
/** A part of a sketch. */
export const code = (content: string) => flow({ type: 'Code', options: { content } });
/** A part of a sketch. */
export const value = (options: object) => flow({ type: 'Set variable', options });
/** A part of a sketch. */
export const set = { variableId: 'vAge', expressionToEvaluate: '1' };
/** A part of a sketch. */
export const many = Array.from({ length: 21 }, (_, index) => c('Equal to', String(index)));
/** A part of a sketch. */
export const choice = (options: object, ...contents: string[]) => ({
  ...{ type: 'choice input', options },
  items: contents.map((content) => ({ id: content, content })),
});
/** A part of a sketch. */
export const never = (type: BlockSketch, ...comparisons: object[]) =>
  flow(type, cond(item('i', ...comparisons)));
/** A part of a sketch. */
export const jump = (groupId: string) => ({ type: 'Jump', options: { groupId } });

/** What a flow is about, the flow, and whether it has an issue with the code. */
export type IssueRow = readonly [
  about: string,
  sketch: IssueSketch,
  code: string,
  isFound: boolean,
];
