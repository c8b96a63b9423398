import type { GraphQLField } from 'graphql';
import { invalid } from './errors.js';

/**
 * Has the texts among the arguments of a field checked. PostgreSQL holds no NUL in text, so an id or a cursor with one names
 * nothing, and none is a megabyte long. Documents, names and messages are checked by their own types.
 */
export function checkTexts(field: GraphQLField<unknown, unknown>): void {
  const { resolve, subscribe } = field;
  if (field.args.length === 0) return;
  if (resolve) {
    field.resolve = (root, args, ...rest) => resolve(root, checked(args), ...rest);
  }
  if (subscribe) {
    field.subscribe = (root, args, ...rest) => subscribe(root, checked(args), ...rest);
  }
}

function checked<Args extends object>(args: Args): Args {
  const sent = { ...args, ...Object(Reflect.get(args, 'input')) };
  const issues = Object.entries(sent).flatMap(([name, value]) => {
    const message = faultIn(value);
    return message === undefined ? [] : [{ path: [name], message }];
  });
  if (issues.length === 0) return args;
  throw invalid(issues);
}

/** No text that is an argument of its own is longer, nor a list of them in all; documents, which are, are objects. */
const MAX_TEXT = 250_000;

function faultIn(value: unknown): string | undefined {
  const texts = [value].flat().filter((one) => typeof one === 'string');
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_TEXT) return `May not be longer than ${MAX_TEXT} characters`;
  return texts.some((text) => text.includes('\0'))
    ? 'May not contain the NUL character'
    : undefined;
}
