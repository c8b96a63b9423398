import { describe, expect, test } from '@jest/globals';
import { rowsOf } from '../support/rows.js';
import { useStorage } from '../support/useStorage.js';

interface Column {
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
}

/** What PostgreSQL calls the types that records name in short. */
const typeNames: Readonly<Record<string, string>> = {
  'timestamptz(3)': 'timestamp(3) with time zone',
  int: 'integer',
};

describe('the tables that the migrations make', () => {
  const own = useStorage();

  const records = () => [...own.storage.orm.getMetadata().getAll().values()];
  const columnsOf = (table: string) =>
    rowsOf<Column>(
      own.url,
      `select attname as column, format_type(atttypid, atttypmod) as type, not attnotnull as nullable
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attgenerated = '' -- What the database makes by itself, nobody writes.
       order by 1`,
      [`"${table}"`],
    );

  test('are those the records describe, to the column, its type and whether it may be null', async () => {
    for (const { tableName, props } of records()) {
      const described = props
        .filter(({ persist, fieldNames }) => persist !== false && fieldNames?.length)
        .map(({ fieldNames, columnTypes, nullable }) => ({
          column: fieldNames[0],
          type: typeNames[columnTypes?.[0] ?? ''] ?? columnTypes?.[0],
          nullable: nullable === true,
        }))
        .sort((a, b) => String(a.column).localeCompare(String(b.column), 'en'));
      const real = await columnsOf(tableName);
      const byName = (a: Column, b: Column) => a.column.localeCompare(b.column, 'en');
      expect({ tableName, columns: described }).toEqual({ tableName, columns: real.sort(byName) });
    }
  });

  test('have the keys the records describe', async () => {
    for (const record of records()) {
      const { tableName } = record;
      const described = record.getPrimaryProps().flatMap(({ fieldNames }) => fieldNames);
      const real = await rowsOf<{ column: string }>(
        own.url,
        `select attname as column from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
         where indrelid = $1::regclass and indisprimary order by array_position(indkey::int[], attnum::int)`,
        [`"${tableName}"`],
      );
      expect([tableName, real.map(({ column }) => column)]).toEqual([tableName, described]);
    }
  });

  test('compare ids byte by byte, as cursors and times in ids need it', async () => {
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
