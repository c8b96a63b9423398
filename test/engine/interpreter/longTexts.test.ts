import { expect, test } from '@jest/globals';
import { isAllowedFile } from '../../../src/engine/blocks/kind/fileType.js';
import { chat } from '../../support/chat.js';
import { ask, flowOf } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

// Each of these took almost a minute with a pattern that started again at every character of the text.

test('a number of a hundred thousand digits that ends in a letter is refused at once', () => {
  const flow = flowOf({ groups: { Start: [ask('number input')] } });
  const [, turn] = chat(flow, [`${'1'.repeat(99_000)}x`]);
  expect(linesOf(turn?.events ?? []).at(-1)).toBe('? number input');
});

test('the kind of a file is found in an address that is all question marks and lines', () => {
  expect(isAllowedFile(`https://x.io/a.png${'?'.repeat(100_000)}\n`, ['.png'])).toBe(true);
});

test('a header that is all blanks after the word Basic is sent as it is', () => {
  const value = `Basic${' '.repeat(100_000)}x`;
  const webhook = { url: 'https://x.io', headers: [{ id: 'h', key: 'Authorization', value }] };
  const lengths: number[] = [];
  const answer = (asked: object) => {
    lengths.push(JSON.stringify(asked).length);
    return { ok: false, error: 'down' } as const;
  };
  chat(flowOf({ groups: { Start: [{ type: 'Webhook', options: { webhook } }] } }), [], { answer });
  expect(Math.min(...lengths)).toBeGreaterThan(100_000);
});
