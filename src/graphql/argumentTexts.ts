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

function isSent(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null;
}

/** The types of arguments, or of the members of an input object, by name. */
type Members = ReadonlyMap<string, GraphQLNamedInputType>;

function membersOf(
  parts: readonly { readonly name: string; readonly type: GraphQLInputType }[],
): Members {
  return new Map(parts.map(({ name, type }) => [name, getNamedType(type)]));
}

/** Found once for each type, because messages to chats have input objects, too. */
const known = new WeakMap<GraphQLInputObjectType, Members>();

function membersWithin(type: GraphQLInputObjectType): Members {
  const before = known.get(type);
  if (before) return before;
  const members = membersOf(Object.values(type.getFields()));
  known.set(type, members);
  return members;
}

/** The faults of arguments, or of the members of an input object. */
function faultsIn(sent: Sent, members: Members): Issue[] {
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(sent)) {
    const type = members.get(name);
    if (isInputObjectType(type)) {
      issues.push(...faultsWithin(value, type, [name]));
      continue;
    }
    const message = faultIn(value, type?.name === 'ID');
    if (message !== undefined) issues.push({ path: [name], message });
  }
  return issues;
}

/** The faults of an input object, or of a list of them, at a place. */
function faultsWithin(value: unknown, type: GraphQLInputObjectType, place: Issue['path']): Issue[] {
  if (Array.isArray(value))
    return value.flatMap((entry, at) => faultsWithin(entry, type, [...place, at]));
  if (!isSent(value)) return [];
  const issues = faultsIn(value, membersWithin(type));
  return issues.map(({ path, message }) => ({ path: [...place, ...path], message }));
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
