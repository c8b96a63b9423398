import { filesOfRepository } from './repository.js';

const resolvers = filesOfRepository().filter((file) => file.startsWith('src/resolvers/'));

/** The file in which the row of an operation of the schema belongs, for messages that say where to edit. */
export function rowFileOf(operation: string): string {
  const noun = resolvers
    .find((file) => file.endsWith(`/${operation}.ts`))
    ?.split('/')
    .at(-2);
  return noun === undefined || noun === 'resolvers'
    ? 'a file in test/operations/rows/'
    : `test/operations/rows/${noun}.ts`;
}
