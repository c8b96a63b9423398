import { describe, expect, jest, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import pg from 'pg';
import WebSocket from 'ws';
import { botOf } from '../support/botOf.js';
import { bodyOf } from '../support/transports.js';
import { ask, say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { openWatcher, watch } from '../support/watcher.js';
import { partAt } from '../support/parts.js';

const app = useApp();
const owner = restOf(app);

/** Watches a bot with its own token: returns what it receives, and the code with which its socket is closed. */
async function watchBot() {
  const { apiToken, token } = await bodyOf(owner.createToken({ name: 'Watcher' }));
  const workspaceId = await makeWorkspace(owner);
  const { bot } = await bodyOf(owner.createBot({ workspaceId, bot: {} }));
  const heard: unknown[] = [];
  let wake = (): void => undefined;
  const closed = new Promise<number>((resolve) => {
    const client = createClient({
      url: `${app().url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${token}` },
      retryAttempts: 0,
      on: { closed: (event) => resolve(Number(partAt(event, 'code'))) },
    });
    const query = `subscription { botChanged(botId: "${bot.id}", afterRevision: 0) { revision } }`;
    client.subscribe(
      { query },
      {
        next: (message) => {
          heard.push(message);
          wake();
        },
        error: () => undefined,
        complete: () => undefined,
      },
    );
  });
  await new Promise<void>((resolve) => {
    wake = resolve;
    if (heard.length > 0) resolve();
  });
  return { tokenId: apiToken.id, botId: bot.id, heard, closed };
}

describe('a socket that was opened with a token', () => {
  test('is closed as soon as the token is revoked', async () => {
    const { tokenId, closed, heard } = await watchBot();
    await bodyOf(owner.revokeToken({ tokenId }));
    expect(await closed).toBe(4403);
    expect(heard).toHaveLength(1);
  });

  test('receives nothing more once the token has expired', async () => {
    const { tokenId, botId, closed, heard } = await watchBot();
    const ending = "update api_token set expires_at = now() - interval '1 second' where id = $1";
    await rowsOf(app().databaseUrl, ending, [tokenId]);
    await bodyOf(owner.updateBot({ botId, bot: { name: 'Secret plans' } }));
    expect(await closed).toBe(4403);
    expect(heard).toHaveLength(1);
  });
});

/** The variables of each subscription on a bot. */
const STREAMS = {
  botChanged:
    'subscription ($botId: ID!) { botChanged(botId: $botId, afterRevision: 1) { botId } }',
  resultChanged: 'subscription ($botId: ID!) { resultChanged(botId: $botId) { botId } }',
  blockStatsChanged: 'subscription ($botId: ID!) { blockStatsChanged(botId: $botId) { botId } }',
  jobProgress: 'subscription ($jobId: ID!) { jobProgress(jobId: $jobId) { id } }',
};

/** A person in a workspace of the owner's who watches a bot with every subscription. */
async function watchAll(share?: string) {
  const { databaseUrl, url } = app();
  const { botId, publicId, workspaceId } = await makePublished(owner, {});
  const role = share === undefined ? 'MEMBER' : 'GUEST';
  const token = await saveUser(databaseUrl, { workspaceId, role });
  const { user } = await bodyOf(owner.readMe({}, { token }));
  const shared = `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
    select $1, $2, $3::text, now(), now() where $3::text is not null`;
  await rowsOf(databaseUrl, shared, [botId, user.id, share ?? null]);
  const jobId = `job_${botId}`;
  // An editor whose sign lasts for a long time.
  const job = `insert into job (id, bot_id, kind, input, status, done, total, file_token, heard_at, created_at)
    values ($1, $2, 'EXPORT', '{"format":"CSV"}', 'RUNNING', 0, 1, $1, now() + interval '1 day', now())`;
  await rowsOf(databaseUrl, job, [jobId, botId]);
  const client = openWatcher(url, { authorization: `Bearer ${token}` });
  const streams = Object.entries(STREAMS).map(([name, query]) => {
    const stream = client.iterate({ query, variables: { botId, jobId } });
    return { name, stream };
  });
  for (const { name, stream } of streams) {
    expect([name, partAt((await stream.next()).value, 'errors')]).toEqual([name, undefined]);
  }
  /** Why each subscription ended; pending for those that go on. */
  const ends = Promise.all(streams.map(async ({ name, stream }) => [name, await endOf(stream)]));
  return { botId, publicId, workspaceId, userId: user.id, client, ends };
}

async function endOf(stream: AsyncIterator<unknown>): Promise<unknown> {
  try {
    return partAt((await stream.next()).value, 'errors.0.extensions.reason');
  } catch (closed) {
    return Array.isArray(closed) ? partAt(closed, '0.extensions.reason') : closed;
  }
}

describe('the streams of a bot that a person watches end at once, without any event, when they', () => {
  const gone = [
    ['botChanged', 'BOT_NOT_FOUND'],
    ['resultChanged', 'BOT_NOT_FOUND'],
    ['blockStatsChanged', 'BOT_NOT_FOUND'],
    ['jobProgress', 'JOB_NOT_FOUND'],
  ];

  test('are removed from the workspace', async () => {
    const { workspaceId, userId, ends, client } = await watchAll();
    await bodyOf(owner.removeMember({ workspaceId, userId }));
    expect(await ends).toEqual(gone);
    await client.dispose();
  });

  test('become a guest without a share of it', async () => {
    const { workspaceId, userId, ends, client } = await watchAll();
    await bodyOf(owner.updateMember({ workspaceId, userId, role: 'GUEST' }));
    expect(await ends).toEqual(gone);
    await client.dispose();
  });

  test('lose their share of it', async () => {
    const { botId, userId, ends, client } = await watchAll('READ');
    await bodyOf(owner.removeCollaborator({ botId, userId }));
    expect(await ends).toEqual(gone);
    await client.dispose();
  });

  test('lose the workspace because it is deleted', async () => {
    const { workspaceId, ends, client } = await watchAll();
    await bodyOf(owner.deleteWorkspace({ workspaceId }));
    expect(await ends).toEqual(gone);
    await client.dispose();
  });
});

test('a token is not looked up for every event', async () => {
  const { databaseUrl, url } = app();
  const words = Array.from({ length: 40 }, (_, index) => say(`Word ${index}`));
  const { publicId } = await makePublished(
    owner,
    botOf({ groups: { Start: [...words, ask('text input')] } }),
  );
  const { sessionId } = await bodyOf(owner.startChat({ publicId }));
  const token = await saveUser(databaseUrl);
  const client = openWatcher(url, { authorization: `Bearer ${token}` });
  const query = jest.spyOn(pg.Client.prototype, 'query');
  const watching = watch(client, sessionId);
  await watching.until(41);
  watching.stop();
  const sent = query.mock.calls.map(([statement]) => JSON.stringify(statement));
  query.mockRestore();
  const lookUps = sent.filter((statement) => statement.includes('api_token'));
  // One for the socket, one for the subscription, and one for every two seconds that the test may take.
  expect(lookUps.length).toBeGreaterThan(0);
  expect(lookUps.length).toBeLessThan(41);
  await client.dispose();
});
