import { expect, test } from '@jest/globals';
import { auditCalls } from '../../bench/chaos/auditCalls.js';

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
