import { isJsonRecord } from '../documents/jsonRecord.js';
import type { LocatedBlock } from '../flow/flow.js';
import { textsIn } from '../flow/references.js';
import type { UsedVariable, UsePlace } from '../flow/variableUses.js';
import { namesSetIn } from '../text/names.js';
import { BLOCKS_A_STEP, isInput, type FlowGraph, type GraphNode } from './flowGraph.js';
import type { Findings, FoundIssue } from './foundIssue.js';
import { startsWithValue } from './startsWithValue.js';
import { unsetWhereShown } from './unsetWhereShown.js';

/** What is wrong with what a flow does with its variables. */
export function* variableIssues(known: readonly UsedVariable[], graph: FlowGraph): Findings {
  const setters = yield* settersIn(graph);
  for (const setter of setters) yield* lostValues(setter, graph);
  const others = otherUsesOf(setters, graph.nodes);
  for (const one of known) yield* usesOf(one, graph, others);
  yield;
  if (!others.isSetElsewhere) yield* unsetWhereShown(known, graph);
}

/** Whether something besides the places that are known sets or reads variables. */
interface OtherUses {
  readonly isSetElsewhere: boolean;
  readonly isReadElsewhere: boolean;
}

function otherUsesOf(setters: readonly Setter[], nodes: readonly GraphNode[]): OtherUses {
  const places = nodes.map(({ place }) => place);
  const isMerging = places.some(({ block: { type, options } }) => {
    const { botId, mergeResults } = isJsonRecord(options) ? options : {};
    return type === 'Bot link' && botId !== 'current' && mergeResults === true;
  });
  return {
    isSetElsewhere: isMerging || setters.some(({ calls, names }) => calls > names.length),
    isReadElsewhere: isMerging || places.some(({ block }) => sendsAll(block)),
  };
}

/** Whether a block sends all variables to a service. */
function sendsAll({ options }: LocatedBlock['block']): boolean {
  if (!isJsonRecord(options) || !isJsonRecord(options['webhook'])) return false;
  const { body } = options['webhook'];
  const isWhole = typeof body === 'string' && body.includes('{{state}}');
  return options['isCustomBody'] !== true || isWhole;
}

/** A block with code that sets variables. */
interface Setter {
  readonly place: LocatedBlock;
  /** How often it does, and the names that are written there. */
  readonly calls: number;
  readonly names: readonly string[];
}

function* settersIn({ nodes }: FlowGraph): Generator<undefined, readonly Setter[]> {
  const found: Setter[] = [];
  for (const [number, { place }] of nodes.entries()) {
    if (number % BLOCKS_A_STEP === 0) yield;
    const texts = [...textsIn(place.block)].filter((text) => text.includes(CALL));
    const calls = texts.reduce((count, text) => count + text.split(CALL).length - 1, 0);
    if (calls > 0)
      found.push({ place, calls, names: texts.flatMap((text) => [...namesSetIn(text)]) });
  }
  return found;
}

const CALL = 'setVariable(';

/** Values of code for variables that do not exist. */
function* lostValues({ place, names }: Setter, { flow }: FlowGraph): Generator<FoundIssue> {
  for (const name of new Set(names))
    if (!flow.variableNamed(name))
      yield { code: 'CODE_SETS_UNKNOWN_VARIABLE', place, about: `{{${name}}}` };
}

function* usesOf(one: UsedVariable, graph: FlowGraph, others: OtherUses): Generator<FoundIssue> {
  const [first] = one.places;
  const code = codeOf(one, graph, others);
  const place = first && graph.nodeAt(first.blockId)?.place;
  if (code) yield { code, place, path: first?.path, about: `{{${one.name}}}` };
}

function codeOf(
  { variableId, places }: UsedVariable,
  graph: FlowGraph,
  { isSetElsewhere, isReadElsewhere }: OtherUses,
): FoundIssue['code'] | undefined {
  const sets = places.filter(isSet);
  if (sets.length === 0) {
    if (startsWithValue(graph.flow, variableId) || isSetElsewhere) return undefined;
    return places.length === 0 ? 'VARIABLE_UNUSED' : 'VARIABLE_NEVER_SET';
  }
  // Answers are what a flow is for, though nothing reads them.
  const isKept = isReadElsewhere || sets.some(({ blockId }) => isAnswer(graph.nodeAt(blockId)));
  return sets.length === places.length && !isKept ? 'VARIABLE_NEVER_READ' : undefined;
}

function isSet({ use }: UsePlace): boolean {
  return use === 'SET';
}

function isAnswer(node: GraphNode | undefined): boolean {
  return node !== undefined && isInput(node);
}
