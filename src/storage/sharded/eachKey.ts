import type { Pool } from 'pg';

/** The shard keys that a statement is run for, as `ofKeys` takes them; null is all. */
export type Keys = readonly string[] | null;

/** The condition that a row has one of the shard keys that the parameter holds. Constant, and so for nothing, where that is null. */
export function ofKeys(parameter: string, table?: string): string {
  const column = table === undefined ? 'shard_key' : `${table}.shard_key`;
  return `(${parameter}::text[] is null or ${column} = any(${parameter}))`;
}

/**
 * For which shard keys a statement of background work is run, one after the other. One PostgreSQL takes it for all at once. A cluster
 * refuses statements that lock rows of several keys, so that there it is run for each key that has work; in any order, so that none is
 * always the last one.
 */
export async function eachKey(
  pool: Pick<Pool, 'query'>,
  findKeys: () => Promise<readonly string[]> | readonly string[],
): Promise<readonly Keys[]> {
  if (!(await isSharded(pool))) return [null];
  const keys = new Set(await findKeys());
  return [...keys]
    .map((key) => ({ key, place: Math.random() }))
    .sort(byPlace)
    .map(({ key }) => [key]);
}

const byPlace = (one: { place: number }, other: { place: number }): number =>
  one.place - other.place;

/** The shard keys that some rows have; `rows` is a table with a condition. */
export async function keysWith(
  pool: Pick<Pool, 'query'>,
  rows: string,
  values: readonly unknown[] = [],
): Promise<string[]> {
  const { rows: found } = await pool.query<{ shardKey: string }>(
    `select distinct shard_key as "shardKey" from ${rows}`,
    [...values],
  );
  return found.map(({ shardKey }) => shardKey);
}

/** Whether the tables are spread over several machines (`layout.sql`); asked once, since that is done before servers start. */
async function isSharded(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const known = sharded.get(pool);
  if (known !== undefined) return known;
  const { rows } = await pool.query<{ is: boolean }>('select is_sharded() as is');
  const is = rows[0]?.is === true;
  sharded.set(pool, is);
  return is;
}

const sharded = new WeakMap<Pick<Pool, 'query'>, boolean>();
