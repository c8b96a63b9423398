import { test } from '@jest/globals';
import { Pool } from 'pg';
import { foldCounts } from '../../src/storage/foldCounts.js';
import { migrateDatabase } from '../../src/storage/migrate.js';
import { botOf, interview } from '../support/botOf.js';
import { expectExactCounts } from '../support/recount.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

/** As after a dump of a PostgreSQL that had come to later transactions, which was restored here. */
const RESTORED = [
  `update chat_event set written_in = (written_in::text::bigint + 1000000000)::text::xid8`,
  `update counted_log set before = (before::text::bigint + 1000000000)::text::xid8`,
];

test('counts stay exact after a dump was restored into a PostgreSQL with fewer transactions', async () => {
  const { databaseUrl } = app();
  const pool = new Pool({ connectionString: databaseUrl });
  const { publicId } = await makePublished(rest, botOf(interview));
  const start = async () => {
    const { sessionId } = await bodyOf(rest.startChat({ publicId }));
    return String(sessionId);
  };
  const sessions = [await start(), await start()];
  const say = (message: string) =>
    Promise.all(sessions.map((sessionId) => bodyOf(rest.continueChat({ sessionId, message }))));
  await foldCounts(pool);
  await say('Ada');
  for (const statement of RESTORED) await rowsOf(databaseUrl, statement);
  await migrateDatabase(databaseUrl);
  await expectExactCounts(databaseUrl);
  await say('36');
  await expectExactCounts(databaseUrl);
  while (await foldCounts(pool));
  await expectExactCounts(databaseUrl);
  await pool.end();
});
