import { expect, test } from '@jest/globals';
import { cutAnswer, MODEL_ANSWER } from '../../src/integrations/answerPieces.js';

const bounds = { longest: 50, nested: 5, lines: 20 };

/** The pieces of an answer that arrives in chunks of so many bytes. */
function piecesOf(text: string, isStream: boolean, limits = bounds, chunk = 7): string[] {
  const cut = cutAnswer(isStream, limits);
  const bytes = Buffer.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk) {
    for (const piece of cut(bytes.subarray(at, at + chunk))) pieces.push(piece.toString('latin1'));
  }
  return pieces;
}

test.each(['\n', '\r', '\r\n'])(
  'each event of a stream may be as large (lines end in %j)',
  (end) => {
    const event = `data:{"a":[1]}${end}${end}`;
    const text = event.repeat(4);
    expect(piecesOf(text, true).join('')).toBe(text);
    expect(() => piecesOf(`data:${'x'.repeat(60)}`, true)).toThrow('the response is too large');
    expect(() => piecesOf(`data:{}${end}`.repeat(6), true)).toThrow('the response is too large');
    expect(() => piecesOf(`data:${end}`.repeat(10), true)).toThrow('the response is too large');
    expect(() => piecesOf(end.repeat(21), true)).toThrow('the response is too large');
  },
);

test('an empty line does not divide a document', () => {
  expect(piecesOf('{"a":\n\n[1]}', false).join('')).toBe('{"a":\n\n[1]}');
  expect(() => piecesOf('{}\n\n'.repeat(6), false)).toThrow('the response is too large');
  expect(() => piecesOf('1234\n\n'.repeat(9), false)).toThrow('the response is too large');
});

test('no piece has more than 32 lines or 4 096 bytes', () => {
  const lines = piecesOf('x\n'.repeat(1_000), true, { ...MODEL_ANSWER }, 65_536);
  expect(Math.max(...lines.map((piece) => piece.split('\n').length - 1))).toBe(32);
  const long = piecesOf('x'.repeat(10_000), true, { ...MODEL_ANSWER }, 65_536);
  expect(long.map(({ length }) => length)).toEqual([4_096, 4_096, 1_808]);
});
