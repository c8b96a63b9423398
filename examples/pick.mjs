// Prints one value of the JSON on standard input: node pick.mjs bot.id
// If it is not there, what was read says why, such as the message of a failure: that is printed as an error instead.
import { readFileSync } from 'node:fs';

const path = process.argv[2] ?? '';
const text = readFileSync(0, 'utf8').trim();
let value = parsed();
for (const name of path.split('.')) value = value?.[name];
if (value === undefined) {
  console.error(`There is no ${path} in what was read: ${text || 'it is empty'}`);
  process.exit(1);
}
console.log(value);

function parsed() {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
