import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import apollo3 from 'apollo-client-3/core/core.cjs';
import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange } from '@urql/core';
import { buildSchema, introspectionFromSchema, parse, type DocumentNode } from 'graphql';
import { apolloTypePolicies, graphcacheKeys } from '@parley/client/caches';
import { RenameBot } from '@parley/client/dashboard';
import { TOKEN } from '../support/app.js';
import { textOf } from '../support/repository.js';
import { partAt, recordAt } from '../support/parts.js';
import { queryGraphql } from '../support/transports.js';
import { useApp } from '../support/useApp.js';
import { jobs, type Things } from './dashboardJobs.js';
import { makeThings } from './dashboardThings.js';

const app = useApp({ SECRET_KEY: 'the-secret-key-of-the-caches-of-tests' });
const headers = { authorization: `Bearer ${TOKEN}` };

let things: Things;
beforeAll(async () => {
  things = await makeThings(app);
});

/** The warnings and errors of the caches. */
let complaints: unknown[];
beforeEach(() => {
  complaints = [];
  for (const kind of ['warn', 'error'] as const)
    jest.spyOn(console, kind).mockImplementation((...said) => void complaints.push(said));
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** A cache as a page uses it: the data of a query, from the server or from the cache. */
interface Cache {
  query(document: string, variables: object, from: 'server' | 'cache'): Promise<unknown>;
  mutate(document: string, variables: object): Promise<unknown>;
}

/** The members that the clients of both Apollo versions share. */
interface Apollo {
  query(asked: {
    query: DocumentNode;
    variables: object;
    fetchPolicy: 'network-only' | 'cache-only';
  }): Promise<unknown>;
  mutate(sent: { mutation: DocumentNode; variables: object }): Promise<unknown>;
}

function cacheOf(client: Apollo): Cache {
  return {
    query: async (document, variables, from) => {
      const fetchPolicy = from === 'server' ? 'network-only' : 'cache-only';
      return partAt(await client.query({ query: parse(document), variables, fetchPolicy }), 'data');
    },
    mutate: async (document, variables) => client.mutate({ mutation: parse(document), variables }),
  };
}

function openApollo4(): Cache {
  const cache = new InMemoryCache({ typePolicies: apolloTypePolicies });
  const link = new HttpLink({ uri: `${app().url}/graphql`, headers });
  return cacheOf(new ApolloClient({ cache, link }));
}

function openApollo3(): Cache {
  const cache = new apollo3.InMemoryCache({ typePolicies: apolloTypePolicies });
  const link = new apollo3.HttpLink({ uri: `${app().url}/graphql`, headers });
  return cacheOf(new apollo3.ApolloClient({ cache, link }));
}

const introspected = introspectionFromSchema(buildSchema(textOf('docs/schema.graphql')));

function openUrql(): Cache {
  // `graphql` and urql declare the same introspection result differently.
  const schema = introspected as unknown as Parameters<typeof cacheExchange>[0] extends
    { schema?: infer S } | undefined
    ? S
    : never;
  const client = new Client({
    url: `${app().url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers },
    exchanges: [cacheExchange({ schema, keys: graphcacheKeys }), fetchExchange],
  });
  return {
    query: async (document, variables, from) => {
      const requestPolicy = from === 'server' ? 'network-only' : 'cache-only';
      const result = await client.query<unknown>(document, variables, { requestPolicy });
      expect(result.error).toBeUndefined();
      return result.data;
    },
    mutate: async (document, variables) => client.mutation(document, variables),
  };
}

/** The data without the names of types, which caches add. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (key, member: unknown) =>
      key === '__typename' ? undefined : member,
    ),
  );
}

async function rawOf(query: string, variables: object): Promise<unknown> {
  const { data } = await queryGraphql(app().url, { query, variables });
  return data;
}

const reading = jobs.filter(({ document }) => document.startsWith('query'));

describe.each([
  ['Apollo Client 4', openApollo4],
  ['Apollo Client 3', openApollo3],
  ['urql with Graphcache', openUrql],
])('the cache of %s', (_name, open) => {
  test('has the server’s reply to every query of a dashboard, also after all other queries', async () => {
    const cache = open();
    for (const { document, variables } of reading)
      await cache.query(document, variables(things), 'server');
    for (const { job, document, variables } of reading) {
      const kept = plain(await cache.query(document, variables(things), 'cache'));
      expect([job, kept]).toEqual([job, await rawOf(document, variables(things))]);
    }
    expect(complaints).toEqual([]);
  });

  test('shows the new name of a bot in every query that contains the bot', async () => {
    const cache = open();
    const lists = reading.filter(({ operation }) => ['Bots', 'OpenEditor'].includes(operation));
    for (const { document, variables } of lists)
      await cache.query(document, variables(things), 'server');
    const name = `bot ${open.name}`;
    await cache.mutate(RenameBot, { botId: things.botId, bot: { name } });
    for (const { document, variables } of lists) {
      const kept = await cache.query(document, variables(things), 'cache');
      expect(JSON.stringify(kept)).toContain(`"name":"${name}"`);
    }
  });

  test('keeps the answers of each result apart', async () => {
    const cache = open();
    const query = `query ($botId: ID!) { bot(id: $botId) { id results(first: 9) { nodes {
      id variables { variableId name value } answers { blockId content } } } } }`;
    const { botId } = things;
    const shown = plain(await cache.query(query, { botId }, 'server'));
    expect(plain(await cache.query(query, { botId }, 'cache'))).toEqual(shown);
    expect(shown).toEqual(await rawOf(query, { botId }));
    expect(JSON.stringify(recordAt(shown, 'bot.results'))).toMatch(/Cy.*Ada.*Bob.*Ada/);
  });
});
