import { describe, expect, test } from '@jest/globals';
import { atOnce } from '../../src/engine/documents/atOnce.js';
import { parseInPieces } from '../../src/eventLoop/jsonPieces.js';
import { fc } from '../support/properties.js';

const outcomeOf = (read: () => unknown): unknown => {
  try {
    return { value: read() };
  } catch {
    return 'no JSON';
  }
};
const inPieces = (json: string): unknown => outcomeOf(() => atOnce(parseInPieces(json)));
const whole = (json: string): unknown => outcomeOf(() => JSON.parse(json));

const long = 'x,"[]{}\\ '.repeat(9_000);
const [manyTexts, manyLists] = [new Array(9_000).fill('member'), new Array(40_000).fill([])];
const manyMembers = Object.fromEntries(manyTexts.map((text, at) => [`${text}${at}`, at]));

describe('a large JSON text that is parsed in steps', () => {
  test('gives the same value as when parsed at once, whatever is large in it', () => {
    const some = fc.oneof(
      { weight: 5, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
      { weight: 1, arbitrary: fc.constantFrom(long, manyTexts, manyLists, manyMembers) },
    );
    const list = fc.array(some, { maxLength: 5 });
    const record = fc.dictionary(fc.constantFrom('a', '__proto__', '"', '7', ''), some);
    const document = fc.array(fc.oneof(list, record), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 1), (value, indent) => {
        const json = JSON.stringify([...value, long], null, indent);
        expect(JSON.stringify(inPieces(json))).toBe(JSON.stringify(whole(json)));
      }),
      { numRuns: 40 },
    );
  });

  const large = JSON.stringify({ a: manyLists, b: [manyMembers, long], c: 1 });
  test.each([
    ['a comma too many in a list', large.replace('[],[],', '[],,[],')],
    ['a comma at the end of a list', large.replace('[]]', '[],]')],
    ['a comma at the end', large.replace(/\}$/, ',}')],
    ['a comma at the start', large.replace('{', '{,')],
    ['another bracket', large.replace('"a":[', '"a":{')],
    ['no colon', large.replace('"a":', '"a" ')],
    ['a name that is none', large.replace('"a":', 'a:')],
    ['no comma between lists', large.replace('],"b"', ']"b"')],
    ['more after its end', `${large} 1`],
    ['more within a member', large.replace('],"b"', '] 1,"b"')],
    ['no end', large.slice(0, -1)],
    ['too many ends', `${large}}`],
    ['a text without an end', large.slice(0, large.lastIndexOf('"'))],
  ])('is refused with %s', (_fault, json) => {
    expect(json).not.toBe(large);
    expect([inPieces(json), whole(json)]).toEqual(['no JSON', 'no JSON']);
  });

  test('lets other work run after each piece', () => {
    const steps = [...parseInPieces(large)].length;
    expect(steps).toBeGreaterThan(large.length / 100_000);
  });
});
