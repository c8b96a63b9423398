import { expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { outageIn } from '../../src/errors/outage.js';

const state = (code: string) => Object.assign(new Error('of PostgreSQL'), { code });
const cutOff = Object.assign(new Error('postmaster exited during a parallel transaction'), {
  code: '55000',
});
const lostWorker = Object.assign(
  new Error('failure on connection marked as essential: 127.0.0.1:5432'),
  { code: 'XX000' },
);
const refused = new Error('connect ECONNREFUSED 127.0.0.1:5432');

test.each([
  ['a full disk', state('53100'), 'the disk of the database is full'],
  ['no memory', state('53200'), 'the database has no memory left'],
  ['no connection', state('53300'), 'all connections to the database are taken'],
  ['a limit of the disk for one query', state('53400'), 'the database has reached a limit'],
  ['a standby', state('25006'), 'the database can only be read'],
  ['a disk that fails', state('58030'), 'the database cannot read or write its files'],
  ['a password that was changed', state('28P01'), 'the database refuses the user'],
  ['a database that is gone', state('3D000'), 'the database refuses the user'],
  ['a shutdown', state('57P01'), 'the database cannot be reached'],
  ['a crash', state('57P02'), 'the database cannot be reached'],
  ['a crash while several processes make an index', cutOff, 'the database cannot be reached'],
  ['a worker of a cluster that crashes', lostWorker, 'the database cannot be reached'],
  ['a start or a recovery', state('57P03'), 'the database cannot be reached'],
  ['a connection that broke', state('08006'), 'the database cannot be reached'],
  ['a port where nobody listens', refused, 'the database cannot be reached'],
  ['a name with two such addresses', new AggregateError([refused, refused]), 'cannot be reached'],
  ['a name that nobody knows', new Error('getaddrinfo ENOTFOUND db'), 'cannot be reached'],
  ['a DNS that fails', new Error('getaddrinfo EAI_AGAIN db'), 'cannot be reached'],
  ['a socket file that is gone', new Error('connect ENOENT /run/.s.PGSQL.5432'), 'be reached'],
  ['an answer that breaks off', new Error('Connection terminated unexpectedly'), 'be reached'],
  ['a fault of GraphQL around it', new GraphQLError('x', { originalError: refused }), 'be reached'],
])('%s is an outage of the database: 503, try again in some seconds', (_what, error, why) => {
  const outage = outageIn(error);
  expect(outage?.why).toContain(why);
  expect(outage).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
  // The second time, the result is the same.
  expect(outageIn(outage)).toBe(outage);
});

test.each([
  ['a statement that is wrong', state('42601')],
  ['a conflict of two writes', state('40001')],
  ['a mistake of ours', new TypeError('x is not a function')],
  ['what is no error', 'thrown'],
])('%s is none', (_what, error) => expect(outageIn(error)).toBeUndefined());
