import { afterAll, expect, test } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chanceOf } from '../../bench/chaos/chance.js';
import { moveUnderFire } from '../../bench/chaos/move.js';
import { startPhoenix } from '../../bench/chaos/phoenix.js';
import { bundleServer } from '../../scripts/bundle.mjs';
import { findRunningPostgres } from '../../src/storage/postgres/runningPostgres.js';
import { prepareData } from '../support/childServer.js';

const undos: (() => void | Promise<void>)[] = [];
afterAll(async () => {
  for (const undo of undos.toReversed()) await undo();
});

test('when a server is killed while bots change and change back, each open chat goes where the plan said, and no message is lost or doubled', async () => {
  await bundleServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-moved-'));
  // If this process is root, PostgreSQL runs as another user, who needs access.
  chmodSync(dataDir, 0o755);
  undos.push(() => rmSync(dataDir, { recursive: true, force: true }));
  await prepareData(dataDir);
  const settings = { DATA_DIR: dataDir };
  const server = await startPhoenix('', { settings }, (undo) => void undos.push(undo));
  let kills = 0;
  const outcome = await moveUnderFire(
    { chance: chanceOf(29), say: () => undefined },
    {
      ...{ servers: [server], pairs: 5, each: 20 },
      databaseUrl: () => findRunningPostgres(dataDir) ?? '',
      async fire() {
        if (kills > 0) return 0;
        kills += 1;
        await server.now().kill();
        await server.rise();
        return 1;
      },
    },
  );
  expect(outcome.broken).toEqual([]);
  expect(outcome.figures).toMatchObject({ chats: 100, kills: 1, lost: 0, doubled: 0 });
});
