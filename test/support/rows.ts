import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import pg from 'pg';
import { partAt } from './parts.js';

/** Runs one statement on a database and gives its rows; for what no caller of the server can do or see. */
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
 * What was sent to the database for the requests that came to the servers of this process while something was done; not
 * what a server does by itself meanwhile, such as looking for work, nor that a token was used, which is written once in a while,
 * nor notifications of other processes, of which one statement sends all that have come up.
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
    return texts.filter((text) => text !== '' && !IN_ITS_TIME.some((one) => text.startsWith(one)));
  } finally {
    spy.mockRestore();
    unsubscribe('http.server.request.start', begin);
    sentBy.disable();
  }
}

/** The statements that belong to a request or to a later one, as time goes. */
const IN_ITS_TIME = ['update "api_token" set "last_used_at"', 'select pg_notify('];

function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  const text: unknown = partAt(sent, 'text');
  return typeof text === 'string' ? text : '';
}

/** A row that nobody else can write. */
interface RowLock {
  /** Settles when so many writers wait for the row. */
  untilWaiting(count: number): Promise<void>;
  release(): Promise<void>;
}

const CHAT = 'select from chat_session where id = $1 for update';

/**
 * Locks the row of a chat: turns can be run, but not written, until it is released. Or what another statement locks, which is
 * committed then.
 */
export async function useLock(databaseUrl: string, id: string, statement = CHAT): Promise<RowLock> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query('begin');
  await client.query(statement, [id]);
  const waiting = async (): Promise<number> => {
    // Within a transaction PostgreSQL goes on to show the connections that there were at the first look.
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

/** A sum of everything in each of these tables, which is another once anything in them has changed. */
export async function sumsOf(databaseUrl: string, tables: readonly string[]): Promise<unknown> {
  const sum = (table: string) =>
    rowsOf(
      databaseUrl,
      `select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as sum from "${table}" t`,
    );
  return Promise.all(tables.map(sum));
}
