import { GraphQLError } from 'graphql';
import { codeOf } from './codeOf.js';
import { Failure } from './errors.js';

/** SQL states of PostgreSQL while it stops, has crashed, starts, or has no free connection. */
const SQL_STATES = /^(08...|57P0[123]|53300)$/;

/** Messages of the driver when it gets no connection, or one breaks during a statement. */
const BROKEN =
  /^((connect|read|write) E[A-Z]+|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * The failure for an operation that could not reach the database: neither a mistake of the caller nor a bug, and
 * temporary. Whether the operation was carried out is unknown. Undefined for other errors.
 */
export function outageIn(error: unknown): Failure | undefined {
  if (!isOutage(error)) return undefined;
  return new Failure('UNAVAILABLE', 'The database cannot be reached; try again');
}

function isOutage(error: unknown): boolean {
  if (error instanceof GraphQLError) return isOutage(error.originalError);
  if (!(error instanceof Error)) return false;
  return SQL_STATES.test(codeOf(error) ?? '') || BROKEN.test(error.message);
}

/**
 * SQL states of conflicts between concurrent operations: a foreign key or unique key was violated meanwhile, a
 * serialization failure, or a deadlock.
 */
const COLLISIONS = ['23503', '23505', '40001', '40P01'];

/** The failure for an operation that lost against a concurrent one. Undefined for other errors. */
export function collisionIn(error: unknown): Failure | undefined {
  if (!COLLISIONS.includes(codeOf(error) ?? '')) return undefined;
  return new Failure(
    'CHANGED_MEANWHILE',
    'Somebody changed this at the same moment, so your change was not made; load it again',
  );
}
