import { isDeepStrictEqual } from 'node:util';
import DataLoader from 'dataloader';
import { LockMode } from '@mikro-orm/core';
import { commonFailure } from '../errors/commonFailure.js';
import { invalid } from '../errors/errors.js';
import type { BotTest as WrittenTest } from '../engine/index.js';
import { BotTest } from '../schema/botTest.js';
import { newId } from './newId.js';
import { oneAtATime } from './oneAtATime.js';
import type { Unit } from './orm.js';

/** The most tests of a bot. */
export const MOST_TESTS = 500;

/** The most characters of all tests of a bot together, since they are listed, run and sent together. */
export const MOST_CHARACTERS = 2_000_000;

/** The tests of these bots, by their names. */
export async function listBotTests(unit: Unit, botIds: readonly string[]): Promise<BotTest[]> {
  return unit.find(BotTest, { botId: { $in: [...botIds] } }, { orderBy: { name: 'asc' } });
}

/** A test of this bot. */
export async function findBotTest(unit: Unit, botId: string, id: string): Promise<BotTest | null> {
  return unit.findOne(BotTest, { id, botId });
}

/**
 * Stores a test, new or changed. Fails with `VALIDATION` when another of the bot has its name, or when the bot has too many or too long ones, and
 * with `BOT_TEST_NOT_FOUND` when the one to change was deleted meanwhile.
 */
export async function saveBotTest(
  unit: Unit,
  { botId, test }: Pick<BotTest, 'botId' | 'test'>,
  before: BotTest | undefined,
): Promise<BotTest> {
  const now = new Date();
  const { id, createdAt } = before ?? { id: newId('tst'), createdAt: now };
  const { name } = test;
  return oneAtATime(unit, `tests of ${botId}`, async (inner) => {
    if (before) await assertStored(inner, before);
    const others = { botId, id: { $ne: id } };
    if ((await inner.count(BotTest, { ...others, name })) > 0) {
      throw invalid([{ path: ['test', 'name'], message: 'Another test of the bot has this name' }]);
    }
    if ((await inner.count(BotTest, others)) >= MOST_TESTS) {
      throw invalid([{ path: ['botId'], message: `At most ${MOST_TESTS} tests of a bot` }]);
    }
    const [{ characters = 0 } = {}] = await inner.execute<{ characters?: number }[]>(
      'select coalesce(sum(length(test::text)), 0)::int as characters from bot_test where bot_id = ? and id <> ?',
      [botId, id],
    );
    if (characters + JSON.stringify(test).length > MOST_CHARACTERS) {
      throw invalid([{ path: ['test'], message: TOO_LONG }]);
    }
    return inner.upsert(BotTest, { id, botId, name, test, createdAt, updatedAt: now });
  });
}

/** Tests to store by their names. */
export interface TestFolder {
  readonly botId: string;
  readonly tests: readonly WrittenTest[];
  /** Whether to delete the other tests of the bot. */
  readonly deletesOthers: boolean;
}

/**
 * Stores tests of a bot: each replaces the one with its name, or is new. Fails with `VALIDATION` when two have one name, or the bot would have
 * too many or too long ones; then nothing is stored.
 */
export async function saveBotTests(
  unit: Unit,
  { botId, tests, deletesOthers }: TestFolder,
): Promise<void> {
  assertNamedApart(tests);
  const names = tests.map(({ name }) => name);
  await oneAtATime(unit, `tests of ${botId}`, async (inner) => {
    const stored = await listBotTests(inner, [botId]);
    const others = stored.filter(({ name }) => !names.includes(name));
    const kept = deletesOthers ? [] : others.map(({ test }) => test);
    assertRoom([...kept, ...tests]);
    if (deletesOthers) await inner.nativeDelete(BotTest, { botId, name: { $nin: names } });
    const now = new Date();
    for (const test of tests) {
      const before = stored.find(({ name }) => name === test.name);
      if (isDeepStrictEqual(before?.test, test)) continue;
      if (before) Object.assign(before, { test, updatedAt: now });
      else {
        const { name } = test;
        inner.create(BotTest, {
          ...{ id: newId('tst'), botId, name, test, createdAt: now, updatedAt: now },
        });
      }
    }
    await inner.flush();
  });
}

function assertNamedApart(tests: readonly WrittenTest[]): void {
  const seen = new Set<string>();
  for (const [index, { name }] of tests.entries()) {
    if (seen.has(name)) {
      throw invalid([{ path: ['tests', index, 'name'], message: `Two tests are named "${name}"` }]);
    }
    seen.add(name);
  }
}

function assertRoom(tests: readonly WrittenTest[]): void {
  if (tests.length > MOST_TESTS) {
    throw invalid([{ path: ['botId'], message: `At most ${MOST_TESTS} tests of a bot` }]);
  }
  const characters = tests.reduce((sum, test) => sum + JSON.stringify(test).length, 0);
  if (characters > MOST_CHARACTERS) throw invalid([{ path: ['tests'], message: TOO_LONG }]);
}

const TOO_LONG = `The tests of a bot may have at most ${MOST_CHARACTERS} characters together`;

/** Refuses a change of a test that is gone, and keeps it from being deleted until the transaction ends. */
async function assertStored(unit: Unit, { id, botId }: BotTest): Promise<void> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const stored = await unit.findOne(BotTest, { id, botId }, lock);
  if (!stored) throw commonFailure('BOT_TEST_NOT_FOUND');
}

/** Deletes a test. */
export async function deleteBotTest(unit: Unit, { id }: BotTest): Promise<void> {
  await unit.transactional((inner) => inner.nativeDelete(BotTest, { id }));
}

/** Loads the tests of bots by their ids. */
export function openBotTestLoaders(openUnit: () => Unit) {
  return {
    botTests: new DataLoader(async (botIds: readonly string[]) => {
      const found = await listBotTests(openUnit(), botIds);
      return botIds.map((botId) => found.filter((test) => test.botId === botId));
    }),
  };
}
