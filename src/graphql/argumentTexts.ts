import {
  getNamedType,
  isInputObjectType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { invalid } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';
import { isRecord } from './record.js';
import { RefusedInput } from './refusedInput.js';

/**
 * Makes a field check its arguments. It refuses an `input` that is a `RefusedInput`, and ids, cursors and other plain texts that are too
 * long or that PostgreSQL cannot store, also within input objects. Documents, names and messages are checked by their types.
 */
export function checkTexts(field: GraphQLField<unknown, unknown>): void {
  const { resolve, subscribe } = field;
  if (field.args.length === 0) return;
  if (resolve) {
    field.resolve = (root, args, ...rest) => resolve(root, checked(args, field), ...rest);
  }
  if (subscribe) {
    field.subscribe = (root, args, ...rest) => subscribe(root, checked(args, field), ...rest);
  }
}

function checked<Args extends object>(args: Args, field: GraphQLField<unknown, unknown>): Args {
  const { input }: { readonly input?: unknown } = args;
  if (input instanceof RefusedInput) throw invalid(input.issues);
  const issues = faultsIn(args, field.args);
  if (issues.length === 0) return args;
  // Paths of a mutation begin in its input.
  throw invalid(issues.map(({ path, message }) => ({ path: pathInInput(path), message })));
}

function pathInInput(path: Issue['path']): Issue['path'] {
  return path[0] === 'input' && path.length > 1 ? path.slice(1) : path;
}

/** The faults of arguments, or of the members of an input object. */
function faultsIn(sent: unknown, members: readonly Member[]): Issue[] {
  if (!isRecord(sent)) return [];
  return members.flatMap(({ name, type }) => {
    const value = sent[name];
    if (value === undefined || value === null) return [];
    const named = getNamedType(type);
    if (!isInputObjectType(named)) {
      const message = faultIn(value, named.name === 'ID');
      return message === undefined ? [] : [{ path: [name], message }];
    }
    const inner = membersOf(named);
    const entries = Array.isArray(value) ? value : undefined;
    const faults = (entries ?? [value]).flatMap((entry: unknown, at) =>
      faultsIn(entry, inner).map(({ path, message }) => ({
        path: [name, ...(entries ? [at] : []), ...path],
        message,
      })),
    );
    return faults;
  });
}

/** An argument, or a member of an input object. */
interface Member {
  readonly name: string;
  readonly type: GraphQLInputType;
}

const membersByType = new WeakMap<GraphQLInputObjectType, readonly Member[]>();

function membersOf(type: GraphQLInputObjectType): readonly Member[] {
  const members = membersByType.get(type) ?? Object.values(type.getFields());
  membersByType.set(type, members);
  return members;
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
