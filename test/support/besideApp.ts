import { afterAll, beforeAll } from '@jest/globals';
import { openStorage, type Storage, type Unit } from '../../src/storage/orm.js';
import type { TestApp } from './app.js';

/** Units of work on the database of a file's server, beside it; call it while the file is read. */
export function useUnits(app: () => TestApp): () => Unit {
  let storage: Storage | undefined;
  beforeAll(async () => {
    storage = await openStorage({ url: app().databaseUrl }, 2);
  });
  afterAll(async () => storage?.close());
  return () => {
    if (!storage) throw new Error('The database is up only within a test');
    return storage.openUnit();
  };
}
