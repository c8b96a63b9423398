import { expect, test } from '@jest/globals';
import { bodyOf, openTransport } from '../support/transports.js';
import { say } from '../support/flowOf.js';
import { asker, begin, listening, second } from '../support/streamedChats.js';

test.each([
  ['is shown as it comes', []],
  ['is shown once it is whole', [say('This came of it:')]],
])('closing a chat hangs up on a silent model whose answer %s', async (_when, own) => {
  const { sessionId, reply, call } = await begin(await asker(own));
  expect(call.body['stream']).toBe(true);
  const watcher = await listening(second, sessionId);
  await bodyOf(openTransport('REST', () => second.url).setStatus({ sessionId, status: 'CLOSED' }));
  await call.closed;
  await expect(reply).rejects.toThrow('SESSION_ENDED');
  // Nobody sees a message of a turn that streams nothing before the turn is written.
  const received = own.length === 0 ? ['received'] : [];
  await watcher.until(4 + received.length);
  expect(watcher.seen.map(({ event }) => event)).toEqual([
    ...['input', 'turnEnd'],
    ...received,
    ...['status', 'turnEnd'],
  ]);
});
