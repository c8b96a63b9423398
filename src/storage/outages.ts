import { setTimeout as wait } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { outageIn } from '../errors/outage.js';
import type { Database } from './database.js';

/** What a process knows of its database: whether it works, and if not, why. */
export interface Outages {
  /** Takes an error; false if it says nothing of the database, and true if an outage was noted by it. */
  note(error: unknown): boolean;
  /** Why the database does not work now; undefined while it does. */
  current(): string | undefined;
  close(): Promise<void>;
}

/** The log of outages. */
export interface OutageLog {
  error(fields: { readonly err: unknown }, text: string): void;
  warn(text: string): void;
}

/** Between two looks whether the database works again, and how long one may take, in milliseconds. */
const [LOOKS_EVERY, LOOKS_WITHIN] = [1_000, 5_000] as const;

/**
 * Writes a megabyte that nobody keeps: it needs a connection, a primary and room on the disk. Privileges to make temporary tables are
 * not needed, since a refusal is no outage.
 */
const LOOK = `create temporary table parley_look on commit drop as
  select repeat('x', 1000) from generate_series(1, 1000)`;

/**
 * Remembers that the database does not work, from the first operation that failed by it until a look of its own succeeds and
 * nothing failed since the look before. The log has one line for each cause of an outage and one for its end, however many
 * requests fail.
 */
export function openOutages({ url, storage }: Database, log: OutageLog): Outages {
  const stopping = new AbortController();
  const told = new Set<string>();
  let why: string | undefined;
  let hasFailed = false;
  let looking = Promise.resolve();
  const tell = (cause: string, err: unknown): void => {
    why = cause;
    if (!told.has(cause)) log.error({ err }, `${cause}: requests get 503 until it works again`);
    told.add(cause);
  };
  const isOver = async (): Promise<boolean> => {
    hasFailed = false;
    await wait(LOOKS_EVERY, undefined, { signal: stopping.signal, ref: false });
    const fault = await findFault(url);
    const outage = outageIn(fault);
    if (outage) tell(outage.why, fault);
    else await renew([storage.pool, storage.chatPool]);
    return !outage && !hasFailed;
  };
  const lookUntilOver = async (): Promise<void> => {
    while (!(await isOver()));
    why = undefined;
    told.clear();
    log.warn('the database works again');
  };
  const note = (error: unknown): boolean => {
    const outage = outageIn(error);
    hasFailed ||= outage !== undefined;
    if (!outage || why !== undefined) return outage !== undefined;
    tell(outage.why, error);
    // Only a server that closes breaks it off.
    looking = lookUntilOver().catch(() => undefined);
    return true;
  };
  const close = async (): Promise<void> => {
    stopping.abort();
    await looking;
  };
  return { note, current: () => why, close };
}

/** The error of a look at the database; undefined if all is well. */
async function findFault(connectionString: string): Promise<unknown> {
  const limits = { connectionTimeoutMillis: LOOKS_WITHIN, query_timeout: LOOKS_WITHIN };
  const client = new Client({ connectionString, ...limits, application_name: 'parley look' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(LOOK);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Closes idle connections: after a failover they may lead to a server that can only be read now, and stay there. */
async function renew(pools: readonly Pool[]): Promise<void> {
  const each = pools.flatMap((pool) => Array.from({ length: pool.idleCount }, () => pool));
  await Promise.allSettled(each.map(async (pool) => (await pool.connect()).release(true)));
}
