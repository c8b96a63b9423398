import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import pg from 'pg';
import { partAt } from './parts.js';

/** Runs one statement on a database and returns its rows, for what callers of the server cannot do or see. */
export async function rowsOf<Row extends object = Record<string, unknown>>(
  databaseUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<Row>(sql, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * The statements that the servers of this process sent to the database for requests that came during `work`. Left out are
 * background work, and those of `OCCASIONAL`, which not every request sends.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sentBy = new AsyncLocalStorage<string[]>();
  const texts: string[] = [];
  const begin = () => sentBy.enterWith(texts);
  subscribe('http.server.request.start', begin);
  const { query } = pg.Client.prototype;
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  spy.mockImplementation(function (this: pg.Client, ...sent: unknown[]): unknown {
    sentBy.getStore()?.push(textOf(sent[0]));
    return Reflect.apply(query, this, sent) as unknown;
  });
  try {
    await work();
    return texts.filter(
      (text) => text !== '' && !OCCASIONAL.some((start) => text.startsWith(start)),
    );
  } finally {
    spy.mockRestore();
    unsubscribe('http.server.request.start', begin);
    sentBy.disable();
  }
}

/**
 * The beginnings of statements that several requests share: the last use of a token, and notifications of other processes; and of those of
 * jobs, which a busy machine may run in the context of a request: adding up counts, and sending messages.
 */
const OCCASIONAL = [
  'update "api_token" set "last_used_at"',
  'select pg_notify(',
  'with log as materialized (',
  'update messenger_conversation set',
  'update messenger_status set',
];

function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  const text: unknown = partAt(sent, 'text');
  return typeof text === 'string' ? text : '';
}

/** A lock on a row, which no other connection can write meanwhile. */
interface RowLock {
  /** Resolves when so many writers wait for the row. */
  untilWaiting(count: number): Promise<void>;
  release(): Promise<void>;
}

const CHAT = 'select from chat_session where id = $1 for update';

/**
 * Locks the row of a chat, so that turns can be run, but not written, until it is released. Another `statement` takes other
 * locks; it is committed on release.
 */
export async function useLock(databaseUrl: string, id: string, statement = CHAT): Promise<RowLock> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query('begin');
  await client.query(statement, [id]);
  const waiting = async (): Promise<number> => {
    // Within a transaction PostgreSQL caches what `pg_stat_activity` showed first.
    await client.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await client.query(
      `select from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    );
    return rowCount ?? 0;
  };
  return {
    async untilWaiting(count) {
      while ((await waiting()) < count);
    },
    async release() {
      await client.query('commit');
      await client.end();
    },
  };
}

/** A checksum of the rows of each of these tables, in their order. */
export async function sumsOf(databaseUrl: string, tables: readonly string[]): Promise<unknown> {
  const sum = (table: string) =>
    rowsOf(
      databaseUrl,
      `select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from "${table}" t`,
    );
  return Promise.all(tables.map(sum));
}
