import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { recordAt, recordsAt, partAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { useTwoServers } from '../support/twoServers.js';
import { makePublished } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

const servers = useTwoServers();
const { here } = servers;

const COUNTS =
  'blocks { blockId reached answered left } answers { blockId total } edges { edgeId total }';
const LIVE = `subscription ($botId: ID!) { blockStatsChanged(botId: $botId) { isWhole ${COUNTS} } }`;

/** Watches on the second server; each call gives the next event. */
function watch(query: string, variables: Record<string, unknown>) {
  const client = openWatcher(servers.second().url, { authorization: `Bearer ${TOKEN}` });
  const stream = client.iterate({ query, variables });
  const next = async (field: string): Promise<Readonly<Record<string, unknown>>> =>
    recordAt((await stream.next()).value, `data.${field}`);
  return { next, leave: () => client.dispose() };
}

test('counts of blocks arrive whole, then as they change, and are those that a query reads', async () => {
  const { botId, publicId } = await makePublished(here, botOf(interview));
  await bodyOf(here.startChat({ publicId }));
  const { next, leave } = watch(LIVE, { botId });
  const first = await next('blockStatsChanged');
  expect(first).toMatchObject({ isWhole: true, blocks: expect.arrayContaining([]) });
  const counts = new Map(recordsAt(first, 'blocks').map((block) => [block['blockId'], block]));
  expect(counts.get('Start.2')).toMatchObject({ reached: 1, left: 1 });
  const begun = performance.now();
  const { sessionId } = await bodyOf(here.startChat({ publicId }));
  await bodyOf(here.continueChat({ sessionId, message: 'Ada' }));
  await bodyOf(here.continueChat({ sessionId, message: '36' }));
  let events = 0;
  while (partAt(counts.get('Start.4'), 'answered') !== 1) {
    const change = await next('blockStatsChanged');
    expect(change['isWhole']).toBe(false);
    for (const block of recordsAt(change, 'blocks')) counts.set(block['blockId'], block);
    events += 1;
  }
  // However slow the machine, a second is between two events, minus the time by which a timer may be early.
  expect((events - 1) * 990).toBeLessThan(performance.now() - begun);
  const query = `query ($botId: ID!) { bot(id: $botId) { blockStats { ${COUNTS} } } }`;
  const { data } = await queryGraphql(servers.first().url, { query, variables: { botId } });
  const byId = (one: object, other: object) =>
    JSON.stringify(one).localeCompare(JSON.stringify(other));
  expect([...counts.values()].sort(byId)).toEqual(
    recordsAt(data, 'bot.blockStats.blocks').sort(byId),
  );
  await leave();
});

test('a filtered table of results receives the results that match, and the ids of those that no longer match', async () => {
  const { botId, publicId } = await makePublished(here, botOf(interview));
  const query = `subscription ($botId: ID!) {
    resultChanged(botId: $botId, isCompleted: false, variables: [{ variable: "Name", equals: "Ada" }]) {
      mustReload changed { id variables { name value } } removedIds stats { totalStarts } } }`;
  const { next, leave } = watch(query, { botId });
  expect(await next('resultChanged')).toMatchObject({ mustReload: true, changed: [] });
  const chats = [];
  for (const name of ['Bob', 'Ada']) {
    const { sessionId, resultId } = await bodyOf(here.startChat({ publicId }));
    await bodyOf(here.continueChat({ sessionId, message: name }));
    chats.push({ sessionId, resultId });
  }
  const ada = chats[1];
  const seen = new Set<unknown>();
  while (!seen.has(ada?.resultId)) {
    const change = await next('resultChanged');
    for (const { id } of recordsAt(change, 'changed')) seen.add(id);
  }
  expect([...seen]).toEqual([ada?.resultId]);
  await bodyOf(here.continueChat({ sessionId: ada?.sessionId, message: '36' }));
  let removed: unknown[] = [];
  while (removed.length === 0) {
    const change = await next('resultChanged');
    expect(change['changed']).toEqual([]);
    removed = [partAt(change, 'removedIds')].flat();
  }
  expect(removed).toEqual([ada?.resultId]);
  await leave();
});
