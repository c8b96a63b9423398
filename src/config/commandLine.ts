import { existsSync } from 'node:fs';

const isClone = existsSync(new URL('../../scripts/run.mjs', import.meta.url));

/** How a command beside the server is written, such as `npm run user --`; where the package is installed, `npx parley user`. */
export function commandLine(name: 'token' | 'user'): string {
  return isClone ? `npm run ${name} --` : `npx parley ${name}`;
}
