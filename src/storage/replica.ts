import { setTimeout as wait } from 'node:timers/promises';
import { Pool, type ClientBase } from 'pg';
import { UnpreparedClient } from './pooler.js';
import { readOn, type Reads } from './reads.js';

/** The log of a replica. */
export interface ReplicaLog {
  warn(fields: { readonly err: unknown }, text: string): void;
  warn(text: string): void;
}

/** Which replica, and the pool of the primary that reads go to otherwise. */
export interface ReplicaOptions {
  readonly url: string;
  readonly primary: Pool;
  readonly log: ReplicaLog;
  readonly timeouts: {
    /** How long a read waits for the replica to have what was committed before it, in milliseconds. */
    readonly replicaWithin: number;
    /** How long a replica that is not used is left alone, in milliseconds. */
    readonly replicaAgainAfter: number;
  };
}

/** The most connections of a process to its replica. */
const CONNECTIONS = 10;

/** How long the replica may take for a connection or a check, and for a statement of a read, in milliseconds: more than they need. */
const [ANSWERS_WITHIN, READS_WITHIN] = [5_000, 30_000] as const;

/** Between two checks whether the replica has what a read waits for, in milliseconds. */
const CHECKS_EVERY = 5;

/**
 * Reads from a replica once that has everything the primary had committed when the read began. A read goes to the primary where the
 * replica is late or fails, and so do all that follow, until a look at the replica succeeds. The first look begins at once.
 */
export function openReplica({
  url,
  primary,
  log,
  timeouts,
}: ReplicaOptions): Reads & { close(): Promise<void> } {
  const replica = openPool(url, primary);
  const positionNow = gathered(() => readPosition(primary));
  const { replicaWithin: within, replicaAgainAfter: againAfter } = timeouts;
  const goalNow = async (): Promise<Goal> => ({ ...(await positionNow()), within });
  const look = async () => readAt(replica, await goalNow(), () => Promise.resolve());
  const use = openUse(look, { log, againAfter });
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

/** Whether a replica is used. */
interface Use {
  readonly isUsed: () => boolean;
  /** Uses it no more, because of an error, until a look succeeds. */
  giveUp(error: unknown): void;
  close(): Promise<void>;
}

/** Looks until it succeeds, and again after each failure. The log has one line for each cause, and one for the end. */
function openUse(
  look: () => Promise<void>,
  { log, againAfter }: Pick<ReplicaOptions, 'log'> & { readonly againAfter: number },
): Use {
  const stopping = new AbortController();
  const told = new Set<string>();
  let isUsed = false;
  const tell = (err: unknown): void => {
    const cause = causeOf(err);
    if (!told.has(cause)) log.warn({ err }, `${UNUSED}: ${cause}`);
    told.add(cause);
  };
  // Only a server that closes breaks it off.
  const pause = () => wait(againAfter, undefined, { signal: stopping.signal, ref: false });
  const isFine = () => look().then(() => true, tell);
  const lookUntilFine = async (): Promise<void> => {
    while (!(await isFine())) {
      await pause();
    }
    isUsed = true;
    if (told.size > 0) log.warn(USED);
    told.clear();
  };
  const begin = () => lookUntilFine().catch(() => undefined);
  let looking = begin();
  const giveUp = (error: unknown): void => {
    tell(error);
    if (!isUsed) return;
    isUsed = false;
    looking = pause().then(begin, () => undefined);
  };
  const close = async (): Promise<void> => {
    stopping.abort();
    await looking;
  };
  return { isUsed: () => isUsed, giveUp, close };
}

const UNUSED =
  'lists of results, exports, analytics and transcripts are read from the primary, not from DATABASE_READ_URL';
const USED = 'the replica of DATABASE_READ_URL is used again';

function causeOf(error: unknown): string {
  // Where a name has several addresses, Node tries all of them and throws their errors together.
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
  // A read reports the failure of its connection. Without a listener, that of an idle connection would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool.on('error', () => undefined);
}

/** How far a primary has written its log. */
interface Position {
  /** Which cluster of databases it is; its replicas have the same. */
  readonly system: string;
  /** Another one after each promotion of a replica. */
  readonly timeline: string;
  readonly lsn: string;
}

/** What a read waits for, and how long, in milliseconds. */
type Goal = Position & { readonly within: number };

/** The position of all that is committed: a commit is acknowledged once it is flushed. */
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
 * Asks once for all who call in the meantime. What a caller is given was asked after the call: one question is under way at a time,
 * and who comes meanwhile waits for the next.
 */
function gathered<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const askNext = async (): Promise<T> => {
    await current;
    next = undefined;
    const asked = ask();
    current = asked.catch(() => undefined);
    return asked;
  };
  return () => (next ??= askNext());
}

/**
 * Runs a read on a connection whose server has this position. The transaction keeps a pooler from giving the read to another server
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
    // The read may have ended the transaction, to end a limit of its own.
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

/** Whether the server of a connection has a position; rejects where that is of another cluster, or of a replica that was promoted. */
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

/** The driver has this option for each statement, although its types do not. */
function withLimit<T extends object>(query: T): T & { readonly query_timeout: number } {
  return { ...query, query_timeout: ANSWERS_WITHIN };
}
