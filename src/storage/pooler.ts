import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { codeOf } from '../errors/codeOf.js';

/**
 * A connection that prepares no statements. Behind a pooler that gives each transaction another connection of PostgreSQL, a statement that
 * was prepared on one of them does not exist on the next.
 */
export class UnpreparedClient extends Client {
  constructor(...settings: ConstructorParameters<typeof Client>) {
    super(...settings);
    const send = this.query.bind(this) as (...sent: unknown[]) => unknown; // It has eight signatures.
    const query = (first: unknown, ...more: unknown[]) => send(withoutName(first), ...more);
    this.query = query as typeof this.query; // It takes the same arguments, and drops a name.
  }
}

function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query;
  return isNamed ? { ...query, name: undefined } : query;
}

/** How often a pooler is made to switch connections, and the time limit of each step, in milliseconds. */
const [ATTEMPTS, WITHIN] = [3, 5_000] as const;

/**
 * Whether statements that are prepared at this address stay usable: without a pooler, with one that leaves each client its connection
 * ("session mode"), and with one that prepares statements itself wherever it needs them (PgBouncer from 1.21 on, with
 * `max_prepared_statements`). False where that cannot be determined. Rejects when the database cannot be reached.
 */
export async function keepsStatements(connectionString: string): Promise<boolean> {
  const limits = { query_timeout: WITHIN, connectionTimeoutMillis: WITHIN };
  const open = () => new Client({ connectionString, ...limits }).on('error', () => undefined);
  const [tested, other] = [open(), open()];
  // Unique, since another process may have left a statement on a connection that this one gets.
  const name = `pooler_${randomUUID()}`;
  try {
    await tested.connect();
    // A pooler reports a process of its own when a client connects.
    if ((await processOf(tested)) === processNamedTo(tested)) return true;
    await other.connect();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await processOf(tested, name);
      // Occupies the connection that was used last.
      await other.query('begin; select 1');
      await processOf(tested, name);
      await other.query('rollback');
    }
    return true;
  } catch (error) {
    if (NOT_PREPARED.includes(codeOf(error) ?? '') || String(error).includes(LATE)) return false;
    throw error;
  } finally {
    for (const client of [tested, other]) void client.end().catch(() => undefined);
  }
}

/** The SQLSTATEs of a statement that does not exist, and of one that exists although nobody prepared it. */
const NOT_PREPARED = ['26000', '42P05'];

/** The driver's message where a pooler has no second connection. */
const LATE = 'Query read timeout';

async function processOf(client: Client, name?: string): Promise<number | undefined> {
  const text = 'select pg_backend_pid() as pid';
  const { rows } = await client.query<{ pid: number }>(name === undefined ? text : { name, text });
  return rows[0]?.pid;
}

function processNamedTo(client: Client): unknown {
  return 'processID' in client ? client.processID : undefined;
}
