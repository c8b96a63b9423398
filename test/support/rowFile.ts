import type { Route } from '../../src/rest/route.js';
import { filesOfRepository, textOf } from './repository.js';

const resolvers = filesOfRepository().filter((file) => file.startsWith('src/resolvers/'));

/** The file for the row of an operation of the schema, for messages that say what to edit. */
export function rowFileOf(operation: string): string {
  const noun = resolvers
    .find((file) => file.endsWith(`/${operation}.ts`))
    ?.split('/')
    .at(-2);
  return noun === undefined || noun === 'resolvers'
    ? 'a file in test/operations/rows/'
    : `test/operations/rows/${noun}.ts`;
}

/** The file that has the row of an endpoint, for messages that say what to edit. */
export function routeFileOf({ summary }: Route): string {
  const files = filesOfRepository().filter((file) => file.startsWith('src/rest/routes/'));
  return files.find((file) => textOf(file).includes(summary)) ?? 'src/rest/routes/';
}
