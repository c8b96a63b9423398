import { GraphQLError } from 'graphql';
import { codeOf } from './codeOf.js';
import { commonFailure } from './commonFailure.js';
import { Failure } from './errors.js';

/** The failure of an operation because the database is unavailable. Whether the operation took effect is unknown. */
export class Outage extends Failure {
  /** `why` is for the operator, in the log and at /readyz. */
  constructor(readonly why: string) {
    super('UNAVAILABLE', 'The database does not work now; try again');
  }

  /** Seconds until a retry may succeed. */
  override get retryAfter(): number {
    return 5;
  }
}

/** SQL states of an unavailable database (appendix A of PostgreSQL's manual), with a text for the operator. */
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

/** SQL states of a failed connection, and of a PostgreSQL that stops, has crashed, starts or recovers. */
const LOST = /^(08...|57P..)$/;

/**
 * Messages of Node and the driver if there is no connection, or if it breaks during a statement; of PostgreSQL if it crashes during a
 * parallel statement, and of Citus if it loses a worker within a transaction, both with the SQL state of a mistake.
 */
const BROKEN =
  /^((connect|read|write|getaddrinfo) E[A-Z_]+|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout|postmaster exited during a parallel transaction|failure on connection marked as essential)/;

/**
 * The failure for an error of an unavailable database, which is temporary and neither the caller's mistake nor a bug. Undefined for other
 * errors.
 */
export function outageIn(error: unknown): Outage | undefined {
  if (error instanceof GraphQLError) return outageIn(error.originalError);
  // If a name has several addresses, Node tries all of them and throws their errors together.
  if (error instanceof AggregateError) return outageIn(error.errors[0]);
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Outage) return error;
  const state = codeOf(error) ?? '';
  const [, why] = CAUSES.find(([states]) => states.test(state)) ?? [];
  if (why !== undefined) return new Outage(why);
  return LOST.test(state) || BROKEN.test(error.message) ? new Outage(UNREACHED) : undefined;
}

/** Whether a failed request is reported to the operator: outages, and errors that are no `Failure`, which are bugs. */
export function isReported(failure: Failure | undefined): boolean {
  return failure === undefined || failure instanceof Outage;
}

/** SQL states of conflicts between concurrent operations: a violated foreign or unique key, a serialization failure, or a deadlock. */
const COLLISIONS = ['23503', '23505', '40001', '40P01'];

/** The failure for an operation that conflicted with a concurrent one. Undefined for other errors. */
export function collisionIn(error: unknown): Failure | undefined {
  if (!COLLISIONS.includes(codeOf(error) ?? '')) return undefined;
  return commonFailure('CHANGED_MEANWHILE');
}
