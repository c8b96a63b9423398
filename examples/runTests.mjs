// Runs written tests of a bot that are kept in files: node runTests.mjs <file or folder of JSON files> <bot id> [version id], or
// npx parley test in a folder where the package is installed.
// PARLEY is the address of the server, TOKEN a token whose scope is TESTS_RUN or a larger one. Exits with 1 if a test does not pass,
// and with 2 if the tests could not be run. It needs nothing but Node, so that a pipeline can have a copy of it.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const [place = '', botId = '', versionId] = process.argv.slice(2);
if (!place || !botId)
  fail('Say which tests, and of which bot: <file or folder> <bot id> [version id]');

const files = filesIn(place);
const tests = files.map((file) => readTest(file));
const { PARLEY = 'http://127.0.0.1:3000', TOKEN = '' } = process.env;
const response = await globalThis
  .fetch(`${PARLEY}/api/v1/bots/${botId}/testRuns`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ versionId, tests }),
  })
  .catch((error) => fail(`${PARLEY} cannot be reached: ${error.cause?.message ?? error.message}`));
const text = await response.text();
if (!response.ok) fail(`The server refused (${response.status}): ${withFiles(text)}`);

const { run } = JSON.parse(text);
for (const { name, outcome, step, message, diff, transcript } of run.results) {
  print(`${outcome.toLowerCase().replace('_', ' ')}: ${name}`);
  if (outcome !== 'FAILED') continue;
  for (const line of transcript) print(`    ${line}`);
  print(`  step ${step}: ${message}`);
  for (const line of diff) print(`    ${line}`);
}
const { groups, edges } = run.coverage;
console.log(
  `${run.passed} of ${tests.length} passed; groups ${groups.covered}/${groups.total}, edges ${edges.covered}/${edges.total}`,
);
process.exitCode = run.failed + run.notRun > 0 ? 1 : 0;

function filesIn(path) {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => name.endsWith('.json'));
    return names.length > 0
      ? names.sort().map((name) => join(path, name))
      : fail(`${path} has no tests`);
  } catch (error) {
    return fail(error.message);
  }
}

function readTest(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(`${file}: ${error.message}`);
  }
}

// A message of the server with files in place of the numbers of tests.
function withFiles(message) {
  return message.replace(/\btests(?:\.|\[|",)(\d+)\]?/g, (whole, index) => files[index] ?? whole);
}

// What a bot says may hold characters by which a terminal does something.
function print(line) {
  console.log(escaped(line));
}

function escaped(text) {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function fail(message) {
  console.error(escaped(message));
  process.exit(2);
}
