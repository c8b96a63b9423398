import { afterAll, beforeAll } from '@jest/globals';
import { openStorage, type Storage } from '../../src/storage/orm.js';
import { createTestDatabase, type TestDatabase } from './database.js';

/** A database without a server; its members are there within hooks and tests. */
export interface OwnStorage {
  readonly url: string;
  readonly storage: Storage;
}

/** One database for all tests of a file; call it while the file is read. */
export function useStorage(): OwnStorage {
  let open: { readonly database: TestDatabase; readonly storage: Storage } | undefined;
  beforeAll(async () => {
    const database = await createTestDatabase();
    open = { database, storage: await openStorage({ url: database.url }) };
  });
  afterAll(async () => {
    await open?.storage.close();
    await open?.database.drop();
  });
  const opened = () => {
    if (!open) throw new Error('The database is up only within a test');
    return open;
  };
  return {
    get url() {
      return opened().database.url;
    },
    get storage() {
      return opened().storage;
    },
  };
}
