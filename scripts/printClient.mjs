// `npm run schema`: prints the files of packages/client that follow from docs/schema.graphql: the typed operations of
// examples/dashboard, and the options of caches and code generators. With --check it only names the files that are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { CACHES, printCaches } from './caches.mjs';
import { OPERATIONS, printOperations } from './operations.mjs';
import { atRoot } from './root.mjs';
import { SCALARS, printScalars } from './scalars.mjs';

const schema = readFileSync(atRoot('docs/schema.graphql'), 'utf8');

for (const [file, printed] of [
  [OPERATIONS, await printOperations(schema)],
  [CACHES, printCaches(schema)],
  [SCALARS, printScalars(schema)],
]) {
  const style = await resolveConfig(atRoot(file));
  const text = await format(printed, { ...style, parser: 'typescript' });
  if (!process.argv.includes('--check')) writeFileSync(atRoot(file), text);
  else if (readFileSync(atRoot(file), 'utf8') !== text) {
    console.error(`${file} is out of date: npm run schema`);
    process.exitCode = 1;
  }
}
