import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, TOKEN, type TestApp } from './support/app.js';
import { botOf, parrot } from './support/botOf.js';
import { partAt } from './support/parts.js';

const root = new URL('../', import.meta.url);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  writeFileSync(join(app.dataDir, 'owner-token'), `${TOKEN}\n`);
});
afterAll(async () => app.close());

test('the commands of the README create a bot and chat with it over all three transports', async () => {
  const said = await paste(commands('README.md'));
  const lines = said.split('\n');

  expect(said).toMatch(/Chats are started as lead-form-\w{7}\n/);
  const replies = lines
    .filter((line) => line.startsWith('{"messages"'))
    .map((line) => textsOf(line));
  expect(replies).toEqual([
    ['Nice to meet you, Ada Lovelace. Where can we write to you?'],
    ['That does not look like an e-mail address. Try again?'],
    ['What can we do for you?'],
    ['What budget do you have in mind, in euros?'],
    [
      'That is one for our senior team: they will write to you this week.',
      'Thank you, Ada Lovelace! We will write to ada@example.com.',
    ],
  ]);
  const [results] = lines.filter((line) => line.startsWith('{"results"'));
  expect(partAt(JSON.parse(results ?? ''), 'results')).toMatchObject([
    { isCompleted: true, answers: [{ content: 'Ada Lovelace' }, {}, {}, { content: '8000' }] },
  ]);
  const live = lines.filter((line) => /^\d+ {2}/.test(line));
  const numbers = live.map((line) => Number.parseInt(line, 10));
  const resumedAt = numbers.findIndex((number, index) => number < (numbers[index - 1] ?? 0));
  expect(live[0]).toBe(
    '1  bot: Hi there! A few questions, then the right person will get in touch.',
  );
  expect(live.at(-2)).toContain(
    'bot: Thank you, Grace Hopper! We will write to grace@example.com.',
  );
  expect(live.slice(resumedAt)).toEqual(live.slice(0, resumedAt).slice(-(live.length - resumedAt)));
  expect(live[resumedAt]).toBe('16  you: Something else');
  expect(said).toContain('"plainText":"Nice to meet you, Alan. Where can we write to you?"');
  expect(said).toContain('"answers":[{"content":"Alan"}]');
});

test('the commands of the guides move a folder of flows here, and change, show and take away a bot', async () => {
  const flows = join(app.dataDir, 'flows');
  mkdirSync(flows);
  const asked = { ...botOf(parrot), id: 'cl_asked', name: 'Asked', publicId: 'asked' };
  const links = botOf({
    groups: { Start: [{ type: 'Typebot link', options: { typebotId: 'cl_asked' } }] },
  });
  writeFileSync(
    join(flows, 'a.json'),
    JSON.stringify({ ...links, id: 'cl_links', name: 'Links', publicId: 'links' }),
  );
  writeFileSync(join(flows, 'b.json'), JSON.stringify(asked));
  writeFileSync(join(flows, 'c.json'), '{}');
  const move = commands('docs/guide/move-here.md').replaceAll('my-flows', flows);
  // One flow is changed at its source, and exported again.
  const again = `cd ${flows}; sed 's/Say something/Say more/' b.json > d.json; rm a.json b.json c.json
    cd - > /dev/null; node examples/importFolder.mjs ${flows} "$WORKSPACE" --publish`;
  const moved = await paste(`PUBLIC_ID=asked\n${move}\n${again}`);
  expect(moved).toMatch(/a\.json: Links, published at http:\S+\/links\n/);
  expect(moved).toMatch(/b\.json: Asked, published at http:\S+\/asked\n/);
  expect(moved).toMatch(/c\.json: not imported\. /);
  expect(moved).toMatch(/d\.json: Asked, published at http:\S+\/asked\n/);
  expect(moved).toContain('You said Hello');
  const started = await fetch(`${app.url}/api/v1/bots/links/startChat`, { method: 'POST' });
  expect(textsOf(await started.text())).toEqual(['Say more']);

  const file = join(app.dataDir, 'bot.json');
  const said = await paste(commands('docs/guide/change-a-bot.md').replaceAll('bot.json', file));
  expect(said).toContain('"publicId":"talk-to-us"');
  expect(said).toContain('"results":[');
  expect(said).toContain('"deletedId":"bot_');
});

test('the commands of the guides make a bot over GraphQL, and a token that can only read results', async () => {
  const said = await paste(commands('docs/guide/make-a-bot-over-graphql.md'));
  expect(said).toContain('"plainText":"Nice to meet you, Alan. Where can we write to you?"');
  expect(said).toContain('"answers":[{"content":"Alan"}]');
  expect(said).toContain('"name":"My other company"');

  const made = await paste(commands('docs/sign-in.md'));
  expect(made).toContain('"scopes":["RESULTS_READ"]');
});

