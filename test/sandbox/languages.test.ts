import { describe, expect, test } from '@jest/globals';
import { nodeSays } from '../support/nodeSays.js';
import { open } from '../support/sandboxes.js';
import { spokenCalls } from '../support/spokenCalls.js';

const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Africa/Johannesburg',
  'America/St_Johns',
];
const calls = spokenCalls(2_000);
const share = calls.length / ZONES.length;
const sandbox = open();

/** What code gives in the sandbox, as the test's Node says it. */
async function sandboxSays(codes: readonly string[], timeZone: string): Promise<string[]> {
  const outcomes = await sandbox.evaluate(codes, [], { timeZone });
  return outcomes.map((outcome) =>
    outcome.ok ? JSON.stringify(outcome.value ?? null) : outcome.error,
  );
}

const pairs = (codes: readonly string[], said: readonly string[]) =>
  codes.map((code, index) => `${code} → ${said[index]}`);

describe('scripts have the same languages, currencies and times as Node', () => {
  test.each(ZONES)('in %s', async (timeZone) => {
    const from = ZONES.indexOf(timeZone) * share;
    const codes = calls.slice(from, from + share);
    const said = await sandboxSays(codes, timeZone);
    expect(pairs(codes, said)).toEqual(pairs(codes, nodeSays(codes, timeZone)));
  });
});
