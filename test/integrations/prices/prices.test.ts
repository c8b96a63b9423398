import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openPrices } from '../../../src/integrations/prices/prices.js';
import { PRICES, type Price } from '../../../src/integrations/prices/priceTable.js';
import { readPrices } from '../../../src/integrations/prices/readPrices.js';

const SHIPPED: readonly Price[] = [
  { vendor: 'openai', model: 'talker', from: '2025-01-01', prompt: 4, completion: 8 },
  { vendor: 'openai', model: 'talker', from: '2026-01-01', prompt: 2, completion: 4 },
  { vendor: 'openai', model: 'speaker', from: '2025-01-01', characters: 15 },
  { vendor: 'openai', model: 'writer', from: '2025-01-01', minute: 0.006 },
  { vendor: 'openai', model: 'painter', from: '2025-01-01', request: 0.04 },
];

function pricesOn(day: string, ...lists: (readonly Price[])[]) {
  const logged: object[] = [];
  const log = { info: (fields: object) => void logged.push(fields) };
  return { ...openPrices([...lists, SHIPPED], log, () => day), logged };
}

const used = { vendor: 'openai', model: 'talker', prompt: 1_000_000, completion: 500_000 };

describe('a request costs', () => {
  test('what its model cost on that day', () => {
    expect(pricesOn('2025-06-01').costOf(used)).toBe(8);
    expect(pricesOn('2026-06-01').costOf(used)).toBe(4);
  });

  test('the same for a snapshot of the model', () => {
    const { costOf, logged } = pricesOn('2026-06-01');
    for (const name of ['talker-latest', 'talker-2026-03-04', 'talker-20260304', 'talker-0304']) {
      expect(costOf({ ...used, model: name })).toBe(4);
    }
    expect(logged).toEqual([]);
  });

  test('by characters, minutes or requests, where vendors charge for these', () => {
    const { costOf } = pricesOn('2026-06-01');
    const vendor = 'openai';
    expect(costOf({ vendor, model: 'speaker', characters: 200_000 })).toBe(3);
    expect(costOf({ vendor, model: 'writer', seconds: 90 })).toBeCloseTo(0.009, 9);
    expect(costOf({ vendor, model: 'painter' })).toBe(0.04);
  });

  test('the price of the operator, if there is one, before that of the server', () => {
    const own = [{ vendor: 'openai', model: 'talker', from: '2026-02-01', prompt: 1 }];
    expect(pricesOn('2026-06-01', own).costOf(used)).toBe(1);
    expect(pricesOn('2026-06-01', own).costOf({ vendor: 'openai', model: 'painter' })).toBe(0.04);
  });

  test('the cost that the vendor reports, if it does', () => {
    expect(pricesOn('2026-06-01').costOf({ ...used, cost: 0.5 })).toBe(0.5);
  });

  test('nothing where no price is known, which is logged once', () => {
    const { costOf, logged } = pricesOn('2024-06-01');
    expect([
      costOf(used),
      costOf(used),
      costOf({ vendor: 'groq', model: 'x'.repeat(500) }),
    ]).toEqual([0, 0, 0]);
    expect(logged).toEqual([{ model: 'openai/talker' }, { model: `groq/${'x'.repeat(100)}` }]);
    for (let name = 0; name < 3_000; name += 1) costOf({ vendor: 'groq', model: `m${name}` });
    expect(logged).toHaveLength(1_000);
  });
});

test('every price of the server has a day, and is for a kind of credentials', () => {
  for (const { vendor, from } of PRICES) {
    expect(from).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
    expect(vendor).toMatch(/^(openai|anthropic|mistral)$/);
  }
});

describe('the prices of an operator', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-prices-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (text: string): string => {
    const file = join(folder, 'prices.json');
    writeFileSync(file, text);
    return file;
  };

  test('are read from a file', () => {
    expect(readPrices(undefined)).toEqual([]);
    expect(readPrices(written(JSON.stringify(SHIPPED)))).toEqual(SHIPPED);
  });

  test.each([
    ['that is not there', 'nowhere', 'does not exist'],
    ['that is no JSON', '[{', 'is not a list like'],
    ['with a day that is none', '[{"vendor":"a","model":"b","from":"soon"}]', 'is not a list like'],
    [
      'with a misspelt member',
      '[{"vendor":"a","model":"b","from":"2026-01-31","promt":1}]',
      'is no',
    ],
    ['that is too large', ' '.repeat(1_000_001), 'has 1000001 bytes; 1000000 are allowed'],
  ])('stop the start in a file %s', (_what, text, why) => {
    const file = text === 'nowhere' ? join(folder, text) : written(text);
    expect(() => readPrices(file)).toThrow(`AI_PRICES cannot be read: ${file} ${why}`);
  });
});
