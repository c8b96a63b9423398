// Prints one value of the JSON on standard input: node pick.mjs bot.id
import { readFileSync } from 'node:fs';

const path = process.argv[2] ?? '';
let value = JSON.parse(readFileSync(0, 'utf8'));
for (const name of path.split('.')) value = value?.[name];
if (value === undefined) {
  console.error(`There is no ${path} in what was read`);
  process.exit(1);
}
console.log(value);
