import { expect, test } from '@jest/globals';
import { Pool } from 'pg';
import { openPublished } from '../../../src/storage/hot/published.js';
import { botOf, parrot } from '../../support/botOf.js';
import { rowsOf } from '../../support/rows.js';
import { bodyOf } from '../../support/transports.js';
import { makePublished, restOf, useApp } from '../../support/useApp.js';

const app = useApp();
const rest = restOf(app);

test('a bot is found by its public id, with the version that was published last', async () => {
  const pool = new Pool({ connectionString: app().databaseUrl });
  const find = (publicId: string) => openPublished(pool)(publicId);
  const [first, second] = [
    await makePublished(rest, botOf(parrot)),
    await makePublished(rest, botOf(parrot)),
  ];
  const before = await find(first.publicId);
  await bodyOf(rest.updateBot({ botId: first.botId, bot: botOf({ groups: {} }) }));
  await bodyOf(rest.publishBot({ botId: first.botId }));
  const suspend = 'update workspace set is_suspended = true where id = $1';
  await rowsOf(app().databaseUrl, suspend, [second.workspaceId]);
  const after = await find(first.publicId);
  expect(after).toMatchObject({ botId: first.botId, isClosed: false, isSuspended: false });
  expect(after?.flowId).not.toBe(before?.flowId);
  expect(await find(second.publicId)).toMatchObject({ botId: second.botId, isSuspended: true });
  expect(await find('nobody')).toBeUndefined();
  const archive = 'update bot set is_archived = true where id = $1';
  await rowsOf(app().databaseUrl, archive, [first.botId]);
  expect(await find(first.publicId)).toBeUndefined();
  await pool.end();
});
