import { expect, test } from '@jest/globals';
import { botTestSchema } from '../../../src/engine/documents/botTest.js';

test('a test is refused with the place and the reason when it is not written as it should be', () => {
  const sent = { format: 1, name: 'x', now: '2026-05-01T12:00:00Z', seed: '1', steps: [] };
  const faultsOf = (test: object) =>
    botTestSchema
      .safeParse({ ...sent, ...test })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? ['none'];
  expect(faultsOf({})).toEqual(['none']);
  expect(faultsOf({ steps: [{ say: 'a', wait: 1 }] })[0]).toMatch(
    /^steps\.0: Must have one member/,
  );
  expect(faultsOf({ stubs: [{ result: 1 }] })).toEqual([
    'stubs.0: Must have either `block` or `url`',
  ]);
  expect(faultsOf({ timeZone: 'Mars' })[0]).toMatch(/^timeZone: /);
  for (const name of ['a\nb', '\u001b[2J', '\u202ea', ' '])
    expect(faultsOf({ name })).toEqual(['name: Must be one line of visible characters']);
  expect(faultsOf({ variables: { Name: 'a\0b' } })[0]).toMatch(/^variables\.Name: /);
  expect(faultsOf({ variables: { Name: 'x'.repeat(70_000) } })[0]).toMatch(/Is longer than 65536/);
});