test('the commands of the guide stage a version, promote it, and split live traffic', async () => {
  const said = await paste(commands('docs/guide/stages-and-split.md'));
  expect(said).toContain('@staging/startChat"');
  expect(said).toContain('"stages":[]');
  expect(said).toContain('"weight":9');
  expect(said).toMatch(
    /"publishedVersionId":"ver_\w+","splits":\[\{"createdAt":"[^"]+","endedAt":"/,
  );
});

test('the commands of the guide test a bot with a token that can do nothing else', async () => {
  const guide = commands('docs/guide/test-a-bot-in-a-pipeline.md').replaceAll(
    ' my-tests',
    ` ${app.dataDir}/my-tests`,
  );
  const said = await paste(
    `${guide}
    api "bots/$BOT" -X PATCH -d '{"bot":{"groups":[],"edges":[]}}' > /dev/null
    TOKEN=$PIPELINE node examples/runTests.mjs examples/botTests/wrong-address.yaml "$BOT" --junit ${app.dataDir}/failed.xml || echo "status $?"
    cat ${app.dataDir}/failed.xml
    TOKEN=$PIPELINE api "bots/$BOT"
    TOKEN=$PIPELINE PARLEY=$PARLEY/ node examples/runTests.mjs examples/botTests "$BOT" --store 2>&1 || echo "status $?"
    TOKEN=$PIPELINE node examples/runTests.mjs docs/no-tests "$BOT" 2>&1 || echo "status $?"
    node examples/runTests.mjs examples/botTests bot_none 2>&1 || echo "status $?"
    echo 'steps: [' > ${app.dataDir}/broken.yaml
    node examples/runTests.mjs ${app.dataDir}/broken.yaml "$BOT" 2>&1 || echo "status $?"
    node examples/runTests.mjs ${app.dataDir}/broken.yaml "$BOT" --fast 2>&1 || echo "status $?"`,
  );
  expect(said).toContain('2 of 2 passed; groups 6/7, edges 6/9');
  expect(said).toContain('"passed":2,"failed":0');
  expect(said).toContain('failed: A wrong e-mail address is asked for again');
  expect(said).toContain('  step 1: The chat is over, so that nobody can go on\n');
  expect(said).toMatch(/status 1\n[^]*"reason":"FORBIDDEN"/);
  expect(said).toContain('The server refused (403): This token needs the scope BOTS_WRITE\n');
  expect(said.match(/status 2/g)).toHaveLength(5);
  expect(said).toContain('broken.yaml: line 2, column 1: ');
  expect(said).toContain('<failure message="The chat is over, so that nobody can go on">');
  expect(said).toContain('2 tests are stored with the bot\n');
});

test('a command whose request is refused shows what the server said of it', async () => {
  const pick = async (answer: string) =>
    paste(`printf '%s' '${answer}' | node examples/pick.mjs workspace.id 2>&1 || true`);
  const refused = await fetch(`${app.url}/api/v1/workspaces`);
  expect(await pick(await refused.text())).toMatch(
    /^There is no workspace\.id in what was read: .*"reason":"UNAUTHENTICATED"/,
  );
  expect(await pick('')).toBe('There is no workspace.id in what was read: it is empty\n');
  expect(await pick('<html>')).toBe('There is no workspace.id in what was read: <html>\n');
  expect(await pick('{"workspace":{"id":"wks_1"}}')).toBe('wks_1\n');
});

/** The commands of a page, except the two that start and test the server. */
function commands(page: string): string {
  const readme = readFileSync(new URL(page, root), 'utf8');
  const shown = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands ?? '');
  return shown
    .filter((block) => !block.startsWith('npm start'))
    .join('\n')
    .replaceAll('http://127.0.0.1:3000', app.url)
    .replaceAll('${DATA_DIR:-data}', app.dataDir);
}

async function paste(text: string): Promise<string> {
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', text], { cwd: root });
  let output = '';
  let faults = '';
  shell.stdout.setEncoding('utf8').on('data', (part) => (output += part));
  shell.stderr.setEncoding('utf8').on('data', (part) => (faults += part));
  const status = await new Promise((resolve) => shell.on('close', resolve));
  expect({ status, faults }).toEqual({ status: 0, faults: '' });
  return output;
}

function textsOf(reply: string): string[] {
  const { messages } = JSON.parse(reply) as { messages: { content: { plainText: string } }[] };
  return messages.map(({ content }) => content.plainText);
}
