import type { BlockContext } from '../blocks/kind/block.js';
import { fillDeep } from '../text/fillDeep.js';
import type { ScriptArg } from './effect.js';
import type { Env } from './env.js';
import type { Flow } from '../flow/flow.js';
import { argsOf, bodyOf, withIdentifiers, type Scope } from '../scripts/script.js';
import type { Evaluated, Frame, SessionSettings } from './session.js';
import { fillTemplate, piecesOf, type Filled } from '../text/template.js';
import { languageIn } from '../translations/inLanguage.js';
import type { Value } from '../values/value.js';
import type { Budget } from './budget.js';
import { filledVariable, valueOf } from './variables.js';

/** The parts a block context is made from. */
export interface ContextParts {
  readonly env: Env;
  readonly flow: Flow;
  readonly frame: Frame;
  readonly settings: SessionSettings;
  readonly transcript: string;
  readonly evaluated: readonly Evaluated[];
  readonly budget: Budget;
}

/** A block context, with the expressions the block needed whose values are not known yet. */
export interface ContextView {
  readonly context: BlockContext;
  readonly unknown: Set<string>;
  /** What those expressions can read besides variables, by identifier. */
  readonly bound: Map<string, ScriptArg>;
  /** What the block filled into its texts. */
  readonly filled: Filled;
}

/**
 * Makes the context of a block. When `unknown` is not empty after the call, its result is void: evaluate the
 * expressions and call again.
 */
export function openBlockContext({ evaluated, budget, ...around }: ContextParts): ContextView {
  const { charge } = budget;
  const known = new Map(evaluated.map(({ code, answer }) => [code, answer]));
  const unknown = new Set<string>();
  const bound = new Map<string, ScriptArg>();
  const evaluate: BlockContext['evaluate'] = (body, args = []) => {
    const answer = known.get(body);
    args.forEach((arg) => bound.set(arg.id, arg));
    if (!answer) unknown.add(body);
    return answer ?? { ok: true, value: '' };
  };
  const filled: Filled = { length: 0 };
  const { flow } = around;
  const source = {
    filled,
    charge,
    language: flow.language ?? (flow.definition.translations && languageIn(flow, undefined)),
    valueNamed: (name: string) => valueNamed(around.frame, name),
    runInline: (code: string) => {
      charge(code.length + INLINE_STEPS);
      return evaluate(bodyOf(code, around));
    },
  };
  const text = (template: string) => fillTemplate(template, source);
  const context: BlockContext = {
    ...around,
    charge,
    value: (variableId) => valueOf(around.frame, variableId),
    valueNamed: source.valueNamed,
    text,
    pieces: (template) => piecesOf(template, source),
    deep: (document) => fillDeep(document, { fill: text, charge }),
    evaluate,
    ...scriptsIn(around, budget),
  };
  return { context, unknown, bound, filled };
}

/** The steps it takes to look up the value of inline code, besides reading it. */
const INLINE_STEPS = 24;

function scriptsIn(
  scope: Scope,
  { charge }: Budget,
): Pick<BlockContext, 'script' | 'clientScript'> {
  const chargeFor = (code: string) => charge(code.length + scope.frame.variables.length);
  return {
    script: (code) => {
      chargeFor(code);
      const body = bodyOf(code, scope);
      return { code: body, args: argsOf([body], scope) };
    },
    clientScript: (code) => {
      chargeFor(code);
      const content = withIdentifiers(code, scope);
      return { content, args: argsOf([content], scope) };
    },
  };
}

function valueNamed(frame: Frame, name: string): Value {
  return filledVariable(frame.variables, name)?.value ?? null;
}
