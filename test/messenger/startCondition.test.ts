import { afterAll, expect, test } from '@jest/globals';
import { settingsSchema } from '../../src/engine/index.js';
import { openSearch } from '../../src/integrations/search.js';
import { botFor } from '../../src/messenger/startCondition.js';
import { createSandbox } from '../../src/sandbox/pool.js';

const sandbox = createSandbox();
afterAll(() => sandbox.close());

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
const chosen = async (channels: Parameters<typeof bot>[1][], text: string | undefined) => {
  const bots = channels.map((channel, index) => bot(String(index), channel));
  return (await botFor(bots, { text, searchOf: ({ name }) => openSearch(sandbox, name) }))?.name;
};

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
  ['Matches regex', '^hel+o$', 'Hello', false],
  ['Matches regex', '/^hel+o$/i', 'Hello', true],
  ['Matches regex', '(unclosed', 'Hello', false],
  ['Matches regex', '', 'Hello', false],
  ['Matches regex', '^(a+)+$', `${'a'.repeat(60)}!`, false],
  ['Does not match regex', 'price|cost', 'Hello', true],
  ['Does not match regex', 'price|cost', 'The price?', false],
  ['Does not match regex', '^(a+)+$', `${'a'.repeat(60)}!`, false],
  [undefined, 'Hello', 'Hello', false],
])('“%s %s” and the message “%s”: starts %s', async (operator, value, text, starts) => {
  expect(await chosen([when(operator, value)], text)).toBe(starts ? '0' : undefined);
});

test('the first bot whose condition holds is before the first without one', async () => {
  const bots = [
    undefined,
    { isEnabled: false },
    on(),
    on({ comparisons: [] }),
    when('Contains', 'price'),
  ];
  expect(await chosen(bots, 'The price?')).toBe('4');
  expect(await chosen(bots, 'Hello')).toBe('2');
  expect(await chosen(bots, undefined)).toBe('2');
  expect(await chosen([on({ comparisons: [] })], 'Hello')).toBe(undefined);
});

test('all comparisons must hold, or one of them', async () => {
  const two = [
    { id: 'a', comparisonOperator: 'Contains', value: 'price' },
    { id: 'b', comparisonOperator: 'Contains', value: 'tea' },
  ];
  expect(await chosen([on({ comparisons: two })], 'price')).toBe(undefined);
  expect(await chosen([on({ comparisons: two, logicalOperator: 'OR' })], 'price')).toBe('0');
});
