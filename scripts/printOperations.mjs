// `npm run schema`: prints what packages/client has of docs/schema.graphql: the typed operations of examples/dashboard, and
// what caches must know. With --check it only says which file is not what it would print.
import { readFileSync, writeFileSync } from 'node:fs';
import { CACHES, OPERATIONS, printCaches, printOperations } from './operations.mjs';
import { atRoot } from './root.mjs';

for (const [file, text] of [
  [OPERATIONS, await printOperations()],
  [CACHES, await printCaches()],
]) {
  if (!process.argv.includes('--check')) writeFileSync(atRoot(file), text);
  else if (readFileSync(atRoot(file), 'utf8') !== text) {
    console.error(`${file} is out of date: npm run schema`);
    process.exitCode = 1;
  }
}
