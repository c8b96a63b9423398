import { expect, test } from '@jest/globals';
import { z } from 'zod';
import '../../src/schema/scalar.js';

/** The message for the first fault of a value. */
function wordsOf(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message;
}

const chat = z.discriminatedUnion('kind', [z.object({ kind: z.literal('text') })]);

test.each<[string, z.ZodType, unknown]>([
  ['Required', z.string(), undefined],
  ['Required', z.union([z.string(), z.number()]), undefined],
  ['Must be text, not a number', z.string(), 7],
  ['Must be text, not null', z.string(), null],
  ['Must be a number, not text', z.number(), '7'],
  ['Must be a whole number', z.number().int(), 1.5],
  ['Must be true or false, not an object', z.boolean(), {}],
  ['Must be a number, not text', z.int(), '1'],
  ['Must be a list, not true', z.array(z.string()), true],
  ['Must be an object, not a list', z.object({}), []],
  ['Must be null, not text', z.null(), ''],
  ['Must be one of red, blue', z.enum(['red', 'blue']), 'green'],
  ['Must be red', z.literal('red'), 'green'],
  ['May not be longer than 2 characters', z.string().max(2), 'abc'],
  ['May not be empty', z.string().min(1), ''],
  ['Must have a length of at least 2', z.array(z.string()).min(2), []],
  ['May not hold more than 1', z.array(z.string()).max(1), ['a', 'b']],
  ['Must be 5 or less', z.number().max(5), 6],
  ['Must be less than 5', z.number().lt(5), 5],
  ['Must be 1 or more', z.number().min(1), 0],
  ['Must be more than 1', z.number().gt(1), 1],
  ['Unknown: colour, size', z.strictObject({}), { colour: 1, size: 2 }],
  ['Must be text or a number, not a list', z.union([z.string(), z.number()]), []],
  ['Must be text or a number, not a list', z.string().or(z.number()).or(z.string()), []],
  ['May not be empty', z.union([z.string().min(1), z.null()]), ''],
  [
    'content.title: Must be text, not a number',
    z.union([z.string(), z.object({ content: z.object({ title: z.string() }) })]),
    { content: { title: 7 } },
  ],
  [
    'Fits none of the forms that are allowed here',
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    {},
  ],
  ['Must be text', chat, { kind: 'song' }],
  ['Not allowed here', z.iso.date(), 'yesterday'],
])('a value that does not fit is told "%s"', (words, schema, value) => {
  expect(wordsOf(schema, value)).toBe(words);
});

test('however many faults a value has, and however long its names are, the message is one paragraph', () => {
  const sent = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`m${at}`, 1]));
  expect(wordsOf(z.strictObject({}), sent)).toMatch(/^Unknown: m0, .* m9 … \(9990 more\)$/);
  const long = wordsOf(z.strictObject({}), { ['n'.repeat(10_000)]: 1 });
  expect(long).toBe(`Unknown: ${'n'.repeat(60)}…`);
});
