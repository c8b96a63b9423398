import { isJsonRecord } from '../documents/jsonRecord.js';
import type { LocatedBlock } from '../flow/flow.js';
import { textsIn } from '../flow/references.js';
import type { UsedVariable, UsePlace } from '../flow/variableUses.js';
import { namesSetIn } from '../text/names.js';
import { isInput, type FlowGraph } from './flowGraph.js';
import type { Findings, FoundIssue } from './foundIssue.js';
import { startsWithValue } from './startsWithValue.js';
import { unsetWhereShown } from './unsetWhereShown.js';

/** What is wrong with what a flow does with its variables. */
export function* variableIssues(known: readonly UsedVariable[], graph: FlowGraph): Findings {
  yield* lostValues(graph);
  yield;
  const openness = opennessOf(graph.places);
  yield;
  for (const one of known) yield* usesOf(one, graph, openness);
  yield;
  if (!openness.isSetElsewhere) yield* unsetWhereShown(known, graph);
}

/** Whether something besides the places that are known sets or reads variables. */
interface Openness {
  readonly isSetElsewhere: boolean;
  readonly isReadElsewhere: boolean;
}

function opennessOf(places: readonly LocatedBlock[]): Openness {
  const isMerging = places.some(({ block: { type, options } }) => {
    const { botId, mergeResults } = isJsonRecord(options) ? options : {};
    return type === 'Bot link' && botId !== 'current' && mergeResults === true;
  });
  return {
    isSetElsewhere: isMerging || places.some(({ block }) => setsByComputedName(block)),
    isReadElsewhere: isMerging || places.some(({ block }) => sendsAll(block)),
  };
}

function setsByComputedName(block: LocatedBlock['block']): boolean {
  for (const text of textsIn(block)) {
    const calls = text.split('setVariable(').length - 1;
    if (calls > 0 && calls > [...namesSetIn(text)].length) return true;
  }
  return false;
}

/** Whether a block sends all variables to a service. */
function sendsAll({ options }: LocatedBlock['block']): boolean {
  if (!isJsonRecord(options) || !isJsonRecord(options['webhook'])) return false;
  const { body } = options['webhook'];
  const isWhole = typeof body === 'string' && body.includes('{{state}}');
  return options['isCustomBody'] !== true || isWhole;
}

/** Values of code for variables that do not exist. */
function* lostValues({ flow, places }: FlowGraph): Findings {
  for (const [number, place] of places.entries()) {
    if (number % BLOCKS_A_STEP === 0) yield;
    for (const name of new Set(setByCode(place.block)))
      if (!flow.variableNamed(name))
        yield { code: 'CODE_SETS_UNKNOWN_VARIABLE', place, about: `{{${name}}}` };
  }
}

function* setByCode(block: LocatedBlock['block']): Generator<string> {
  for (const text of textsIn(block)) if (text.includes('setVariable(')) yield* namesSetIn(text);
}

const BLOCKS_A_STEP = 500;

function* usesOf(
  { variableId, name, places }: UsedVariable,
  graph: FlowGraph,
  openness: Openness,
): Generator<FoundIssue> {
  const about = `{{${name}}}`;
  const hasValue = startsWithValue(graph.flow, variableId);
  const sets = places.filter(isSet);
  const [first] = places;
  const at = { place: placeOf(first, graph), path: first?.path };
  if (!first && !hasValue) yield { code: 'VARIABLE_UNUSED', about };
  else if (sets.length === 0 && !hasValue && !openness.isSetElsewhere)
    yield { code: 'VARIABLE_NEVER_SET', ...at, about };
  else if (sets.length === places.length && !openness.isReadElsewhere)
    // Answers are what a flow is for, though nothing reads them.
    if (!sets.some((one) => isAnswer(placeOf(one, graph))))
      yield { code: 'VARIABLE_NEVER_READ', ...at, about };
}

function isSet({ use }: UsePlace): boolean {
  return use === 'SET';
}

function isAnswer(place: LocatedBlock | undefined): boolean {
  return place !== undefined && isInput(place.block);
}

function placeOf(use: UsePlace | undefined, { flow }: FlowGraph): LocatedBlock | undefined {
  return typeof use?.blockId === 'string' ? flow.block(use.blockId) : undefined;
}
