import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { openStorage, type Storage } from '../../src/storage/orm.js';
import { databaseUrl, runOn } from './testCluster.js';

/** A migrated, empty database that belongs to one test. */
export interface TestDatabase {
  readonly url: string;
  /** Drops the database, and closes the connections to it that are still open. */
  readonly drop: () => Promise<void>;
}

/** Copies the migrated template of this test run, which takes about 50 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = process.env['TEST_TEMPLATE_URL'];
  if (!template) {
    throw new Error('This test runs without a database; see the projects in jest.config.js');
  }
  const templateName = new URL(template).pathname.slice(1);
  const name = templateName.replace(/template$/, randomUUID().slice(0, 8));
  const nodes = (process.env['TEST_NODES'] ?? '').split(' ');
  const onEach = async (statement: string): Promise<void> => {
    for (const node of nodes) await runOn(databaseUrl(node, 'postgres'), [statement]);
  };
  await onEach(`CREATE DATABASE "${name}" TEMPLATE "${templateName}" STRATEGY FILE_COPY`);
  const drop = () => onEach(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  return { url: databaseUrl(template, name), drop };
}

/** A database without a server; its members are available within hooks and tests. */
interface OwnStorage {
  readonly url: string;
  readonly storage: Storage;
}

/** Opens one database for all tests of a file; call it at the top level of the file. */
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
