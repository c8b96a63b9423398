import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { createTestDatabase } from '../support/database.js';
import { rowsOf } from '../support/rows.js';
import { runOn } from '../support/testCluster.js';

const MIGRATIONS = fileURLToPath(new URL('../../src/storage/migrations', import.meta.url));
const PROOFS = '0041-domain-proofs.sql';

test('a domain that was verified before domains were proven stays with its workspace, and is looked up at once', async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-migrations-'));
  try {
    await runOn(database.url, ['DROP SCHEMA public CASCADE', 'CREATE SCHEMA public']);
    await cp(MIGRATIONS, folder, { recursive: true, filter: (file) => !isSince(file) });
    await migrateDatabase(database.url, { directory: folder });
    await rowsOf(
      database.url,
      `insert into workspace (id, name, plan, is_past_due, is_suspended, created_at, updated_at) values ('w', 'Acme', 'FREE', false, false, now(), now())`,
    );
    await rowsOf(
      database.url,
      `insert into custom_domain (id, workspace_id, name, status, created_at, checked_at) values
        ('a', 'w', 'a.example.com', 'VALID', '2026-01-01', '2026-01-02'),
        ('b', 'w', 'b.example.com', 'INVALID', '2026-01-01', '2026-01-02'),
        ('c', 'w', 'c.example.com', 'PENDING', '2026-01-01', null)`,
    );
    await cp(path.join(MIGRATIONS, PROOFS), path.join(folder, PROOFS));
    await migrateDatabase(database.url, { directory: folder });
    const rows = await rowsOf(
      database.url,
      `select id, held_since::date::text as since, check_due_at <= now() as "isDue" from custom_domain order by id`,
    );
    expect(rows).toEqual([
      { id: 'a', since: '2026-01-02', isDue: true },
      { id: 'b', since: null, isDue: null },
      { id: 'c', since: null, isDue: null },
    ]);
    const proofs = await rowsOf<{ proof: string }>(database.url, 'select proof from custom_domain');
    expect(new Set(proofs.map(({ proof }) => proof)).size).toBe(3);
    for (const { proof } of proofs) expect(proof).toMatch(/^[\da-f]{64}$/);
  } finally {
    await rm(folder, { recursive: true });
    await database.drop();
  }
});

/** Whether a file is the migration to the proofs of domains, or a later one. */
function isSince(file: string): boolean {
  return path.basename(file) >= PROOFS && file.endsWith('.sql');
}
