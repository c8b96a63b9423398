import { expect, test } from '@jest/globals';
import { openVolumes } from '../../src/files/volumes.js';

const GB = 2 ** 30;

/** Volumes of 100 GB whose free room a test changes. */
function volumesOf(free: Record<string, number>, hasBucket = false) {
  const logged: string[] = [];
  const note = (_facts: unknown, sentence?: string) => void logged.push(String(sentence));
  const volumes = openVolumes({
    folder: hasBucket ? undefined : 'files',
    databaseFolder: async () => 'database',
    reserve: { share: 0.1, bytes: 2 * GB },
    log: { warn: note, info: note },
    measure: async (of) => ({ size: 100 * GB, free: (free[of] ?? 0) * GB }),
  });
  return { volumes, logged };
}

test('uploads have the room above the reserve, of the fuller of both volumes', async () => {
  const { volumes } = volumesOf({ files: 30, database: 7 });
  expect(volumes.last()).toEqual({ left: Infinity });
  expect(await volumes.look()).toEqual({ left: 5 * GB, size: 100 * GB });
  expect(volumes.last().left).toBe(5 * GB);
});

test.each(['files', 'database'])(
  'when the volume of the %s comes to its reserve that is logged once, and once when there is room again',
  async (full) => {
    const free: Record<string, number> = { files: 30, database: 30 };
    const { volumes, logged } = volumesOf(free);
    await volumes.look();
    for (const now of [1.9, 1.8, 2.05]) {
      free[full] = now;
      expect((await volumes.look()).left).toBe(0);
    }
    expect(logged).toEqual([expect.stringContaining('uploads are refused')]);
    free[full] = 2.2;
    expect((await volumes.look()).left).toBeGreaterThan(0);
    await volumes.look();
    expect(logged).toEqual([
      expect.stringContaining('uploads are refused'),
      expect.stringContaining('uploads are taken again'),
    ]);
  },
);

test('with a bucket the volume of the database counts alone', async () => {
  const { volumes } = volumesOf({ files: 0, database: 7 }, true);
  expect(await volumes.look()).toEqual({ left: 5 * GB, size: undefined });
});

test('a folder that is not there yet is on the volume of the one above it', async () => {
  const volumes = openVolumes({
    folder: '/no/such/folder',
    databaseFolder: () => Promise.reject(new Error('The database is gone')),
    reserve: { bytes: 0 },
    log: { warn: () => undefined, info: () => undefined },
  });
  expect((await volumes.look()).size).toBeGreaterThan(0);
});

test('a database whose folder is not on this machine has no volume here', async () => {
  const volumes = openVolumes({
    folder: undefined,
    databaseFolder: async () => '/no/such/folder',
    reserve: { bytes: 0 },
    log: { warn: () => undefined, info: () => undefined },
  });
  expect((await volumes.look()).left).toBe(Infinity);
});
