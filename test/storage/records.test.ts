import { beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { rowsOf } from '../support/rows.js';
import { runOn } from '../support/testCluster.js';
import { useStorage } from '../support/database.js';

describe('the tables that the migrations make', () => {
  const own = useStorage();

  const other = useStorage();

  beforeAll(() => {
    // The comparator ignores columns with the database's own collation, which is C in tests; so it is given another one.
    for (const { storage } of [own, other]) {
      const helper = storage.orm.em.getPlatform().getSchemaHelper();
      Object.assign(helper ?? {}, { getDatabaseCollation: async () => 'another' });
    }
  });

  const classes = () => [...own.storage.orm.getMetadata().getAll().values()];

  /** Runs statements in a transaction, returns what `look` finds after them, and rolls them back. */
  async function after<T>(statements: readonly string[], look: (client: Client) => Promise<T>) {
    const client = new Client(own.url);
    await client.connect();
    try {
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
      return await look(client);
    } finally {
      await client.end();
    }
  }

  test('match the classes: MikroORM would change nothing', async () => {
    const { schema } = own.storage.orm;
    expect(await schema.getUpdateSchemaSQL()).toBe('');
    expect(await schema.getUpdateSchemaSQL({ safe: true })).toBe('');
  });

  test('would be changed by MikroORM if they were different', async () => {
    const differences = [
      ['alter table bot add column stray text', 'drop column "stray"'],
      ['alter table bot alter column revision type bigint', '"revision" type int'],
      ['alter table job alter column file_token type text collate "POSIX"', 'collate "C"'],
      ['alter table result alter column flow_id drop default', `"flow_id" set default ''`],
      ['alter table app_user alter column name set not null', '"name" drop not null'],
      ['drop index chat_session_age', 'create index "chat_session_age"'],
      [
        'drop index job_expiry; create index job_expiry on job (expires_at)',
        'where expires_at is not null',
      ],
      ['alter table job drop constraint job_bot_id_fkey', 'add constraint "job_bot_id_fkey"'],
      ['create table stray (id text primary key)', 'drop table if exists "stray"'],
    ] as const;
    await runOn(
      other.url,
      differences.map(([difference]) => difference),
    );
    const sql = await other.storage.orm.schema.getUpdateSchemaSQL();
    for (const [, change] of differences) expect(sql).toContain(change);
  });

  test('have the indexes that classes define in SQL, which MikroORM compares by name only', async () => {
    const given = classes()
      .flatMap(({ indexes }) => indexes)
      .filter(({ expression }) => expression !== undefined);
    expect(given.length).toBeGreaterThan(0);
    for (const { name, expression } of given) {
      const definition = async (client: Client) =>
        (await client.query<{ sql: string }>(`select pg_get_indexdef('${name}'::regclass) as sql`))
          .rows;
      const made = await after([`drop index ${name}`, String(expression)], definition);
      expect(made).toEqual(await after([], definition));
    }
  });

  test('have no index of chats that names what a turn changes, also in its condition: every turn stays in its page', async () => {
    const kept = ['id', 'shard_key', 'bot_id', 'result_id', 'is_preview', 'created_at'];
    const columns = await rowsOf(
      own.url,
      `select attname as name, exists (select from pg_indexes where tablename = 'chat_session' and indexdef ~ ('\\m' || attname || '\\M')) as indexed
       from pg_attribute where attrelid = 'chat_session'::regclass and attnum > 0 and not attisdropped`,
    );
    const indexed = columns.flatMap(({ name, indexed: is }) => (is === true ? [String(name)] : []));
    expect(indexed).toContain('result_id');
    expect(indexed.filter((name) => !kept.includes(name))).toEqual([]);
  });

  test('have the storage settings that classes cannot express: space for updates in place, and unlogged tables for data that may be lost', async () => {
    const options = await rowsOf(
      own.url,
      `select relname as table, relpersistence = 'u' as unlogged, reloptions as options from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'
         and (relpersistence <> 'p' or reloptions is not null) order by 1`,
    );
    expect(options).toEqual([
      { table: 'bot_count', unlogged: false, options: ['fillfactor=80'] },
      { table: 'bot_editor', unlogged: true, options: ['fillfactor=50'] },
      { table: 'chat_session', unlogged: false, options: ['fillfactor=70'] },
      { table: 'chat_stream', unlogged: true, options: ['fillfactor=50'] },
      { table: 'chat_viewer', unlogged: true, options: ['fillfactor=50'] },
      {
        table: 'count_delta',
        unlogged: false,
        options: ['autovacuum_vacuum_scale_factor=0', 'autovacuum_vacuum_threshold=20000'],
      },
      { table: 'result', unlogged: false, options: ['fillfactor=70'] },
    ]);
    const statistics = await rowsOf(
      own.url,
      `select attrelid::regclass || '.' || attname as place, attstattarget as target
       from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attstattarget > 0`,
    );
    expect(statistics).toEqual([{ place: 'result.bot_id', target: 1000 }]);
  });

  test('have a class each, except those without a key and the list of migrations', async () => {
    const tables = await rowsOf<{ name: string }>(
      own.url,
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname collate "C"`,
    );
    const mapped = new Set(classes().map(({ tableName }) => tableName));
    const unmapped = tables.filter(({ name }) => !mapped.has(name));
    expect(unmapped.map(({ name }) => name)).toEqual([
      'count_delta',
      'counted_log',
      'migration',
      'segment_log',
    ]);
  });

  test('compare ids byte by byte, because cursors and the times in ids need that', async () => {
    const ids = await rowsOf<{ place: string; collation: string }>(
      own.url,
      `select attrelid::regclass || '.' || attname as place, collname as collation from pg_attribute
       join pg_class on pg_class.oid = attrelid join pg_collation on pg_collation.oid = attcollation
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'id'`,
    );
    expect(ids.length).toBeGreaterThan(8);
    expect(ids.filter(({ collation }) => collation !== 'C')).toEqual([]);
  });
});
