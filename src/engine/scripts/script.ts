import type { ScriptArg } from '../interpreter/effect.js';
import type { Flow, FlowDefinition } from '../flow/flow.js';
import { guessType } from '../values/guessType.js';
import { filledVariable } from '../interpreter/variables.js';
import { oncePer } from '../documents/oncePer.js';
import type { Frame } from '../interpreter/session.js';
import { replaceNames } from '../text/names.js';

/** The flow and frame whose variables user code may use. */
export interface Scope {
  readonly flow: Flow;
  readonly frame: Frame;
}

/**
 * User code as the body of a function: each `{{name}}` becomes an identifier, an unknown one disappears, and `return`
 * is put in front unless the code has one.
 */
export function bodyOf(code: string, scope: Scope): string {
  const body = withIdentifiers(code, scope);
  return returning(body);
}

/** Whether an author wrote code as the body of a function, with a `return` of its own. */
export function isBody(code: string): boolean {
  return code.includes('return ');
}

/**
 * Code as the body of a function: `return` is put in front unless the code has one. In that case the same code also
 * goes into a strict function that is parsed but never called, so that code such as `82510-070`, a sum with an octal
 * number, does not parse (docs/adr/0001-pure-engine.md).
 */
export function returning(code: string): string {
  if (isBody(code)) return code;
  const body = `return ${code.trim()}`;
  return `void async function () { "use strict"; ${body}\n}; ${body}`;
}

/** User code in which each `{{name}}` became an identifier. */
export function withIdentifiers(code: string, scope: Scope): string {
  return replaceNames(code, (name) => identifierNamed(name, scope));
}

/** The variables that some code mentions, by identifier, in the order of the flow, with their guessed types. */
export function argsOf(bodies: readonly string[], { flow, frame }: Scope): ScriptArg[] {
  const { byIdentifier } = identifiersOf(flow.definition.variables);
  const states = new Map(frame.variables.map((state) => [state.id, state]));
  const mentioned = new Map<string, Identified>();
  for (const body of bodies) {
    for (const [word] of body.matchAll(WORD)) {
      const variable = byIdentifier.get(word);
      if (variable) mentioned.set(word, variable);
    }
  }
  return [...mentioned]
    .sort(([, one], [, other]) => one.index - other.index)
    .map(([identifier, { id }]) => {
      const state = states.get(id);
      const value = state && guessType(state.value);
      return value === undefined ? { id: identifier } : { id: identifier, value };
    });
}

function identifierNamed(name: string, { flow, frame }: Scope): string {
  const filled = filledVariable(frame.variables, name);
  const id = filled?.id ?? flow.variableNamed(name)?.id;
  return (id !== undefined && identifiersOf(flow.definition.variables).byId.get(id)) || '';
}

/** A variable and its index in the list. */
interface Identified {
  readonly id: string;
  readonly index: number;
}

/** The identifiers of a flow's variables in user code; of several with one id or identifier the first one counts. */
const identifiersOf = oncePer((variables: FlowDefinition['variables']) => {
  const byId = new Map<string, string>();
  const byIdentifier = new Map<string, Identified>();
  for (const [index, { id }] of variables.entries()) {
    const identifier = identifierOf(id, index);
    if (!byId.has(id)) byId.set(id, identifier);
    if (!byIdentifier.has(identifier)) byIdentifier.set(identifier, { id, index });
  }
  return { byId, byIdentifier };
});

/**
 * An id that cannot be an identifier is replaced by its index in the list; `$` keeps such names distinct from all ids.
 */
function identifierOf(id: string, index: number): string {
  return IDENTIFIER.test(id) && !RESERVED.has(id) ? id : `$${index}`;
}

const IDENTIFIER = /^[A-Za-z_][\w$]*$/;
const WORD = /[A-Za-z_$][\w$]*/g;
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);
