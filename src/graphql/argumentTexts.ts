import { getNamedType, isInputObjectType, type GraphQLField } from 'graphql';
import { invalid } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';
import { isRecord } from './record.js';
import { RefusedInput } from './refusedInput.js';

/**
 * Makes a field check its arguments. It refuses an `input` that is a `RefusedInput`, and ids, cursors and other plain texts that are too
 * long or contain NUL, which PostgreSQL cannot store. Documents, names and messages are checked by their types.
 */
export function checkTexts(field: GraphQLField<unknown, unknown>): void {
  const { resolve, subscribe } = field;
  if (field.args.length === 0) return;
  const ids = idsAmong(field);
  if (resolve) {
    field.resolve = (root, args, ...rest) => resolve(root, checked(args, ids), ...rest);
  }
  if (subscribe) {
    field.subscribe = (root, args, ...rest) => subscribe(root, checked(args, ids), ...rest);
  }
}

/** The names of the arguments and of the members of `input` that are ids. */
function idsAmong({ args }: GraphQLField<unknown, unknown>): ReadonlySet<string> {
  const inputs = args
    .map(({ type }) => getNamedType(type))
    .filter((type) => isInputObjectType(type));
  const members = inputs.flatMap((input) => Object.values(input.getFields()));
  const ids = [...args, ...members].filter(({ type }) => getNamedType(type).name === 'ID');
  return new Set(ids.map(({ name }) => name));
}

function checked<Args extends object>(args: Args, ids: ReadonlySet<string>): Args {
  const issues: Issue[] = [];
  const { input }: { readonly input?: unknown } = args;
  if (input instanceof RefusedInput) throw invalid(input.issues);
  for (const part of [args, input].filter(isRecord)) {
    for (const name of Object.keys(part)) {
      const message = faultIn(part[name], ids.has(name));
      if (message !== undefined) issues.push({ path: [name], message });
    }
  }
  if (issues.length === 0) return args;
  throw invalid(issues);
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
  }
  return undefined;
}

function tooLong(most: number): string {
  return `May not be longer than ${most} characters`;
}
