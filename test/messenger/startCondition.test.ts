import { expect, test } from '@jest/globals';
import { settingsSchema } from '../../src/engine/index.js';
import { botFor } from '../../src/messenger/startCondition.js';

const bot = (name: string, messengerChannel: object | undefined) => ({
  name,
  channel: settingsSchema.parse({ messengerChannel }).messengerChannel,
});
const on = (startCondition?: object) => ({
  isEnabled: true,
  ...(startCondition && { startCondition }),
});
const when = (comparisonOperator: string | undefined, value?: string) =>
  on({
    comparisons: [{ id: 'c', comparisonOperator, value }],
  });
const chosen = (bots: Parameters<typeof bot>[1][], text: string | undefined) =>
  botFor(
    bots.map((channel, index) => bot(String(index), channel)),
    text,
  )?.name;

test.each([
  ['Equal to', 'hi', 'hi', true],
  ['Equal to', 'hi', 'Hi', false],
  ['Not equal', 'hi', 'Hi', true],
  ['Contains', 'PRICE', 'The price?', true],
  ['Does not contain', 'price', 'Hello', true],
  ['Starts with', 'hel', 'Hello', true],
  ['Ends with', 'LO', 'Hello', true],
  ['Is set', '', 'Hello', true],
  ['Is empty', '', 'Hello', false],
  ['Greater than', '5', '7', true],
  ['Less than', '5', '7', false],
  ['Greater or equal to', '7', '7', true],
  ['Less or equal to', '7', '7', true],
  ['Matches regex', '.*', 'Hello', false],
  [undefined, 'Hello', 'Hello', false],
])('“%s %s” and the message “%s”: starts %s', (operator, value, text, starts) => {
  expect(chosen([when(operator, value)], text)).toBe(starts ? '0' : undefined);
});

test('the first bot whose condition holds is before the first without one', () => {
  const bots = [
    undefined,
    { isEnabled: false },
    on(),
    on({ comparisons: [] }),
    when('Contains', 'price'),
  ];
  expect(chosen(bots, 'The price?')).toBe('4');
  expect(chosen(bots, 'Hello')).toBe('2');
  expect(chosen(bots, undefined)).toBe('2');
  expect(chosen([on({ comparisons: [] })], 'Hello')).toBe(undefined);
});

test('all comparisons must hold, or one of them', () => {
  const two = [
    { id: 'a', comparisonOperator: 'Contains', value: 'price' },
    { id: 'b', comparisonOperator: 'Contains', value: 'tea' },
  ];
  expect(chosen([on({ comparisons: two })], 'price')).toBe(undefined);
  expect(chosen([on({ comparisons: two, logicalOperator: 'OR' })], 'price')).toBe('0');
});
