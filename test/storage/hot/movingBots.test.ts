import { expect, test } from '@jest/globals';
import { movesTopic, openMovingBots } from '../../../src/storage/hot/movingBots.js';
import { standIn } from '../../support/standIn.js';

const target = { versionId: 'ver_1', version: 1, flowId: 'f', endsOthers: false, message: null };

/** The list of a process, and the statements that it runs. */
function opened() {
  const ran: [name: string, values: unknown[]][] = [];
  const stored = new Map([['bot_1', target]]);
  let fails = false;
  const query = async ({ name, values }: { name: string; values: unknown[] }) => {
    ran.push([name, values]);
    await Promise.resolve();
    if (fails) throw new Error('connection lost');
    return { rows: [...stored].map(([botId, one]) => ({ botId, ...one })) };
  };
  const moving = openMovingBots(standIn({ query }));
  return { ran, stored, moving, fail: (now: boolean) => (fails = now) };
}

test('all moving bots are read once, and a bot that was announced is read again on its own', async () => {
  const { ran, stored, moving } = opened();
  const both = await Promise.all([moving.targetOf('bot_1'), moving.targetOf('bot_2')]);
  expect(both).toEqual([target, undefined]);
  stored.set('bot_1', { ...target, flowId: 'g' });
  expect(await moving.targetOf('bot_1')).toEqual(target);
  moving.forget(movesTopic('bot_1'));
  expect(await moving.targetOf('bot_1')).toMatchObject({ flowId: 'g' });
  expect(await moving.targetOf('bot_2')).toBeUndefined();
  expect(ran).toEqual([
    ['moving_bots', []],
    ['moving_bot', ['bot_1']],
  ]);
  moving.forgetAll();
  expect(await moving.targetOf('bot_1')).toMatchObject({ flowId: 'g' });
  expect(ran.slice(2)).toEqual([['moving_bots', []]]);
});

test('a read that failed is made again, also when it failed after an announcement', async () => {
  const { moving, fail } = opened();
  fail(true);
  await expect(moving.targetOf('bot_1')).rejects.toThrow('connection lost');
  fail(false);
  expect(await moving.targetOf('bot_1')).toEqual(target);
  moving.forget(movesTopic('bot_1'));
  fail(true);
  const late = moving.targetOf('bot_1');
  moving.forget(movesTopic('bot_1'));
  await expect(late).rejects.toThrow('connection lost');
  fail(false);
  expect(await moving.targetOf('bot_1')).toEqual(target);
});

test('while no chats of any bot move, turns do not ask, until a bot is announced', async () => {
  const { stored, moving } = opened();
  expect(moving.isNone).toBe(false);
  await moving.targetOf('bot_1');
  expect(moving.isNone).toBe(false);
  stored.clear();
  moving.forgetAll();
  const early = moving.targetOf('bot_1');
  moving.forgetAll();
  await early;
  expect(moving.isNone).toBe(false);
  await moving.targetOf('bot_1');
  expect(moving.isNone).toBe(true);
  moving.forget(movesTopic('bot_1'));
  await moving.targetOf('bot_2');
  expect(moving.isNone).toBe(false);
});
