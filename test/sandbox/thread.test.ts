import { expect, test } from '@jest/globals';
import { createSandbox } from '../../src/sandbox/pool.js';

test('threads keep the process running only while they work', async () => {
  const held = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = held();
  // The code ends by itself, however busy the machine is: ending a thread from outside would keep the process alive meanwhile.
  const sandbox = createSandbox({ limits: { graceMs: 60_000 } });
  await sandbox.evaluate(['return 1'], []);
  expect(held()).toBe(before);
  const looping = sandbox.evaluate(['while (true) {}'], []);
  expect(held()).toBe(before + 1);
  await looping;
  expect(held()).toBe(before);
  await sandbox.close();
});
