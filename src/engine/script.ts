import type { ScriptArg } from './effect.js';
import type { Flow } from './flow.js';
import { guessType } from './guessType.js';
import type { Frame } from './session.js';
import { replaceNames } from './template.js';

/** Where user code finds its variables. */
export interface Scope {
  readonly flow: Flow;
  readonly frame: Frame;
}

/**
 * User code as the body of a function: each `{{name}}` becomes an identifier (engine §5.2), an unknown one vanishes,
 * and `return` is put in front unless the code has its own.
 */
export function bodyOf(code: string, scope: Scope): string {
  const body = withIdentifiers(code, scope);
  return returning(body);
}

/** Whether an author wrote code as the body of a function: it has a `return` of its own. */
export function isBody(code: string): boolean {
  return code.includes('return ');
}

/**
 * Code as the body of a function: `return` is put in front unless the code has its own. What we made a body of is to be
 * well-formed in strict mode too, so that `82510-070` is no sum with an octal number: a function that is only parsed, never
 * called, sees to that.
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

/** The variables some code mentions, by identifier, with their guessed types. */
export function argsOf(bodies: readonly string[], { flow, frame }: Scope): ScriptArg[] {
  const states = new Map(frame.variables.map((state) => [state.id, state]));
  const args = new Map<string, ScriptArg>();
  for (const [index, { id }] of flow.definition.variables.entries()) {
    const identifier = identifierOf(id, index);
    const state = states.get(id);
    const value = state && guessType(state.value);
    const isMentioned = bodies.some((body) => body.includes(identifier));
    if (isMentioned && !args.has(identifier)) {
      args.set(identifier, value === undefined ? { id: identifier } : { id: identifier, value });
    }
  }
  return [...args.values()];
}

function identifierNamed(name: string, { flow, frame }: Scope): string {
  const filled = frame.variables.find((state) => state.name === name && state.value !== null);
  const id = filled?.id ?? flow.variableNamed(name)?.id;
  const index = flow.definition.variables.findIndex((variable) => variable.id === id);
  const variable = flow.definition.variables[index];
  return variable ? identifierOf(variable.id, index) : '';
}

/** An id that cannot be an identifier is bound under its place in the list; `$` keeps such names apart from all ids. */
function identifierOf(id: string, index: number): string {
  return IDENTIFIER.test(id) && !RESERVED.has(id) ? id : `$${index}`;
}

const IDENTIFIER = /^[A-Za-z_][\w$]*$/;
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);
