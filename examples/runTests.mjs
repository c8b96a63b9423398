// Runs written tests of a bot that are kept in files: node runTests.mjs <file or folder> <bot id>, or npx parley test in a folder where
// the package is installed. Files are JSON or YAML with a test in each.
//   --version <id>   runs them on this version in place of the draft
//   --junit <file>   also writes how they went for tools that show results of tests
//   --store          stores them with the bot in place of running them, each by its name
//   --delete-others  deletes tests of the bot that have other names when it stores
//   --fetch          writes those that are stored with the bot into the folder, as YAML
// PARLEY is the address of the server, TOKEN a token: its scope is TESTS_RUN, or one that may change bots for --store. Exits with 1 if a test
// does not pass, and with 2 if they could not be run. It needs nothing but Node, so that a pipeline can have a copy of it.
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE =
  'Say which tests, and of which bot: <file or folder> <bot id> [--version <id>] [--junit <file>] [--store [--delete-others]] [--fetch]';
const { place, botId, options } = readArguments();
const { TOKEN = '' } = process.env;
const PARLEY = (process.env.PARLEY ?? 'http://127.0.0.1:3000').replace(/\/+$/, '');

if (options.fetch) {
  const { files: stored } = await call('GET', 'testFiles');
  writeFiles(stored);
} else {
  const sent = { files: filesIn(place).map(readTest) };
  if (options.store) {
    const { tests } = await call('PUT', 'tests', {
      ...sent,
      deletesOthers: options['delete-others'],
    });
    console.log(`${tests.length} tests are stored with the bot`);
  } else {
    const { run } = await call('POST', 'testRuns', { ...sent, versionId: options.version });
    // An older server does not know files, and runs what is stored.
    if (run.results.length !== sent.files.length) fail('The server did not run these tests');
    report(run);
  }
}

function report(run) {
  for (const result of run.results) {
    print(`${result.outcome.toLowerCase().replace('_', ' ')}: ${result.name}`);
    if (result.outcome !== 'FAILED') continue;
    for (const line of detailsOf(result)) print(`  ${line}`);
  }
  const { groups, edges } = run.coverage;
  console.log(
    `${run.passed} of ${run.results.length} passed; groups ${groups.covered}/${groups.total}, edges ${edges.covered}/${edges.total}`,
  );
  if (options.junit !== undefined) write(options.junit, junitOf(run));
  process.exitCode = run.failed + run.notRun > 0 ? 1 : 0;
}

/** The conversation so far, what went another way, and the difference. */
function detailsOf({ step, message, diff, transcript }) {
  const indented = (lines) => lines.map((line) => `  ${line}`);
  return [...indented(transcript), `step ${step}: ${message}`, ...indented(diff)];
}

function junitOf({ results, failed, notRun }) {
  const counts = `tests="${results.length}" failures="${failed}" skipped="${notRun}"`;
  const cases = results.map((result) => {
    const open = `    <testcase classname="${xml(botId)}" name="${xml(result.name)}"`;
    if (result.outcome === 'PASSED') return `${open}/>`;
    if (result.outcome === 'NOT_RUN') return `${open}><skipped/></testcase>`;
    const details = xml(detailsOf(result).join('\n'));
    return `${open}><failure message="${xml(result.message)}">${details}</failure></testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${xml(botId)}" ${counts}>
${cases.join('\n')}
  </testsuite>
</testsuites>
`;
}

/** A text for XML, which has no characters for controls and half surrogates. */
function xml(text) {
  const names = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };
  return text
    .toWellFormed()
    .replace(/[^\t\n\P{Cc}]|[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[<>&"]/g, (one) => names[one]);
}

async function call(method, what, body) {
  const response = await globalThis
    .fetch(`${PARLEY}/api/v1/bots/${encodeURIComponent(botId)}/${what}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
    .catch((error) =>
      fail(`${PARLEY} cannot be reached: ${error.cause?.message ?? error.message}`),
    );
  const text = await response.text();
  if (!response.ok) fail(`The server refused (${response.status}): ${messageIn(text)}`);
  return JSON.parse(text);
}

function filesIn(path) {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => /\.(?:json|ya?ml)$/.test(name));
    return names.length > 0
      ? names.sort().map((name) => join(path, name))
      : fail(`${path} has no tests`);
  } catch (error) {
    return fail(error.message);
  }
}

function readTest(fileName) {
  try {
    return { fileName, yaml: readFileSync(fileName, 'utf8') };
  } catch (error) {
    return fail(error.message);
  }
}

function writeFiles(stored) {
  for (const { fileName, yaml } of stored) {
    // A server must not choose where a file is written.
    if (!/^[a-z0-9-]+\.yaml$/.test(fileName)) fail(`Not a name of a file: ${fileName}`);
    write(join(place, fileName), yaml);
  }
  console.log(`${stored.length} tests are in ${place}`);
}

function write(file, text) {
  try {
    if (options.fetch) mkdirSync(place, { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    fail(error.message);
  }
}

function messageIn(text) {
  try {
    return JSON.parse(text).message ?? text;
  } catch {
    return text;
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        version: { type: 'string' },
        junit: { type: 'string' },
        store: { type: 'boolean' },
        'delete-others': { type: 'boolean' },
        fetch: { type: 'boolean' },
      },
    });
    const [place, botId, version] = positionals;
    if (!place || !botId) fail(USAGE);
    return { place, botId, options: { version, ...values } };
  } catch (error) {
    return fail(`${error.message.split('\n', 1)[0]}. ${USAGE}`);
  }
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
