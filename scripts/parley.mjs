#!/usr/bin/env node
// The command `parley` of the installed package, such as `npx parley start`; scripts/package.mjs copies this file into it. It runs
// the same programs as the npm scripts of these names in a clone, in this process, so that signals reach them.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The commands, each with its file of the bundle. */
const programs = {
  start: 'main',
  migrate: 'migrate',
  token: 'token',
  user: 'user',
  'rotate-secrets': 'rotateSecrets',
};

const USAGE = `npx parley start            serves, with its data in ./data unless DATA_DIR says otherwise
npx parley migrate          brings the database up to date without serving
npx parley token            creates, lists and revokes tokens
npx parley user             prints links to sign in, and manages how people do
npx parley rotate-secrets   encrypts credentials with the newest SECRET_KEY
npx parley test             runs written tests of a bot that are kept in files
npx parley settings         prints all settings, as a file .env may have them`;

const [name = '', ...args] = process.argv.slice(2);
if (name === 'settings') {
  process.stdout.write(readFileSync(here('.env.example'), 'utf8'));
} else if (name === 'test') {
  process.argv = [process.execPath, 'parley test', ...args];
  await import(new URL('examples/runTests.mjs', import.meta.url));
} else if (Object.hasOwn(programs, name)) {
  await run(name, here(`bundle/${programs[name]}.js`));
} else {
  console.error(USAGE);
  process.exitCode = 2;
}

async function run(command, file) {
  // Also for the processes of a cluster. If the folder is not writable, Node works without the cache.
  process.env.NODE_COMPILE_CACHE ??= here('.cache');
  module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
  if (command !== 'start') process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, file, ...args];
  await import(new URL(`bundle/${programs[command]}.js`, import.meta.url));
}
