import { expect, test } from '@jest/globals';
import { auditServer } from 'graphql-http';
import { queryGraphql } from '../support/transports.js';
import { useApp } from '../support/useApp.js';

const app = useApp();

test('GraphQL over HTTP passes every one of the 61 audits of graphql-http', async () => {
  const results = await auditServer({
    url: `${app().url}/graphql`,
    // Any page may make a browser send a plain GET; ours wants to see that the caller meant it.
    fetchFn: (url: string, init: RequestInit = {}) =>
      fetch(url, { ...init, headers: { ...init.headers, 'apollo-require-preflight': '1' } }),
  });

  const faults = results.filter(({ status }) => status !== 'ok');
  expect(faults.map(({ id, name, status }) => `${status} ${id} ${name}`)).toEqual([]);
  expect(results).toHaveLength(61);
});

test('another page cannot make a browser run a query with a plain GET', async () => {
  const response = await fetch(`${app().url}/graphql?query=%7B__typename%7D`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    errors: [{ extensions: { code: 'BAD_REQUEST' } }],
  });
});

test('several operations in one request are refused', async () => {
  const { status, errors } = await queryGraphql(app().url, [
    { query: '{ __typename }' },
    { query: '{ __typename }' },
  ]);
  expect({ status, code: errors?.[0]?.extensions['code'] }).toEqual({
    status: 400,
    code: 'BAD_REQUEST',
  });
});
