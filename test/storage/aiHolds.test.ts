import { afterAll, expect, test } from '@jest/globals';
import { openAiMeter, type AiMeter } from '../../src/integrations/aiMeter.js';
import { openPrices } from '../../src/integrations/prices/prices.js';
import { freeAiHolds } from '../../src/storage/aiHolds.js';
import { findAiUsage } from '../../src/storage/aiUsage.js';
import { openStorage } from '../../src/storage/orm.js';
import { useStorage } from '../support/database.js';

const own = useStorage();

/** Two processes on one database, with a limit for every bot. */
async function twoMeters(limit: string, most: number): Promise<AiMeter[]> {
  const other = await openStorage({ url: own.url });
  closing.push(() => other.close());
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const settings = { aiBudgets: new Map([[limit, most]]), prices: openPrices([], log) };
  return [own.storage, other].map((storage) => openAiMeter(settings, storage, log));
}

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

const use = { promptTokens: 3, completionTokens: 4, estimatedTokens: 2 };
const took = { ...use, calls: 1, tokens: 7, milliseconds: 5, cost: 0.1 };
const totalsOf = async (id: string) => (await findAiUsage(own.storage.chatPool, [id]))[0];

/** Makes reservations for 40 actions at once, and returns those that were granted. */
async function holdMany(meters: readonly AiMeter[], botId: string, tokens: number) {
  const need = { calls: 1, tokens, milliseconds: 50_000, cost: 0.3 };
  const users = Array.from({ length: 40 }, (_, at) => ({ chat: `${botId}_${at % 5}`, botId }));
  const holds = await Promise.allSettled(
    users.map(async (user, at) => ({ user, hold: await meters[at % 2]?.hold(user, need) })),
  );
  return holds.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

test('processes that reserve at the same time reserve no more than the budget has, and no reservation is lost', async () => {
  const meters = await twoMeters('bot.calls', 10);
  const held = await holdMany(meters, 'bot_1', 100);
  expect(held).toHaveLength(10);
  expect(await totalsOf('bot_1')).toMatchObject({ calls: 0, heldCalls: 10, heldTokens: 1_000 });
  const settled = held.map(async ({ user, hold = '' }, at) =>
    meters[(at + 1) % 2]?.settle({ user, hold, use: took }),
  );
  await Promise.all(settled);
  const none = { heldCalls: 0, heldTokens: 0, heldMilliseconds: 0, heldCost: 0 };
  const sums = { calls: 10, tokens: 70, promptTokens: 30, estimatedTokens: 20, cost: 1 };
  expect(await totalsOf('bot_1')).toMatchObject({ ...sums, milliseconds: 50, ...none });
  expect(await holdMany(meters, 'bot_1', 100)).toEqual([]);
  expect(await totalsOf('bot_1')).toMatchObject({ ...sums, ...none });
});

test('a budget of tokens is exceeded by no more than the last action takes that began within it', async () => {
  const meters = await twoMeters('bot.tokens', 1_000);
  // The fourth begins with 100 tokens left.
  expect(await holdMany(meters, 'bot_2', 300)).toHaveLength(4);
});

test('a budget of time ends with the action that used it up', async () => {
  const [meter] = await twoMeters('chat.milliseconds', 60_000);
  const user = { chat: 'ses_4', botId: 'bot_4' };
  const need = { calls: 1, tokens: 100, milliseconds: 50_000, cost: 0 };
  const hold = (await meter?.hold(user, need)) ?? '';
  await meter?.settle({ user, hold, use: { ...took, milliseconds: 60_001 } });
  await expect(meter?.hold(user, need)).rejects.toThrow(
    'The AI budget of this chat is spent (60 001 of 60 000 milliseconds this month)',
  );
});

test('what a server that died had reserved is free after two minutes, and what it used afterwards still counts', async () => {
  const { chatPool: pool } = own.storage;
  const [meter] = await twoMeters('bot.calls', 1);
  const user = { chat: 'ses_3', botId: 'bot_3' };
  const need = { calls: 1, tokens: 100, milliseconds: 50_000, cost: 0.3 };
  const hold = (await meter?.hold(user, need)) ?? '';
  await expect(meter?.hold(user, need)).rejects.toThrow('is held for actions that run');
  await freeAiHolds(pool);
  expect(await totalsOf('bot_3')).toMatchObject({ heldCalls: 1 });
  await pool.query("update ai_hold set expires_at = now() - interval '1 second'");
  expect(await freeAiHolds(pool)).toBe(false);
  expect(await totalsOf('bot_3')).toMatchObject({ calls: 0, heldCalls: 0, heldCost: 0 });
  await meter?.settle({ user, hold, use: took });
  expect(await totalsOf('bot_3')).toMatchObject({ calls: 1, heldCalls: 0, heldTokens: 0 });
  await expect(meter?.hold(user, need)).rejects.toThrow('is spent (1 of 1 calls this month)');
});
