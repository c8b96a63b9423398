import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
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
