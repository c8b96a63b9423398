import { filesOfRepository } from './repository.js';

/** The file in which the row of an operation of the schema belongs, for messages that say where to edit. */
export function rowFileOf(operation: string): string {
  const resolver = filesOfRepository().find(
    (file) => file.startsWith('src/resolvers/') && file.endsWith(`/${operation}.ts`),
  );
  const noun = resolver?.split('/').at(-2);
  return noun === undefined || noun === 'resolvers'
    ? 'a file in test/operations/rows/'
    : `test/operations/rows/${noun}.ts`;
}
