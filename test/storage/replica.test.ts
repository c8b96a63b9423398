import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { exportResults } from '../../src/jobs/exportResults.js';
import { ExportFormat } from '../../src/schema/enums.js';
import type { ExportJob } from '../../src/schema/exportJob.js';
import { openStorage, type Storage } from '../../src/storage/orm.js';
import type { Reads } from '../../src/storage/reads.js';
import { openReplica } from '../../src/storage/replica.js';
import { countByScan } from '../../src/storage/scan.js';
import { createTestDatabase } from '../support/database.js';
import { recordAt } from '../support/parts.js';
import {
  describeBehindPooler,
  type Replicated,
  startPooler,
  startReplicated,
} from '../support/replica.js';
import { rowsOf } from '../support/rows.js';
import { runOn } from '../support/testCluster.js';
import { until } from '../support/until.js';

let servers: Replicated;
let storage: Storage;
let lines: string[] = [];
let opened: ReturnType<typeof openReplica>[] = [];

beforeAll(async () => {
  servers = await startReplicated();
  storage = await openStorage({ url: servers.url });
});
afterEach(async () => {
  for (const one of opened) await one.close();
  [lines, opened] = [[], []];
  await servers.replica.start();
  await servers.replica.set('recovery_min_apply_delay', '0');
});
afterAll(async () => {
  await storage.close();
  await servers.stop();
});

/** Opens reads from a replica, and waits until it is used. */
async function openUsed(url = servers.replica.url, replicaWithin = 60_000): Promise<Reads> {
  const reads = openAt(url, replicaWithin);
  await until(() => reads.usesReplica());
  return reads;
}

function openAt(url: string, replicaWithin = 60_000): Reads {
  const log = { warn: (...said: unknown[]) => void lines.push(String(said.at(-1))) };
  const timeouts = { replicaWithin, replicaAgainAfter: 50 };
  const reads = openReplica({ url, primary: storage.pool, log, timeouts });
  opened.push(reads);
  return reads;
}

/** Whether a read went to the replica. */
async function isThere(reads: Reads): Promise<boolean> {
  return reads.read(async (at) => {
    const { rows } = await at.query<{ is: boolean }>('select pg_is_in_recovery() as is');
    return rows[0]?.is === true;
  });
}

/** Adds results of one bot on the primary. */
async function addResults(count: number): Promise<void> {
  await rowsOf(
    servers.url,
    `insert into result (id, bot_id, is_completed, has_started, is_archived, variables, answers_from, created_at, updated_at)
      select 'res_' || lpad(n::text, 6, '0'), 'bot_1', false, true, false, '[]', '', now(), now()
      from generate_series($1::int, $2::int) n`,
    [added + 1, added + count],
  );
  added += count;
}
let added = 0;

/** The number of results that a read sees. */
async function countAt(reads: Reads): Promise<number> {
  return reads.read(async (at) => {
    const { rows } = await at.query<{ count: number }>('select count(*)::int from result');
    return Number(rows[0]?.count);
  });
}

const NOT_USED =
  'lists of results, exports, analytics and transcripts are read from the primary, not from DATABASE_READ_URL: ';
const USED_AGAIN = 'the replica of DATABASE_READ_URL is used again';

test('a read goes to the replica, and sees everything that was committed before the read began', async () => {
  const reads = await openUsed();
  for (let turn = 0; turn < 50; turn += 1) {
    await addResults(1);
    expect(await countAt(reads)).toBe(added);
  }
  expect(await isThere(reads)).toBe(true);
  expect(lines).toEqual([]);
});

test('reads that begin together query the primary once for its position, and a later read queries it again', async () => {
  const reads = await openUsed();
  const asking = jest.spyOn(storage.pool, 'query');
  await Promise.all(Array.from({ length: 20 }, () => countAt(reads)));
  expect(asking).toHaveBeenCalledTimes(1);
  await countAt(reads);
  expect(asking).toHaveBeenCalledTimes(2);
  asking.mockRestore();
});

test('while the replica lags behind, reads go to the primary only', async () => {
  const reads = await openUsed(servers.replica.url, 50);
  lines = [];
  await servers.replica.set('recovery_min_apply_delay', '1h');
  await addResults(1);
  expect(await countAt(reads)).toBe(added);
  expect(lines).toEqual([`${NOT_USED}the replica is behind`]);
  const before = servers.replica.statements().filter((text) => text.includes('from result'));
  await addResults(1);
  expect(await countAt(reads)).toBe(added);
  expect(reads.usesReplica()).toBe(false);
  const after = servers.replica.statements().filter((text) => text.includes('from result'));
  expect(after).toEqual(before);
  await servers.replica.set('recovery_min_apply_delay', '0');
  await until(() => reads.usesReplica());
  await until(() => isThere(reads));
  expect(lines.at(-1)).toBe(USED_AGAIN);
});

test('a replica that is killed is used again once it is back', async () => {
  const reads = await openUsed();
  await servers.replica.kill();
  await addResults(1);
  expect(await countAt(reads)).toBe(added);
  expect(await isThere(reads)).toBe(false);
  await servers.replica.start();
  await until(() => reads.usesReplica());
  expect(await countAt(reads)).toBe(added);
  expect(await isThere(reads)).toBe(true);
  expect(lines[0]).toContain(NOT_USED);
  expect(lines.at(-1)).toBe(USED_AGAIN);
  expect(new Set(lines).size).toBe(lines.length);
});

