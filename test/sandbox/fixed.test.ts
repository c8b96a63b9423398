import { expect, test } from '@jest/globals';
import { sandbox } from '../support/sandboxes.js';

const NOW = Date.UTC(2026, 4, 1, 12);
const CODE = `return [Math.random(), Math.random(), Date.now(), new Date().toISOString(), Date().slice(0, 15), new Date(0).getTime()]`;

test('code of a simulation reads the clock it is given, and draws numbers that follow from its seed', async () => {
  const run = (seed: string) =>
    sandbox.evaluate([CODE, CODE], [], { fixed: { now: NOW, seed } }).then(JSON.stringify);
  const first = await run('a');
  expect(first).toContain(`${NOW},"2026-05-01T12:00:00.000Z","Fri May 01 2026",0`);
  expect(await run('a')).toBe(first);
  const drawn = (JSON.parse(first) as { value: number[] }[]).flatMap(({ value }) =>
    value.slice(0, 2),
  );
  expect(new Set(drawn).size).toBe(4);
  expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(await run('b')).not.toBe(first);
});

test('a script of a simulation sends its requests where the simulation says', async () => {
  const { outcome } = await sandbox.runScript({
    code: 'return [await fetch("https://shop.example"), Date.now()]',
    args: [],
    capabilities: { fetch: true },
    fixed: { now: NOW, seed: 'a' },
    fetch: async ({ url }) => ({ ok: true, body: `from ${url}` }),
  });
  expect(outcome).toEqual({ ok: true, value: ['from https://shop.example', NOW] });
});

test('code of a chat keeps the clock of the machine, and numbers that differ', async () => {
  const run = () => sandbox.evaluate(['return [Math.random(), Date.now() > 1.7e12]'], []);
  const [first, second] = await Promise.all([run(), run()]);
  expect(first).toMatchObject([{ value: [expect.any(Number), true] }]);
  expect(second).not.toEqual(first);
});
