import { expect, test } from '@jest/globals';
import { untilNews } from '../../src/realtime/wakeUps.js';
import { createWakeUps } from '../../src/realtime/wakeUps.js';

const FOR_EVER = 600_000;

test('waiting for news ends when there is enough, before or meanwhile, and so does watching', async () => {
  const wakeUps = createWakeUps({ pollEvery: FOR_EVER });
  let watching = 0;
  const counted: typeof wakeUps = {
    ...wakeUps,
    watch(...ids) {
      const watch = wakeUps.watch(...ids);
      watching += 1;
      return { ...watch, close: () => void ((watching -= watch.isClosed ? 0 : 1), watch.close()) };
    },
  };
  const enough = new AbortController();
  const waiting = untilNews(counted, 'ses_1', { atMost: FOR_EVER, enough: enough.signal });
  expect(watching).toBe(1);
  enough.abort();
  await waiting;
  await untilNews(counted, 'ses_1', { atMost: FOR_EVER, enough: enough.signal });
  expect(watching).toBe(0);
});
