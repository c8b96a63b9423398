import { TZDate } from '@date-fns/tz';
import { expect, test } from '@jest/globals';
import { formatDate } from '../../../src/engine/time/formatDate.js';
import { fc } from '../../support/properties.js';

const date = new TZDate(2024, 2, 5, 17, 6, 7, 'Asia/Kathmandu');

test.each([
  ['dd/MM/yyyy', '05/03/2024'],
  ['DD/MM/YYYY', '05/03/2024'],
  ['Do MMMM', '5th March'],
  ["EEEE d 'of' MMMM", 'Tuesday 5 of March'],
  ["d 'o''clock'", "5 o'clock"],
  ["''yy", "'24"],
  ["yyyy 'open", '2024 open'],
  ['j n of', 'j n of'],
  ["yyyy-MM-dd'T'HH:mm:ssXXX", '2024-03-05T17:06:07+05:45'],
  ['PPp', 'Mar 5, 2024, 5:06 PM'],
  ['', ''],
])('writes a date by %j as %j', (pattern, written) => {
  expect(formatDate(date, pattern)).toBe(written);
});

test('any pattern gives a text', () => {
  fc.assert(
    fc.property(fc.string(), (pattern) => {
      expect(typeof formatDate(date, pattern)).toBe('string');
    }),
  );
});
