import { describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { bodyOf } from '../support/doors.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { rowsOf } from '../support/rows.js';

const app = useApp();
const owner = restOf(app);

/** Watches a bot with a token of its own: what it hears, and with which code its socket is closed. */
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
      on: { closed: (event) => resolve(Number(Reflect.get(Object(event), 'code'))) },
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

  test('is told nothing more once the token has expired', async () => {
    const { tokenId, botId, closed, heard } = await watchBot();
    const ending = "update api_token set expires_at = now() - interval '1 second' where id = $1";
    await rowsOf(app().databaseUrl, ending, [tokenId]);
    await bodyOf(owner.updateBot({ botId, bot: { name: 'Secret plans' } }));
    expect(await closed).toBe(4403);
    expect(heard).toHaveLength(1);
  });
});
