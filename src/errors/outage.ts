import { GraphQLError } from 'graphql';
import { Failure } from './errors.js';

/** What PostgreSQL says of itself when it stops, has crashed, starts, or has no room for one more connection. */
const SQL_STATES = /^(08...|57P0[123]|53300)$/;

/** What the driver says when it gets no connection, or one breaks under a statement. */
const BROKEN =
  /^((connect|read|write) E[A-Z]+|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * What is said when an operation failed because the database could not be reached: nobody's mistake and no bug, and over
 * when the database is back. Whether the operation was done all the same nobody can say then. Nothing for other errors.
 */
export function outageIn(error: unknown): Failure | undefined {
  if (!isOutage(error)) return undefined;
  return new Failure('UNAVAILABLE', 'The database cannot be reached; try again');
}

function isOutage(error: unknown): boolean {
  if (error instanceof GraphQLError) return isOutage(error.originalError);
  if (!(error instanceof Error)) return false;
  const code: unknown = Reflect.get(error, 'code');
  const isSaid = typeof code === 'string' && SQL_STATES.test(code);
  return isSaid || BROKEN.test(error.message);
}

/**
 * What PostgreSQL says when two did at once what only one could: a key that was free a moment ago, something that was there,
 * or each waited for the other.
 */
const COLLISIONS = ['23503', '23505', '40001', '40P01'];

/** What is said when an operation came to nothing because another did the like at the same moment. Nothing for other errors. */
export function collisionIn(error: unknown): Failure | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (typeof code !== 'string' || !COLLISIONS.includes(code)) return undefined;
  return new Failure(
    'CHANGED_MEANWHILE',
    'Somebody changed the same at the same moment, and this was not done; look again',
  );
}
