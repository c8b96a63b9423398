import { setTimeout as wait } from 'node:timers/promises';
import { Pool, type ClientBase } from 'pg';
import { UnpreparedClient } from './pooler.js';
import { readOn, type Reads } from './reads.js';

/** The log of a replica. */
export interface ReplicaLog {
  warn(fields: { readonly err: unknown }, text: string): void;
  warn(text: string): void;
}

/** The replica, and the pool of the primary for all other reads. */
export interface ReplicaOptions {
  readonly url: string;
  readonly primary: Pool;
  readonly log: ReplicaLog;
  readonly timeouts: {
    /** How long a read waits until the replica has what was committed before it, in milliseconds. */
    readonly replicaWithin: number;
    /** How long a replica that failed is left alone, in milliseconds. */
    readonly replicaAgainAfter: number;
  };
}

const CONNECTIONS = 10;

/** Time limits of the replica, in milliseconds: for a connection or a check, and for a statement of a read. Both need less. */
const [ANSWERS_WITHIN, READS_WITHIN] = [5_000, 30_000] as const;

/** The pause between two checks whether the replica has what a read waits for, in milliseconds. */
const CHECKS_EVERY = 5;

/**
 * Reads from a replica, once that has everything the primary had committed when the read began. A read goes to the primary where the
 * replica is late or fails, and so do all that follow, until a check of the replica succeeds. The first check begins at once.
 */
export function openReplica({
  url,
  primary,
  log,
  timeouts,
}: ReplicaOptions): Reads & { close(): Promise<void> } {
  const replica = openPool(url, primary);
  const positionNow = shared(() => readPosition(primary));
  const { replicaWithin: within, replicaAgainAfter: againAfter } = timeouts;
  const goalNow = async (): Promise<Goal> => ({ ...(await positionNow()), within });
  const check = async () => readAt(replica, await goalNow(), () => Promise.resolve());
  const use = openUse(check, { log, againAfter });
  return {
    async read(run) {
      if (!use.isUsed()) return readOn(primary, run);
      const goal = await goalNow();
      try {
        return await readAt(replica, goal, run);
      } catch (error) {
        use.giveUp(error);
        return readOn(primary, run);
      }
    },
    usesReplica: use.isUsed,
    async close() {
      await use.close();
      await replica.end();
    },
  };
}

interface Use {
  readonly isUsed: () => boolean;
  /** Stops using it because of an error, until a check succeeds. */
  giveUp(error: unknown): void;
  close(): Promise<void>;
}

/** Checks until a check succeeds, and again after each failure. The log has one line for each cause, and one for the end. */
function openUse(
  check: () => Promise<void>,
  { log, againAfter }: Pick<ReplicaOptions, 'log'> & { readonly againAfter: number },
): Use {
  const stopping = new AbortController();
  const logged = new Set<string>();
  let isUsed = false;
  const logCause = (err: unknown): void => {
    const cause = causeOf(err);
    if (!logged.has(cause)) log.warn({ err }, `${UNUSED}: ${cause}`);
    logged.add(cause);
  };
  // Only closing the server interrupts it.
  const pause = () => wait(againAfter, undefined, { signal: stopping.signal, ref: false });
  const isFine = () => check().then(() => true, logCause);
  const checkUntilFine = async (): Promise<void> => {
    while (!(await isFine())) {
      await pause();
    }
    isUsed = true;
    if (logged.size > 0) log.warn(USED);
    logged.clear();
  };
  const begin = () => checkUntilFine().catch(() => undefined);
  let checking = begin();
  const giveUp = (error: unknown): void => {
    logCause(error);
    if (!isUsed) return;
    isUsed = false;
    checking = pause().then(begin, () => undefined);
  };
  const close = async (): Promise<void> => {
    stopping.abort();
    await checking;
  };
  return { isUsed: () => isUsed, giveUp, close };
}

const UNUSED =
  'lists of results, exports, analytics and transcripts are read from the primary, not from DATABASE_READ_URL';
const USED = 'the replica of DATABASE_READ_URL is used again';

