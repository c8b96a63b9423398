import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ensureOwner } from '../../src/auth/owner.js';
import { openStorage, type Storage } from '../../src/storage/orm.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { rowsOf } from '../support/rows.js';

describe('the first start', () => {
  let database: TestDatabase;
  let storage: Storage;
  let dataDir: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    storage = await openStorage({ url: database.url });
    dataDir = mkdtempSync(join(tmpdir(), 'parley-owner-'));
  });
  afterEach(async () => {
    await storage.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The lines that it prints at the start. */
  const start = async (adminToken?: string) => {
    const told: string[] = [];
    await ensureOwner(storage.openUnit(), { dataDir, adminToken }, (line) => told.push(line));
    return told;
  };
  const tokens = async () =>
    rowsOf(database.url, 'select name, prefix from api_token order by created_at');

  test('creates the owner and a token, prints the token once and stores it in a file that only the user of the server can read', async () => {
    const file = join(dataDir, 'owner-token');
    writeFileSync(file, 'of an older database', { mode: 0o644 });
    const [heading, newToken = ''] = await start();
    expect(heading).toContain(dataDir);
    expect(newToken).toMatch(/^parley_[\w-]{43}$/);
    expect(readFileSync(file, 'utf8')).toBe(`${newToken}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await tokens()).toEqual([{ name: 'First start', prefix: newToken.slice(0, 12) }]);
    expect(await start()).toEqual([]);
    expect(await tokens()).toHaveLength(1);
    expect(await rowsOf(database.url, 'select from app_user')).toHaveLength(1);
  });

  test('uses ADMIN_TOKEN instead if it is set, and adds one that is set later', async () => {
    expect(await start('given-by-the-environment')).toEqual([]);
    expect(await start('given-by-the-environment')).toEqual([]);
    expect(await tokens()).toEqual([{ name: 'ADMIN_TOKEN', prefix: 'given-by-the' }]);
    await start('another-one-of-twenty-letters');
    expect(await tokens()).toHaveLength(2);
    expect(await rowsOf(database.url, 'select from app_user')).toHaveLength(1);
  });
});
