import {
  getNamedType,
  isInputObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
} from 'graphql';
import { type Failure, invalid } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';
import { isRecord } from './record.js';
import { RefusedInput } from './refusedInput.js';

/**
 * Makes a field check its arguments. It refuses an `input` that is a `RefusedInput`, and ids, cursors and other plain texts that are too
 * long or that PostgreSQL cannot store, also within input objects. Documents, names and messages are checked by their types.
 */
export function checkTexts(field: GraphQLField<unknown, unknown>): void {
  const { resolve, subscribe, args } = field;
  if (args.length === 0) return;
  const members = membersOf(args);
  const checked =
    (run: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
    (root, sent: Sent, context, info) => {
      const { input } = sent;
      if (input instanceof RefusedInput) throw invalid(input.issues);
      const issues = faultsIn(sent, members);
      if (issues.length > 0) throw refusal(issues);
      return run(root, sent, context, info);
    };
  if (resolve) field.resolve = checked(resolve);
  if (subscribe) field.subscribe = checked(subscribe);
}

/** Paths of a mutation begin in its input. */
function refusal(issues: readonly Issue[]): Failure {
  const isInput = ({ path }: Issue) => path[0] === 'input' && path.length > 1;
  return invalid(issues.map((one) => (isInput(one) ? { ...one, path: one.path.slice(1) } : one)));
}

/** Arguments, or the members of an input object, by name. */
type Sent = Readonly<Record<string, unknown>>;

/** The types of arguments, or of the members of an input object, by name. */
type Members = ReadonlyMap<string, GraphQLNamedInputType>;

function membersOf(
  parts: readonly { readonly name: string; readonly type: GraphQLInputType }[],
): Members {
  return new Map(parts.map(({ name, type }) => [name, getNamedType(type)]));
}

/** The members of input objects, found once for each type, because messages to chats have input objects, too. */
const known = new WeakMap<GraphQLInputObjectType, Members>();

function findMembers(type: GraphQLInputObjectType): Members {
  const members = membersOf(Object.values(type.getFields()));
  known.set(type, members);
  return members;
}

/** The faults of arguments, or of the members of an input object; also within input objects, and lists of them. */
function faultsIn(sent: Sent, members: Members): Issue[] {
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(sent)) {
    const type = members.get(name);
    if (!isInputObjectType(type)) {
      const message = faultIn(value, type?.name === 'ID');
      if (message !== undefined) issues.push({ path: [name], message });
      continue;
    }
    const list: unknown[] = Array.isArray(value) ? value : [value];
    for (const [at, entry] of list.entries()) {
      const faults = isRecord(entry) ? faultsIn(entry, known.get(type) ?? findMembers(type)) : [];
      const place = list === value ? [name, at] : [name];
      issues.push(...faults.map((fault) => ({ ...fault, path: [...place, ...fault.path] })));
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
