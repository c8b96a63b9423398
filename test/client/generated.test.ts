import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

test('the typed operations of the package are those of the examples, and fit the schema', () => {
  const program = ['scripts/printClient.mjs', '--check'];
  const { stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' });
  expect(stderr).toBe('');
});
