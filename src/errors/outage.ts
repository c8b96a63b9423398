import { GraphQLError } from 'graphql';
import { codeOf } from './codeOf.js';
import { commonFailure } from './commonFailure.js';
import { Failure } from './errors.js';

/** The failure of an operation because the database does not work now. Whether it was carried out is unknown. */
export class Outage extends Failure {
  /** `why`: what the operator reads of it, in the log and at /readyz. */
  constructor(readonly why: string) {
    super('UNAVAILABLE', 'The database does not work now; try again');
  }

  /** Seconds until a retry may succeed. */
  override get retryAfter(): number {
    return 5;
  }
}

/** SQL states (appendix A of PostgreSQL's manual) of a database that does not work, with what the operator reads. */
const CAUSES = [
  [/^53100$/, 'the disk of the database is full'],
  [/^53200$/, 'the database has no memory left'],
  [/^53300$/, 'all connections to the database are taken'],
  [/^25006$/, 'the database can only be read: is it a standby?'],
  [/^(28...|3D000)$/, 'the database refuses the user, the password or the name of DATABASE_URL'],
  [/^53...$/, 'the database has reached a limit of its own'],
  [/^58...$/, 'the database cannot read or write its files'],
] as const;

const UNREACHED = 'the database cannot be reached';

/** SQL states of a connection that failed, and of a PostgreSQL that stops, has crashed, starts or recovers. */
const LOST = /^(08...|57P..)$/;

/**
 * Messages of Node and the driver when there is no connection, or one breaks during a statement; and of PostgreSQL when it crashes
 * while a statement has several processes, which comes with the SQL state of a mistake.
 */
const BROKEN =
  /^((connect|read|write|getaddrinfo) E[A-Z_]+|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout|postmaster exited during a parallel transaction)/;

/**
 * The failure for an operation that met a database which does not work: neither a mistake of the caller nor a bug, and
 * temporary. Undefined for other errors.
 */
export function outageIn(error: unknown): Outage | undefined {
  if (error instanceof GraphQLError) return outageIn(error.originalError);
  // Where a name has several addresses, Node tries all of them and throws their errors together.
  if (error instanceof AggregateError) return outageIn(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Outage) return error;
  const state = codeOf(error) ?? '';
  const [, why] = CAUSES.find(([states]) => states.test(state)) ?? [];
  if (why !== undefined) return new Outage(why);
  return LOST.test(state) || BROKEN.test(error.message) ? new Outage(UNREACHED) : undefined;
}

/** Whether the operator gets a report of a request that ended so: of outages, and of whatever is no `Failure`, which is a bug. */
export function isReported(failure: Failure | undefined): boolean {
  return failure === undefined || failure instanceof Outage;
}

/**
 * SQL states of conflicts between concurrent operations: a foreign key or unique key was violated meanwhile, a
 * serialization failure, or a deadlock.
 */
const COLLISIONS = ['23503', '23505', '40001', '40P01'];

/** The failure for an operation that lost against a concurrent one. Undefined for other errors. */
export function collisionIn(error: unknown): Failure | undefined {
  if (!COLLISIONS.includes(codeOf(error) ?? '')) return undefined;
  return commonFailure('CHANGED_MEANWHILE');
}
