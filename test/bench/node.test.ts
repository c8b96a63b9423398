import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

test('a measured server, which works in a folder of its own, runs on the Node that npm start chooses', () => {
  const script = fileURLToPath(new URL('../../scripts/node.sh', import.meta.url));
  const versionIn = (cwd: string) =>
    spawnSync('sh', [script, '--version'], { cwd, encoding: 'utf8' }).stdout;
  expect(versionIn(tmpdir())).toMatch(/^v\d+/);
  expect(versionIn(tmpdir())).toBe(versionIn('.'));
});
