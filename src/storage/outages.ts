import { setTimeout as wait } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { outageIn } from '../errors/outage.js';
import type { Database } from './database.js';

/** Whether the database works, as far as this process knows, and if not, why. */
export interface Outages {
  /** Takes an error of an operation; returns whether it is an outage of the database. */
  note(error: unknown): boolean;
  /** The cause of the current outage; undefined while the database works. */
  current(): string | undefined;
  close(): Promise<void>;
}

/** The log of outages. */
export interface OutageLog {
  error(fields: { readonly err: unknown }, text: string): void;
  warn(text: string): void;
}

/** The pause between two checks of the database, and the time limit of a check, in milliseconds. */
const [CHECKS_EVERY, CHECKS_WITHIN] = [1_000, 5_000] as const;

/**
 * Writes a megabyte and drops it: this needs a connection, a primary and room on the disk. It does not need the privilege to create
 * temporary tables, since a refusal is no outage.
 */
const CHECK = `create temporary table parley_look on commit drop as
  select repeat('x', 1000) from generate_series(1, 1000)`;

/**
 * Tracks outages of the database. An outage begins with the first operation that fails because of it, and ends when a check succeeds and
 * nothing has failed since the check before. The log has one line for each cause of an outage and one for its end, however many requests
 * fail.
 */
export function openOutages({ url, storage }: Database, log: OutageLog): Outages {
  const stopping = new AbortController();
  const logged = new Set<string>();
  let why: string | undefined;
  let hasFailed = false;
  let checking = Promise.resolve();
  const logCause = (cause: string, err: unknown): void => {
    why = cause;
    if (!logged.has(cause)) log.error({ err }, `${cause}: requests get 503 until it works again`);
    logged.add(cause);
  };
  const isOver = async (): Promise<boolean> => {
    hasFailed = false;
    await wait(CHECKS_EVERY, undefined, { signal: stopping.signal, ref: false });
    const fault = await findFault(url);
    const outage = outageIn(fault);
    if (outage) logCause(outage.why, fault);
    else await renew([storage.pool, storage.chatPool]);
    return !outage && !hasFailed;
  };
  const checkUntilOver = async (): Promise<void> => {
    while (!(await isOver()));
    why = undefined;
    logged.clear();
    log.warn('the database works again');
  };
  const note = (error: unknown): boolean => {
    const outage = outageIn(error);
    hasFailed ||= outage !== undefined;
    if (!outage || why !== undefined) return outage !== undefined;
    logCause(outage.why, error);
    // Only closing the server interrupts it.
    checking = checkUntilOver().catch(() => undefined);
    return true;
  };
  const close = async (): Promise<void> => {
    stopping.abort();
    await checking;
  };
  return { note, current: () => why, close };
}

/** The error of a check of the database; undefined if the database works. */
async function findFault(connectionString: string): Promise<unknown> {
  const limits = { connectionTimeoutMillis: CHECKS_WITHIN, query_timeout: CHECKS_WITHIN };
  const client = new Client({ connectionString, ...limits, application_name: 'parley look' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(CHECK);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Closes idle connections: after a failover they may lead to a server that is read-only now, and stay there. */
async function renew(pools: readonly Pool[]): Promise<void> {
  const each = pools.flatMap((pool) => Array.from({ length: pool.idleCount }, () => pool));
  await Promise.allSettled(each.map(async (pool) => (await pool.connect()).release(true)));
}
