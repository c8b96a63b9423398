import type { GraphQLField } from 'graphql';
import { invalid } from './errors.js';

/**
 * Makes a field refuse ids, cursors and other plain texts among its arguments that are too long or hold the NUL character,
 * which PostgreSQL cannot store. Documents, names and messages are checked by their own types.
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

/** In characters, of a text or of all texts of a list. Documents may be longer, but they are objects. */
const MAX_TEXT = 250_000;

function faultIn(value: unknown): string | undefined {
  const texts = [value].flat().filter((one) => typeof one === 'string');
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_TEXT) return `May not be longer than ${MAX_TEXT} characters`;
  return texts.some((text) => text.includes('\0'))
    ? 'May not contain the NUL character'
    : undefined;
}
