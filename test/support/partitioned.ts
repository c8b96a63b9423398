import type { Pool } from 'pg';

/** The tables that grow with chats: all have a shard key. */
const SHARDED = [
  ...['chat_session', 'chat_event', 'result', 'answer', 'count_delta', 'bot_count'],
  ...[
    'turn_answer',
    'idempotent_reply',
    'chat_stream',
    'client_log',
    'chat_trace',
    'chat_replay',
    'restricted_preview',
  ],
  ...['payment', 'file', 'webhook_delivery', 'chat_desk', 'chat_note'],
];

/**
 * Divides each of these tables, which must be empty, into eight partitions by the hash of the shard key. PostgreSQL then plans
 * statements over partitions as a cluster does over machines. Primary keys begin with the shard key; no other index stays unique.
 */
export async function partition(pool: Pool): Promise<void> {
  const client = await pool.connect();
  await client.query('alter sequence webhook_delivery_position_seq owned by none');
  for (const table of SHARDED) {
    const { rows } = await client.query<{ key: string | null; others: string[] }>(
      `select (select substring(pg_get_constraintdef(oid) from '\\((.*)\\)') from pg_constraint
          where conrelid = $1::regclass and contype = 'p') as key,
        array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = $1::regclass and not indisprimary) as others`,
      [table],
    );
    const [{ key, others } = { key: null, others: [] }] = rows;
    const parts = Array.from(
      { length: 8 },
      (_, n) =>
        `create table ${table}_${n} partition of ${table} for values with (modulus 8, remainder ${n});`,
    );
    await client.query(`
      alter table ${table} rename to whole;
      create table ${table} (like whole including defaults) partition by hash (shard_key);
      ${parts.join('')}
      drop table whole;
      ${key ? `alter table ${table} add constraint ${table}_pkey primary key (shard_key, ${key});` : ''}
      ${others
        .map(
          (index) =>
            `${index
              .replace(' UNIQUE ', ' ')
              .replace('public.whole', table)
              .replace(/INDEX \w+ ON/, 'INDEX ON')};`,
        )
        .join('')}`);
  }
  // Close the connection, so that its reads do not count for later users of the pool.
  client.release(true);
}

/**
 * Runs `work` in one transaction and returns, for each table that it used, how many of its partitions it read or wrote. `mode`
 * is PostgreSQL's `plan_cache_mode`: plans for any values, as prepared statements get in the end, or for the values sent.
 */
export async function touchedBy(
  pool: Pool,
  work: (pool: Pool) => Promise<unknown>,
  mode: 'force_generic_plan' | 'auto',
): Promise<Map<string, number>> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local plan_cache_mode = ${mode}`);
    const connection = { query: client.query.bind(client), connect: async () => client };
    await work(connection as unknown as Pool); // Storage uses no other members of a pool.
    const { rows } = await client.query<{ table: string; parts: number }>(
      `select regexp_replace(relname, '_\\d$', '') as table, count(*)::int as parts from pg_stat_xact_user_tables
        where relname ~ '_\\d$' and (seq_scan > 0 or idx_scan > 0 or n_tup_ins > 0 or n_tup_upd > 0 or n_tup_del > 0) group by 1`,
    );
    await client.query('commit');
    return new Map(rows.map(({ table, parts }) => [table, parts]));
  } finally {
    // Close the connection, whose counts would go on.
    client.release(true);
  }
}