/** A read that never ends on the replica, and takes no time on the primary. */
async function readSlowly(reads: Reads): Promise<string> {
  return reads.read(async (at) => {
    const { rows } = await at.query<{ said: string }>(
      `select case when pg_is_in_recovery() then pg_sleep(3600)::text else 'here' end as said
        from bot right join (select 1) as one on true`,
    );
    return String(rows[0]?.said);
  });
}

/** Waits until a statement runs on the replica. */
async function untilSlow(): Promise<void> {
  await until(async () => {
    const [row] = await rowsOf(
      servers.replica.url,
      "select from pg_stat_activity where application_name = 'parley reads' and wait_event = 'PgSleep'",
    );
    return row !== undefined;
  });
}

test('a read whose replica is killed meanwhile is answered by the primary', async () => {
  const reads = await openUsed();
  const reading = readSlowly(reads);
  await untilSlow();
  await servers.replica.kill();
  expect(await reading).toBe('here');
  expect(lines[0]).toContain(NOT_USED);
});

test('a read that conflicts with what is replayed is answered by the primary', async () => {
  await servers.replica.set('max_standby_streaming_delay', '0');
  const reads = await openUsed();
  const reading = readSlowly(reads);
  await untilSlow();
  await runOn(servers.url, ['begin', 'lock table bot in access exclusive mode', 'commit']);
  expect(await reading).toBe('here');
  expect(lines[0]).toBe(`${NOT_USED}canceling statement due to conflict with recovery`);
});

test('a read that the operator of the replica ends is answered by the primary', async () => {
  const reads = await openUsed();
  const reading = readSlowly(reads);
  await untilSlow();
  await rowsOf(
    servers.replica.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'",
  );
  expect(await reading).toBe('here');
  expect(lines[0]).toBe(`${NOT_USED}terminating connection due to administrator command`);
});

test('an export whose replica is killed in the middle has every result once', async () => {
  await addResults(1_600);
  const reads = await openUsed();
  const job = {
    botId: 'bot_1',
    input: { format: ExportFormat.JSONL, filter: {} },
  } as unknown as ExportJob; // Only these members are read.
  let text = '';
  let isFirst = true;
  const wentThere: boolean[] = [];
  const isWhole = await exportResults({ ...storage, reads }, job, async ({ done, piece }) => {
    text += String(piece?.bytes ?? '');
    wentThere.push(reads.usesReplica());
    if (done > 0 && isFirst) {
      isFirst = false;
      await servers.replica.kill();
    }
    return true;
  });
  expect(isWhole).toBe(true);
  const ids = text
    .trimEnd()
    .split('\n')
    .map((line) => recordAt(JSON.parse(line))['id']);
  expect(ids).toHaveLength(added);
  expect(new Set(ids).size).toBe(added);
  expect([wentThere[0], wentThere.at(-1)]).toEqual([true, false]);
});

test('a server starts while its replica is down, and uses it once it is there', async () => {
  await servers.replica.kill();
  const reads = openAt(servers.replica.url);
  expect(await countAt(reads)).toBe(added);
  await until(() => lines.length > 0);
  expect(reads.usesReplica()).toBe(false);
  await servers.replica.start();
  await until(() => reads.usesReplica());
  expect(lines.at(-1)).toBe(USED_AGAIN);
});

test('counting that takes too long gives up on the replica as on the primary', async () => {
  const reads = await openUsed();
  const filter = { botId: 'bot_1', search: 'nowhere', shardKeys: [''] };
  const count = (within: number) =>
    reads.read(async (at) => {
      const filters = Array.from({ length: 100 }, () => filter);
      const counted = await countByScan(at, filters, { most: 9, within });
      return counted.get('bot_1');
    });
  expect([await count(1), await count(60_000)]).toEqual([null, 0]);
  expect(reads.usesReplica()).toBe(true);
  expect(lines).toEqual([]);
});

test('the address may be that of the primary itself', async () => {
  const reads = await openUsed(servers.url);
  await addResults(1);
  expect(await countAt(reads)).toBe(added);
  expect(lines).toEqual([]);
});

test('another PostgreSQL is not accepted as a replica', async () => {
  const { url, drop } = await createTestDatabase();
  const reads = openAt(url);
  await until(() => lines.length > 0);
  expect(lines).toEqual([`${NOT_USED}it is no replica of DATABASE_URL`]);
  expect(await countAt(reads)).toBe(added);
  await drop();
});

describeBehindPooler('behind PgBouncer with a connection for each transaction', () => {
  test('the replica is read', async () => {
    const pooler = await startPooler('transaction', servers.replica.url);
    const reads = await openUsed(pooler.through(servers.replica.url));
    for (let turn = 0; turn < 20; turn += 1) {
      await addResults(1);
      const seen = await Promise.all(Array.from({ length: 8 }, () => countAt(reads)));
      expect(seen).toEqual(seen.map(() => added));
    }
    expect(await isThere(reads)).toBe(true);
    expect(lines).toEqual([]);
    await pooler.stop();
  });
});

// This test is the last, since it ends the replication.
test('a replica that was promoted is not read any more', async () => {
  const reads = await openUsed();
  await rowsOf(servers.replica.url, 'select pg_promote()');
  expect(await countAt(reads)).toBe(added);
  expect(lines).toEqual([`${NOT_USED}it is no replica of DATABASE_URL`]);
});
