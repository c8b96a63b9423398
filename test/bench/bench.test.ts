import { expect, test } from '@jest/globals';
import type { FlowEdit } from '@parley/client';
import { auditCalls } from '../../bench/chaos/auditCalls.js';
import { openAccount } from '../../bench/chaos/authors/account.js';
import { group, rename, start } from '../support/draftServer.js';

const undo = { mark: 'undo', edits: [rename('a', 'a')], way: 'undo', undoes: 2 } as const;

/** What is wrong with Ada's undo of revision 2 that is not stored, after changes that leave these groups. */
function wrongAfter(
  edits: readonly FlowEdit[],
  groups: ReturnType<typeof group>[],
  clashWith?: string,
): readonly string[] {
  const account = openAccount({ flow: start, revision: 1 });
  account.note([undo]);
  if (clashWith !== undefined) {
    const change = { kind: 'GROUP_RENAMED', partId: 'a' } as never;
    const conflicts = [{ change, by: { revision: 3, author: { id: clashWith, name: clashWith } } }];
    const fault = { reason: 'BOT_CHANGED', code: 'CONFLICT', path: null } as const;
    const userErrors = [{ ...fault, message: 'Somebody else changed the same' }];
    account.noteAnswer({ conflicts, userErrors }, { mark: 'undo', name: 'Ada' });
  }
  const changes = edits.map((edit, place) => {
    return { revision: place + 2, mark: `gesture ${place}`, edits: [edit] };
  });
  const stored = { flow: { ...start, groups }, revision: edits.length + 1 };
  return account.settle(stored, changes);
}

const LOST = [expect.stringContaining('gestures were lost')];

test('an undo that is not stored is lost, whoever changed the same since, unless the server named the change of another person', () => {
  const edits = [rename('a', 'A'), rename('a', 'again')];
  const groups = [group('a', 'again'), group('b')];
  expect(wrongAfter(edits, groups)).toEqual(LOST);
  expect(wrongAfter(edits, groups, 'Ada')).toEqual(LOST);
  expect(wrongAfter(edits, groups, 'Bo')).toEqual([]);
});

test('an undo of what somebody deleted is not lost', () => {
  const edits = [rename('a', 'A'), { removeGroup: { groupId: 'a' } }];
  expect(wrongAfter(edits, [group('b')])).toEqual([]);
});

const call = (step: string, order: string, number: number) => ({
  ...{ step, key: `key of ${step}`, said: 'Ada', order, number },
});

const audit = (calls: ReturnType<typeof call>[], reply: string, tries = 1) =>
  auditCalls(calls, new Map([['Ada', { reply, tries }]]));

const OTHER_NUMBERS = ['1 visitors got other numbers than the service had assigned'];

test('a reply with the numbers of the last calls is correct', () => {
  const calls = [call('order', '', 1), call('order', '', 2), call('ship', '2', 3)];
  expect(audit(calls, 'Order 2 goes as 3.', 2).broken).toEqual([]);
});

test('a reply with the number of an earlier call is not', () => {
  const calls = [call('order', '', 1), call('order', '', 2), call('ship', '2', 3)];
  expect(audit(calls, 'Order 1 goes as 3.', 2).broken).toEqual(OTHER_NUMBERS);
});

test('a number that a busy server could not read is missing, and no other number', () => {
  const calls = [call('order', '', 5), call('ship', '', 15)];
  const log = 'Inline code was stopped: the code took too long';
  const { seen, broken } = audit(calls, `Order  goes as 15. ${log}`);
  expect(broken).toEqual([]);
  expect(seen).toContain('1 were not told a number');
  expect(audit(calls, 'Order  goes as 15.').broken).toEqual(OTHER_NUMBERS);
  expect(audit(calls, `Order 4 goes as 15. ${log}`).broken).toEqual(OTHER_NUMBERS);
});
