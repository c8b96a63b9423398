import { afterAll, describe, expect, test } from '@jest/globals';
import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { TimeFilter } from '../../src/schema/enums.js';
import type { Storage } from '../../src/storage/orm.js';
import { quoteText } from '../../src/storage/quoteText.js';
import { openRouter, type Router } from '../../src/storage/sharded/router.js';
import { timeWindow } from '../../src/storage/timeWindow.js';
import { useStorage } from '../support/database.js';
import { fc } from '../support/properties.js';
import { rowsOf } from '../support/rows.js';
import { runOn } from '../support/testCluster.js';
import { until } from '../support/until.js';

const own = useStorage();
const signs = fc.constantFrom("'", '\\', '?', 'a', '€', '🙂', '\n', '$1', '--', '" ');
const texts = fc.array(signs).map((parts) => parts.join(''));

describe('a text that is written into a statement', () => {
  test('is written as by the ORM itself', () => {
    const platform = new PostgreSqlPlatform();
    fc.assert(
      fc.property(texts, (text) => {
        expect(quoteText(text)).toBe(platform.escape(text));
      }),
    );
  });

  test('is read back unchanged', async () => {
    const all = fc.sample(texts, 50);
    const rows = await rowsOf(own.url, `select array[${all.map(quoteText).join(',')}] as all`);
    expect(rows).toEqual([{ all }]);
  });

  test('is read back unchanged also if it is long and full of characters that are doubled', async () => {
    const pairs = ['\\\\', "\\'", '\\$q0$', '\\$', "'a", "''"];
    const all = pairs.map((pair) => pair.repeat(80_000));
    const rows = await rowsOf(own.url, `select array[${all.map(quoteText).join(',')}] as all`);
    expect(rows[0]?.['all']).toEqual(all);
    expect(quoteText(all[0] ?? '')).toHaveLength(160_000 + 2 * 35 + 1);
  });

  test('is written by the ORM with the function for megabytes', () => {
    expect(own.storage.orm.em.getPlatform()).toMatchObject({ escapeLiteral: quoteText });
  });
});

const window = (filter: TimeFilter, zone: string, now: string) => {
  const { from, until } = timeWindow(filter, zone, Date.parse(now));
  return [from?.toISOString(), until?.toISOString()];
};

describe('a window of time', () => {
  const noon = '2025-03-15T12:00:00.000Z';

  test.each([
    [TimeFilter.TODAY, '2025-03-15T00:00:00.000Z', undefined],
    [TimeFilter.LAST_7_DAYS, '2025-03-09T00:00:00.000Z', undefined],
    [TimeFilter.LAST_30_DAYS, '2025-02-14T00:00:00.000Z', undefined],
    [TimeFilter.MONTH_TO_DATE, '2025-03-01T00:00:00.000Z', undefined],
    [TimeFilter.LAST_MONTH, '2025-02-01T00:00:00.000Z', '2025-03-01T00:00:00.000Z'],
    [TimeFilter.YEAR_TO_DATE, '2025-01-01T00:00:00.000Z', undefined],
    [TimeFilter.ALL_TIME, undefined, undefined],
  ])('%s begins and ends with days of the zone', (filter, from, until) => {
    expect(window(filter, 'UTC', noon)).toEqual([from, until]);
  });

  test('begins and ends at midnight in the time zone of the caller, not of the server', () => {
    const lateInTokyo = '2025-03-15T16:00:00.000Z';
    expect(window(TimeFilter.TODAY, 'Asia/Tokyo', lateInTokyo)[0]).toBe('2025-03-15T15:00:00.000Z');
    expect(window(TimeFilter.TODAY, 'America/New_York', '2025-03-15T03:00:00.000Z')[0]).toBe(
      '2025-03-14T04:00:00.000Z',
    );
    expect(window(TimeFilter.TODAY, 'Asia/Kathmandu', noon)[0]).toBe('2025-03-14T18:15:00.000Z');
  });

  test('begins at local midnight before and after the clocks change', () => {
    const afterSpring = '2025-04-01T12:00:00.000Z';
    expect(window(TimeFilter.LAST_7_DAYS, 'Europe/Berlin', afterSpring)[0]).toBe(
      '2025-03-25T23:00:00.000Z',
    );
    expect(window(TimeFilter.TODAY, 'Europe/Berlin', afterSpring)[0]).toBe(
      '2025-03-31T22:00:00.000Z',
    );
    expect(window(TimeFilter.LAST_MONTH, 'Europe/Berlin', afterSpring)).toEqual([
      '2025-02-28T23:00:00.000Z',
      '2025-03-31T22:00:00.000Z',
    ]);
    expect(window(TimeFilter.LAST_7_DAYS, 'America/New_York', '2025-11-04T12:00:00.000Z')[0]).toBe(
      '2025-10-29T04:00:00.000Z',
    );
  });

  test('begins the day at one if the clocks skip midnight', () => {
    expect(window(TimeFilter.TODAY, 'America/Santiago', '2025-09-07T12:00:00.000Z')[0]).toBe(
      '2025-09-07T04:00:00.000Z',
    );
  });

  test.each(['02', '04', '06', '09', '11', '03', '01'])(
    'loses no day of the month before, seen from month %s',
    (month) => {
      const [from = '', until = ''] = window(
        TimeFilter.LAST_MONTH,
        'UTC',
        `2025-${month}-28T12:00:00Z`,
      );
      expect(until).toBe(`2025-${month}-01T00:00:00.000Z`);
      expect(new Date(Date.parse(until) - 1).getUTCMonth()).toBe(new Date(from).getUTCMonth());
      expect(from).toMatch(/-01T00:00:00/);
    },
  );
});

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