function causeOf(error: unknown): string {
  // For a name with several addresses, Node tries all of them and throws their errors together.
  if (error instanceof AggregateError) return causeOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** Values are parsed as those of the primary. Statements are not prepared, so that any pooler may lead to the replica. */
function openPool(connectionString: string, { options: { types } }: Pool): Pool {
  const pool = new Pool({
    connectionString,
    application_name: 'parley reads',
    ...(types && { types }),
    max: CONNECTIONS,
    Client: UnpreparedClient,
    connectionTimeoutMillis: ANSWERS_WITHIN,
    query_timeout: READS_WITHIN,
    keepAlive: true,
  });
  // A read reports the failure of its connection. Without these listeners, the failure of an idle connection would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool.on('error', () => undefined);
}

/** The position of a primary in its write-ahead log. */
interface Position {
  /** The cluster of databases, which is the same for its replicas. */
  readonly system: string;
  /** Changes with each promotion of a replica. */
  readonly timeline: string;
  readonly lsn: string;
}

/** The position that a read waits for, and for how long, in milliseconds. */
type Goal = Position & { readonly within: number };

/** The position of everything that is committed: a commit is acknowledged once it is flushed. */
async function readPosition(primary: Pool): Promise<Position> {
  const { rows } = await primary.query<Position>({
    name: 'wal_position',
    text: `select system_identifier::text as system, substr(pg_walfile_name(lsn), 1, 8) as timeline, lsn::text as lsn
      from pg_control_system(), pg_current_wal_flush_lsn() as lsn`,
  });
  const [position] = rows;
  if (!position) throw new Error('The primary has no position');
  return position;
}

/**
 * Shares one request among the callers that wait for it. The request of a caller always begins after its call: one request runs at a time,
 * and callers that come meanwhile share the next.
 */
function shared<T>(request: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const requestNext = async (): Promise<T> => {
    await current;
    next = undefined;
    const running = request();
    current = running.catch(() => undefined);
    return running;
  };
  return () => (next ??= requestNext());
}

/**
 * Runs a read on a connection whose server has reached this position. The transaction keeps a pooler from giving the read to another server
 * than the check.
 */
async function readAt<T>(
  replica: Pool,
  goal: Goal,
  run: (connection: ClientBase) => Promise<T>,
): Promise<T> {
  return readOn(replica, async (connection) => {
    await connection.query(withLimit({ text: 'begin read only' }));
    await untilAt(connection, goal);
    const value = await run(connection);
    // The read may have ended the transaction itself, to end a limit that it had set.
    if (connection.getTransactionStatus() !== 'I')
      await connection.query(withLimit({ text: 'commit' }));
    return value;
  });
}

async function untilAt(connection: ClientBase, goal: Goal): Promise<void> {
  const end = performance.now() + goal.within;
  while (!(await isAt(connection, goal))) {
    if (performance.now() > end) throw new Error('the replica is behind');
    await wait(CHECKS_EVERY);
  }
}

/** Whether the server of a connection has reached a position; rejects where it is of another cluster, or a replica that was promoted. */
async function isAt(connection: ClientBase, { system, timeline, lsn }: Position): Promise<boolean> {
  const { rows } = await connection.query<{ isOther: boolean; isThere: boolean }>(
    withLimit({ text: CHECK, values: [system, timeline, lsn] }),
  );
  const [found] = rows;
  if (!found || found.isOther) throw new Error('it is no replica of DATABASE_URL');
  return found.isThere;
}

const CHECK = `select
    system_identifier::text <> $1 or case when pg_is_in_recovery() then false
      else substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) <> $2 end as "isOther",
    coalesce(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
      else pg_current_wal_flush_lsn() end >= $3::pg_lsn, false) as "isThere"
  from pg_control_system()`;

/** The driver takes this option for each statement, although its types lack it. */
function withLimit<T extends object>(query: T): T & { readonly query_timeout: number } {
  return { ...query, query_timeout: ANSWERS_WITHIN };
}
