import { expect, test } from '@jest/globals';
import { botOf, parrot } from '../support/botOf.js';
import { openEventStream } from '../support/eventSource.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher, watch } from '../support/watcher.js';

const app = useApp({ RATE_LIMITS: 'on', RATE_LIMIT_RULES: 'chatReaders=2,addressReaders=3' });
const transport = restOf(app);
const eventsOf = (sessionId: string) => `${app().url}/api/v1/sessions/${sessionId}/events`;
const refused = { extensions: { code: 'TOO_MANY_REQUESTS', reason: 'TOO_MANY_READERS' } };

test('a chat, and a client, have only so many readers at a time, and one that leaves makes room', async () => {
  const { publicId } = await makePublished(transport, botOf(parrot));
  const begin = async () => (await bodyOf(transport.startChat({ publicId }))).sessionId;
  const [first, second] = [await begin(), await begin()];
  const socket = openWatcher(app().url);
  const watching = watch(socket, first);
  await watching.until(1);
  const stream = await openEventStream(eventsOf(first));
  await stream.until(1);
  await expect(watch(socket, first).done).rejects.toMatchObject([refused]);
  const answer = await fetch(eventsOf(first), { headers: { accept: 'text/event-stream' } });
  expect(answer.headers.get('retry-after')).toBe('5');
  expect([answer.status, await answer.json()]).toMatchObject([
    429,
    {
      reason: 'TOO_MANY_READERS',
      message: expect.stringContaining('This chat has 2 readers, the most it may have'),
    },
  ]);
  const other = watch(socket, second);
  await other.until(1);
  await expect(watch(socket, second).done).rejects.toMatchObject([refused]);
  watching.stop();
  let isIn = false;
  while (!isIn) {
    const again = watch(socket, first);
    isIn = await Promise.race([
      again.until(1).then(() => true),
      again.done.then(Boolean, () => false),
    ]);
  }
  stream.stop();
  await socket.dispose();
});
