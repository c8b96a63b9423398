import { expect, test } from '@jest/globals';
import pg from 'pg';
import { keepEditor, listEditors, showEditor } from '../../src/storage/editors.js';
import { useStorage } from '../support/database.js';

const own = useStorage();
const window = { botId: 'bot_1', userId: 'usr_1', clientId: 'tab' };

test('the place that a window shows is not lost if the window sends another sign meanwhile', async () => {
  const { pool } = own.storage;
  await keepEditor(pool, window);
  const other = new pg.Pool({ connectionString: own.url, max: 1 });
  try {
    await other.query('begin');
    await showEditor(other, { ...window, groupId: 'g1', blockId: 'b1', field: 'f1' });
    const sign = keepEditor(pool, window);
    // The sign is being written, and waits for the row.
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'";
    while ((await pool.query(waiting)).rowCount === 0);
    await other.query('commit');
    await sign;
  } finally {
    await other.end();
  }
  expect(await listEditors(pool, 'bot_1')).toMatchObject([
    { groupId: 'g1', blockId: 'b1', field: 'f1' },
  ]);
});
