import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { CONNECTIONS } from '../../src/storage/orm.js';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql, bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { partAt } from '../support/parts.js';

const app = useApp();
const rest = restOf(app);

test('while dashboards use all their connections, visitors can still chat', async () => {
  const { publicId, workspaceId } = await makePublished(rest, botOf(interview));
  const locker = new Client(app().databaseUrl);
  await locker.connect();
  await locker.query('begin');
  await locker.query('lock table folder in access exclusive mode');
  const variables = { id: workspaceId };
  const query = 'query ($id: ID!) { workspace(id: $id) { folders { id } } }';
  // More requests than connections of both kinds: the others wait, and then fail.
  const count = CONNECTIONS.records + CONNECTIONS.chats + 5;
  const asked = Array.from({ length: count }, () => queryGraphql(app().url, { query, variables }));
  const waiting = async () => {
    const { rows } = await locker.query<{ held: number }>(
      'select count(*)::int as held from pg_locks where not granted',
    );
    return rows[0]?.held ?? 0;
  };
  while ((await waiting()) < CONNECTIONS.records);

  // Also callers with a token, which is looked up.
  for (const calling of [{ token: null }, {}]) {
    const { sessionId } = await bodyOf(rest.startChat({ publicId }, calling));
    const { input } = await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }, calling));
    expect(input).toBeDefined();
  }
  expect((await fetch(`${app().url}/readyz`)).status).toBe(200);
  expect(await waiting()).toBe(CONNECTIONS.records);

  await locker.query('rollback');
  await locker.end();
  const answers = await Promise.all(asked);
  expect(answers.some(({ data }) => partAt(data, 'workspace'))).toBe(true);
});
