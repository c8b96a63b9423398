import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { countFunctions, MOST_OF_A_TURN, type FunctionCounter } from './support/functionsRun.js';
import { botOf } from './support/botOf.js';
import { callOrderOf, type NamedFunction } from './support/callOrder.js';
import { ask, say } from './support/flowOf.js';
import { bodyOf } from './support/transports.js';
import { beginChat, saidIn, useTwoServers } from './support/twoServers.js';

// The second server did not write the turn before: it reads the chat.
const { here, there } = useTwoServers();

const shouting = botOf({
  variables: { Name: null, Shout: null },
  groups: {
    Start: [
      ask('text input', 'Name'),
      {
        type: 'Set variable',
        options: {
          variableId: 'vShout',
          isCode: true,
          expressionToEvaluate: 'return {{Name}}.toUpperCase()',
        },
      },
      say('Hello {{Shout}}'),
    ],
  },
});

/** The lines of the walk in ARCHITECTURE.md that name a file and a function. */
function readWalk(): NamedFunction[] {
  const page = readFileSync('ARCHITECTURE.md', 'utf8');
  const [, walk = ''] = /## The walk of one continueChat[^]*?```\n([^]*?)```/.exec(page) ?? [];
  return [...walk.matchAll(/^\w* +(\S+\.ts) +(\w+) {2,}/gm)].map(([, file = '', name = '']) => ({
    file,
    name,
  }));
}

test('a message calls the functions of the walk in ARCHITECTURE.md, in their order', async () => {
  const { sessionId } = await beginChat(here, shouting);
  const walk = readWalk();
  const called = await callOrderOf(walk, async () => {
    const reply = await bodyOf(there.continueChat({ sessionId, message: 'Ada' }));
    expect(saidIn(reply)).toEqual(['Hello ADA']);
  });
  const named = walk.map(({ file, name }) => `${file} ${name}`);
  expect(named.length).toBeGreaterThan(25);
  expect(called).toEqual([...new Set(named)]);
});

const exceeds = ({ length }: readonly string[]) => length > MOST_OF_A_TURN.functions;

/** The functions that ran since the last call, each as `file name place`; without those that counting coverage adds. */
async function functionsIn({ take }: FunctionCounter): Promise<Set<string>> {
  const runs = (await take()).filter(({ name }) => !name.startsWith('cov_'));
  return new Set(runs.map(({ file, name, offset }) => `${file} ${name} ${offset}`));
}

test('a turn of a text and its answer runs no more files and functions than MOST_OF_A_TURN', async () => {
  const groups = { Start: [say('What next?'), { type: 'text input', to: 'Start' }] };
  const { sessionId } = await beginChat(here, botOf({ groups }));
  const answer = () => bodyOf(here.continueChat({ sessionId, message: 'Ada' }, { token: null }));
  const counter = await countFunctions();
  await answer();
  let functions = [...(await functionsIn(counter))];
  // Work in the background runs during some turns only; on a busy machine during many.
  for (let turn = 0; turn < 15 || (turn < 200 && exceeds(functions)); turn += 1) {
    await answer();
    const ran = await functionsIn(counter);
    functions = functions.filter((one) => ran.has(one));
  }
  await counter.close();
  const files = new Set(functions.map((place) => place.split(' ')[0]));
  expect(functions.length).toBeGreaterThan(100);
  expect(files.size).toBeLessThanOrEqual(MOST_OF_A_TURN.files);
  expect(functions.length).toBeLessThanOrEqual(MOST_OF_A_TURN.functions);
});
