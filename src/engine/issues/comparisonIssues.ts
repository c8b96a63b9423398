import { compare } from '../conditions/comparison.js';
import { conditionSchema } from '../conditions/condition.js';
import { isPlain, NOTHING_AROUND, waysOf, type Term } from '../conditions/implied.js';
import { itemConditions } from '../conditions/itemConditions.js';
import { isJsonRecord, recordsIn, type JsonRecord } from '../documents/jsonRecord.js';
import type { LocatedBlock } from '../flow/flow.js';
import { startsWithValue } from './startsWithValue.js';
import { isOpenChoice } from './wayIssues.js';
import type { UsedVariable } from '../flow/variableUses.js';
import { namesIn } from '../text/names.js';
import { parseNumber } from '../values/parseNumber.js';
import { BLOCKS_A_STEP, type FlowGraph } from './flowGraph.js';
import type { Findings, FoundIssue } from './foundIssue.js';

/** What the values of a variable can be, where only questions fill it: texts of choices, numbers, or dates. */
type Domain = readonly string[] | 'number' | 'date';

/** Comparisons that no answer makes hold, because of the questions that fill the variable. */
export function* comparisonIssues(uses: readonly UsedVariable[], graph: FlowGraph): Findings {
  const domains = new Map<string, Domain>();
  for (const one of uses) {
    const domain = domainOf(one, graph);
    if (domain) domains.set(String(one.variableId), domain);
  }
  yield;
  for (const [number, { isReached, place }] of graph.nodes.entries()) {
    if (number % BLOCKS_A_STEP === 0) yield;
    if (isReached) yield* comparedIn(place, domains);
  }
}

/** The issues of the comparisons of a block. */
function* comparedIn(
  place: LocatedBlock,
  domains: ReadonlyMap<string, Domain>,
): Generator<FoundIssue> {
  let left = MOST_COMPARED;
  for (const { id, ...item } of recordsIn(place.block['items'])) {
    const itemId = String(id);
    for (const term of termsOf(item)) {
      const domain = domains.get(term.variableId) ?? [];
      left -= domain.length;
      const code = domain.length > 0 && left > 0 ? faultOf(term, domain) : undefined;
      if (code) yield { code, place, itemId, about: term.value };
    }
  }
}

/** Comparisons with choices in one block, at most. */
const MOST_COMPARED = 20_000;

/** The choices of a question that are looked at, at most. */
const MOST_CHOICES = 200;

function domainOf({ variableId, places }: UsedVariable, graph: FlowGraph): Domain | undefined {
  if (startsWithValue(graph.flow, variableId)) return undefined;
  const sets = places.filter(({ use }) => use === 'SET');
  const all = sets.map(({ blockId }) => answersOf(graph.nodeAt(blockId)?.place.block));
  const kinds = new Set(all.map((one) => (typeof one === 'object' ? 'choices' : one)));
  const [kind] = kinds;
  if (kinds.size !== 1 || kind === undefined) return undefined;
  if (kind !== 'choices') return kind;
  const choices = all.filter((one) => typeof one === 'object').flat();
  return choices.length <= MOST_CHOICES ? choices : undefined;
}

/** What a question can be answered with; undefined where anything is, or only a chat tells. */
function answersOf(block: LocatedBlock['block'] | undefined): Domain | undefined {
  const known = KINDS[String(block?.type)];
  if (!block || known === undefined || hasOption(block, 'isRange')) return undefined;
  if (known !== 'choices') return known;
  const choices = recordsIn(block['items']).map(contentOf);
  return !isOpenChoice(block) && choices.every(isWritten) ? choices : undefined;
}

function hasOption({ options }: LocatedBlock['block'], name: string): boolean {
  return isJsonRecord(options) && Boolean(options[name]);
}

const KINDS: Readonly<Partial<Record<string, 'number' | 'date' | 'choices'>>> = {
  'number input': 'number',
  'rating input': 'number',
  'date input': 'date',
  'choice input': 'choices',
};

function contentOf({ value, content }: JsonRecord): unknown {
  return value || content;
}

function isWritten(text: unknown): text is string {
  return typeof text === 'string' && namesIn(text).next().done === true;
}

/** All comparisons of an item: of its condition, and of the one under which it is offered. */
function* termsOf(item: JsonRecord): Generator<Term> {
  for (const one of itemConditions(item)) {
    const condition = conditionSchema.safeParse(one).data;
    if (condition) yield* waysOf(condition).flat();
  }
}

function faultOf(term: Term, domain: Domain): FoundIssue['code'] | undefined {
  if (!isPlain(term.value)) return undefined;
  if (IN_SIZE.has(term.operator))
    return isOfKind(term.value, domain) ? undefined : 'COMPARISON_OF_KINDS';
  return isEverMet(term, domain) ? undefined : 'COMPARISON_NEVER_MATCHES';
}

/** Whether a text can be compared in size with values of a domain; the length of choices may be meant. */
function isOfKind(value: string, domain: Domain): boolean {
  if (domain === 'number') return parseNumber(value) !== undefined;
  return domain !== 'date' || DATE.test(value.trim());
}

function isEverMet(term: Term, domain: Domain): boolean {
  if (typeof domain === 'object')
    return !FITTING.has(term.operator) || domain.some((text) => holdsFor(text, term));
  return domain !== 'number' || term.operator !== 'Equal to' || isOfKind(term.value, domain);
}

function holdsFor(text: string, { operator, value }: Term): boolean {
  return compare({ left: text, operator, right: value }, NOTHING_AROUND);
}

/** Operators that look for something in a text. */
const FITTING = new Set<string>(['Equal to', 'Contains', 'Starts with', 'Ends with']);

const IN_SIZE = new Set<string>([
  'Greater than',
  'Greater or equal to',
  'Less than',
  'Less or equal to',
]);

/** A date as people or programs write it; of a number alone only a moment in milliseconds is one. */
const DATE = /^(?:\d{1,4}[-/.]\d{1,2}(?:[-/. ]|$)|\d{12,}$)/;
