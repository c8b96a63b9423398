import { expect, test } from '@jest/globals';
import { openLanes } from '../../src/messenger/conversations.js';
import { say } from '../support/flowOf.js';
import { textAt } from '../support/parts.js';
import { useApp } from '../support/useApp.js';
import { taken, useChannel } from '../support/useChannel.js';

const app = useApp({ OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' }, { timeouts: { workEvery: 50 } });
const { person, connect, answering, post, got } = useChannel(app);

test('messages go out with the pauses of the settings and of waits, in order', async () => {
  const place = await connect();
  const wait = { type: 'Wait', options: { secondsToWaitFor: '0.3' } };
  // A hundred words a second: ten words take a tenth.
  const typingEmulation = { speed: 6_000, delayBetweenBubbles: 0.2 };
  const long = say('one two three four five six seven eight nine ten');
  await answering(place, {
    settings: { typingEmulation },
    groups: { Start: [say('First'), long, wait, say('Last')] },
  });
  const times: number[] = [];
  person.answer((response, request) => {
    times.push(performance.now());
    return taken(response, request);
  });
  await post(place.address, 'Hello');
  expect(await got(3)).toEqual(['First', expect.stringMatching(/^one two/), 'Last']);
  const [first = 0, second = 0, third = 0] = times;
  expect(second - first).toBeGreaterThan(290);
  expect(third - second).toBeGreaterThan(490);
});

test('a conversation that is put off between two lists of one input sends the first no second time', async () => {
  const place = await connect();
  const items = Array.from({ length: 12 }, (_, index) => ({
    id: `i${index}`,
    content: `n${index}`,
  }));
  const settings = { typingEmulation: { speed: 6_000 } };
  await answering(place, {
    settings,
    groups: { Start: [say('Which?'), { type: 'choice input', items }] },
  });
  let lists = 0;
  person.answer((response, request) =>
    (lists += 1) === 2 ? response.writeHead(503).end() : taken(response, request),
  );
  await post(place.address, 'Hello');
  await got(3);
  const rows = person.requests.map(({ body }) => textAt(body, 'message.rows.0.id'));
  expect(rows).toEqual(['i0', 'i10', 'i10']);
});

test('who rests leaves the lane to others, and takes the next that is free', async () => {
  const lanes = openLanes(1);
  const told: string[] = [];
  let wake: () => void = () => undefined;
  const asleep = new Promise<void>((resolve) => (wake = resolve));
  const first = lanes.run(async () => {
    told.push('first begins');
    await lanes.leave(() => asleep);
    told.push('first goes on');
  });
  await lanes.run(async () => {
    told.push('second begins');
    wake();
    await new Promise(setImmediate);
    told.push('second ends');
  });
  await first;
  expect(told).toEqual(['first begins', 'second begins', 'second ends', 'first goes on']);
  expect(lanes.free()).toBe(1);
});
