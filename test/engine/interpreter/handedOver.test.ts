import { describe, expect, test } from '@jest/globals';
import { parseJson } from '../../../src/engine/values/parseJson.js';
import { playOnce } from '../../support/chat.js';
import { flowOf, type BlockSketch } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

const many = (count: number, text: string) =>
  Array.from({ length: count }, (_, n) => `${text} ${n}`);

describe('the data that a turn sends outside', () => {
  const url = 'https://api.example.com/';
  const request = (webhook: object = { url }, more: object = {}): BlockSketch => ({
    type: 'Webhook',
    options: { webhook, ...more },
  });
  const asksOf = (flow: ReturnType<typeof flowOf>, value: unknown) => {
    let asks = 0;
    const answer = () => {
      asks += 1;
      return { ok: true, value } as const;
    };
    const [turn] = playOnce(flow, [], { answer });
    return { asks, last: linesOf(turn?.events ?? []).at(-1) };
  };
  const response = { statusCode: 200, body: '' };

  test('counts as work: fifty requests of two megabytes are not sent in one turn', () => {
    const Start = Array.from({ length: 50 }, () => request());
    const flow = flowOf({ variables: { List: many(60_000, 'x'.repeat(30)) }, groups: { Start } });
    const { asks, last } = asksOf(flow, response);
    expect(asks).toBeGreaterThan(2);
    expect(asks).toBeLessThan(20);
    expect(last).toMatch('it was more work than a turn may be');
  });

  test('counts as work when it comes back too', () => {
    const Start = Array.from({ length: 50 }, () => request());
    const body = 'x'.repeat(5_000_000);
    const { asks, last } = asksOf(flowOf({ groups: { Start } }), { statusCode: 200, body });
    expect(asks).toBeLessThan(8);
    expect(last).toMatch('it was more work than a turn may be');
  });

  test('counts as work in a form, and when two hundred thousand secrets are masked in a log', () => {
    const form = { key: 'Content-Type', value: 'application/x-www-form-urlencoded', id: '1' };
    const body = JSON.stringify({ text: 'x'.repeat(9_000_000) });
    const custom = request({ url, headers: [form], body }, { isCustomBody: true });
    expect(asksOf(flowOf({ groups: { Start: [custom] } }), response).asks).toBe(0);
    const value = 'a secret99 '.repeat(200_000);
    const secrets = request({ url, method: 'GET', headers: [{ key: 'x', value, id: '1' }] });
    const long = { statusCode: 200, body: 'y'.repeat(5_000) };
    const { asks, last } = asksOf(flowOf({ groups: { Start: [secrets] } }), long);
    expect([asks, last]).toEqual([1, expect.stringMatching('it was more work')]);
  });

  test('a response with hundreds of thousands of lists stays text', () => {
    expect(parseJson(`[${'[],'.repeat(300_000)}[]]`)).toBeUndefined();
    expect(parseJson(`[${'"\\\\\\"",'.repeat(20_000)}1]`)).toHaveLength(20_001);
    expect(parseJson(`"${'x'.repeat(70_000)}`)).toBeUndefined();
    expect(parseJson(`{"a":[${'1,'.repeat(40_000)}1]}`)).toHaveProperty('a.40000', 1);
  });
});
