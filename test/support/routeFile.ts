import type { Route } from '../../src/rest/route.js';
import { filesOfRepository, textOf } from './repository.js';

/** The file that holds the row of an endpoint, for messages that say where to edit. */
export function routeFileOf({ summary }: Route): string {
  const files = filesOfRepository().filter((file) => file.startsWith('src/rest/routes/'));
  return files.find((file) => textOf(file).includes(summary)) ?? 'src/rest/routes/';
}
