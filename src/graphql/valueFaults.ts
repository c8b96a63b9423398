import { GraphQLError } from 'graphql';
import { Failure } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';

type Path = Issue['path'];

/** The faults of a value that graphql-js or a scalar refused, in words without terms of schemas. */
export function faultsAt(path: Path, error: GraphQLError): Issue[] {
  const issues = failureOf(error)?.issues;
  if (issues) return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  const words = error.message.split('; ').at(-1) ?? '';
  const [, missing] = /^Field "(\w+)" of required type/.exec(words) ?? [];
  if (missing !== undefined) return [{ path: [...path, missing], message: 'Required' }];
  const [, unknown] = /^Field "(\w+)" is not defined by type/.exec(words) ?? [];
  if (unknown !== undefined) return [{ path: [...path, unknown], message: words }];
  const [, ours] = plainWords.find(([theirs]) => theirs.test(words)) ?? [];
  return [{ path, message: ours ?? words }];
}

/** The failure from which an error was made; undefined if there is none. */
export function failureOf(error: Error): Failure | undefined {
  let cause: unknown = error;
  while (cause instanceof Error) {
    if (cause instanceof Failure) return cause;
    cause = cause instanceof GraphQLError ? cause.originalError : undefined;
  }
  return undefined;
}

/** Messages of graphql-js about values, and their replacements. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [/ was not provided/, 'Required'],
  [/^Expected non-nullable type | must not be null\.$/, 'Cannot be null'],
  [/^Boolean cannot represent /, 'Must be true or false'],
  [/^(String|ID) cannot represent /, 'Must be text'],
  [/^(Int|Float) cannot represent /, 'Must be a number'],
];
