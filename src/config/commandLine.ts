import { existsSync } from 'node:fs';

const isClone = existsSync(new URL('../../scripts/run.mjs', import.meta.url));

/** The command line of a tool: `npm run user --` in a clone, `npx parley user` in an installed package. */
export function commandLine(name: 'token' | 'user'): string {
  return isClone ? `npm run ${name} --` : `npx parley ${name}`;
}
