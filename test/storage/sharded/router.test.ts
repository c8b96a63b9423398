import { afterAll, expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import type { Storage } from '../../../src/storage/orm.js';
import { openRouter, type Router } from '../../../src/storage/sharded/router.js';
import { until } from '../../support/until.js';
import { runOn } from '../../support/testCluster.js';
import { useStorage } from '../../support/database.js';

const own = useStorage();
const plain = useStorage();

/** The metadata of a cluster: keys up to 4999 are on the first worker, others on the second. Both are this PostgreSQL. */
const catalogs = ([first, second]: readonly string[], port: number): string[] => [
  'create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text, shardmaxvalue text)',
  'create table pg_dist_placement (shardid bigint, groupid int)',
  'create table pg_dist_node (groupid int, nodename text, nodeport int, noderole text, isactive boolean)',
  `insert into pg_dist_shard values ('chat_session', 1, 0, 4999), ('chat_session', 2, 5000, 9999)`,
  'insert into pg_dist_placement values (1, 1), (2, 2)',
  `insert into pg_dist_node values (1, '${first}', ${port}, 'primary', true), (2, '${second}', ${port}, 'primary', true),
    (3, '/nowhere', ${port}, 'primary', true)`,
  `create function worker_hash(key text) returns int language sql as 'select key::int'`,
];

const stopping = new AbortController();
afterAll(() => stopping.abort());

function openWays({ storage }: { readonly storage: Storage }, told: string[] = []): Router {
  const log = { warn: (sentence: string) => void told.push(sentence) };
  return openRouter(storage, { log, signal: stopping.signal }, 50);
}

function hostOf({ options }: Pool): unknown {
  return 'host' in options ? options.host : undefined;
}

const toward = (router: Router, key: string, host: string | undefined): Promise<unknown> =>
  until(() => router.poolOf(key) !== own.storage.chatPool && hostOf(router.poolOf(key)) === host);

test('every key leads to the one pool of a PostgreSQL that is no cluster', async () => {
  const router = openWays(plain);
  const pool = plain.storage.chatPool;
  expect(['a', 'b'].map(router.poolOf)).toEqual([pool, pool]);
  await pool.query('select 1');
  expect(router.poolOf('a')).toBe(pool);
});

test('a key leads to the worker that has its shard, also after the shard has moved, and to the coordinator if that worker is unreachable', async () => {
  const { hostname, port, pathname } = new URL(own.url);
  const host = decodeURIComponent(hostname);
  // The embedded PostgreSQL listens on a Unix socket in a folder.
  const hosts = host.startsWith('/') ? [host, `${host}/.`] : ['127.0.0.1', 'localhost'];
  await runOn(own.url, catalogs(hosts, Number(port)));
  const told: string[] = [];
  const router = openWays(own, told);
  // The coordinator, until the metadata are read.
  expect(router.poolOf('4999')).toBe(own.storage.chatPool);
  await toward(router, '4999', hosts[0]);
  await toward(router, '5000', hosts[1]);
  const { rows } = await router.poolOf('4999').query('select current_database() as name');
  expect(rows).toEqual([{ name: pathname.slice(1) }]);
  await runOn(own.url, ['update pg_dist_placement set groupid = 2 where shardid = 1']);
  await toward(router, '4999', hosts[1]);
  await runOn(own.url, ['update pg_dist_placement set groupid = 3 where shardid = 1']);
  await until(() => router.poolOf('4999') === own.storage.chatPool);
  expect(router.poolOf('5000')).not.toBe(own.storage.chatPool);
  await until(() => told.length > 0);
  expect(told).toEqual([expect.stringMatching(/^The worker \/nowhere:.* ENOENT/)]);
});
