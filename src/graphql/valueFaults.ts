import { GraphQLError } from 'graphql';
import { Failure } from '../errors/errors.js';
import type { Issue } from '../checks/issue.js';

type Path = Issue['path'];

/** The faults of a value at a path that graphql-js or a scalar refused, in words for those who never saw a schema. */
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

/** The failure that an error was made from, where there is one. */
export function failureOf(error: Error): Failure | undefined {
  let cause: unknown = error;
  while (cause instanceof Error) {
    if (cause instanceof Failure) return cause;
    cause = cause instanceof GraphQLError ? cause.originalError : undefined;
  }
  return undefined;
}

/** What graphql-js says of values, and what says the same in plain words. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [/ was not provided/, 'Required'],
  [/^Expected non-nullable type | must not be null\.$/, 'Cannot be null'],
  [/^Boolean cannot represent /, 'Must be true or false'],
  [/^(String|ID) cannot represent /, 'Must be text'],
  [/^(Int|Float) cannot represent /, 'Must be a number'],
];
