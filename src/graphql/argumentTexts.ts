import { getNamedType, isInputObjectType, type GraphQLField, type GraphQLInputType } from 'graphql';
import { type Failure, invalid } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';
import { RefusedInput } from './refusedInput.js';

/**
 * Makes a field check its arguments. It refuses an `input` that is a `RefusedInput`, and ids, cursors and other plain texts that are too
 * long or that PostgreSQL cannot store, also within input objects. Documents, names and messages are checked by their types.
 */
export function checkTexts(field: GraphQLField<unknown, unknown>): void {
  const { resolve, subscribe, args: members } = field;
  if (members.length === 0) return;
  if (resolve) {
    field.resolve = (root, args: Sent, ...rest) => {
      if (args.input instanceof RefusedInput) throw invalid(args.input.issues);
      const issues = faultsIn(args, members);
      if (issues.length > 0) throw refusal(issues);
      return resolve(root, args, ...rest);
    };
  }
  if (subscribe) {
    field.subscribe = (root, args: Sent, ...rest) => {
      const issues = faultsIn(args, members);
      if (issues.length > 0) throw refusal(issues);
      return subscribe(root, args, ...rest);
    };
  }
}

/** The arguments of a field. */
interface Sent {
  readonly input?: unknown;
}

/** Paths of a mutation begin in its input. */
function refusal(issues: readonly Issue[]): Failure {
  const isInput = ({ path }: Issue) => path[0] === 'input' && path.length > 1;
  return invalid(issues.map((one) => (isInput(one) ? { ...one, path: one.path.slice(1) } : one)));
}

/** An argument, or a member of an input object. */
interface Member {
  readonly name: string;
  readonly type: GraphQLInputType;
}

/** The faults of arguments, or of the members of an input object. */
function faultsIn(sent: object, members: readonly Member[]): Issue[] {
  const issues: Issue[] = [];
  const values = new Map<string, unknown>(Object.entries(sent));
  for (const { name, type } of members) {
    const value = values.get(name);
    const named = getNamedType(type);
    if (!isInputObjectType(named)) {
      const message = faultIn(value, named.name === 'ID');
      if (message !== undefined) issues.push({ path: [name], message });
      continue;
    }
    const inner = Object.values(named.getFields());
    const entries: unknown[] = Array.isArray(value) ? value : [value];
    for (const [at, entry] of entries.entries()) {
      const place = entries === value ? [name, at] : [name];
      if (typeof entry !== 'object' || entry === null) continue;
      for (const { path, message } of faultsIn(entry, inner))
        issues.push({ path: [...place, ...path], message });
    }
  }
  return issues;
}

/** In characters: of a text, or of all texts of a list together. Documents may be longer, but they are objects. */
const MAX_TEXT = 250_000;

/** In characters: longer than any id. */
const MAX_ID = 2_000;

function faultIn(value: unknown, isId: boolean): string | undefined {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  let length = 0;
  for (const text of texts) {
    if (typeof text !== 'string') continue;
    length += text.length;
    if (isId && text.length > MAX_ID) return tooLong(MAX_ID);
    if (length > MAX_TEXT) return tooLong(MAX_TEXT);
    if (text.includes('\0')) return 'May not contain the NUL character';
    if (isId && !text.isWellFormed()) return 'May not contain half a surrogate pair';
  }
  return undefined;
}

function tooLong(most: number): string {
  return `May not be longer than ${most} characters`;
}
