import { beforeAll, describe, expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { queryGraphql, bodyOf, transportNames, openTransport } from '../support/transports.js';
import { openRawSocket } from '../support/rawSocket.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher, watch } from '../support/watcher.js';
import { recordAt, recordsAt } from '../support/parts.js';

/** One request a minute with each token. */
const app = useApp({ RATE_LIMITS: 'on', RATE_LIMIT_RULES: 'token=1/min' });
/** A short time for which tokens are cached. */
const free = useApp({}, { timeouts: { tokensKnownFor: 200 } });
const owner = restOf(free);

/** Headers for a proxy in front of the server, which may pass them on. */
const BASIC = { authorization: `Basic ${Buffer.from('acme:secret').toString('base64')}` };

let publicId: string;
let botId: string;
beforeAll(async () => {
  ({ publicId, botId } = await makePublished(owner, botOf(interview)));
});

/** The status of a REST call. */
async function post(path: string, body: object, authorization: string, url = free().url) {
  const headers = { 'content-type': 'application/json', authorization };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}/v1/${path}`, sent);
  return { status: response.status, body: recordAt(await response.json()) };
}

describe('an Authorization header of another scheme than Bearer', () => {
  test('does not count as a token: a visitor can chat over REST and over GraphQL', async () => {
    const { authorization } = BASIC;
    const { status, body } = await post(`bots/${publicId}/startChat`, {}, authorization);
    expect([status, body.message]).toEqual([200, undefined]);
    const path = `sessions/${body.sessionId}/continueChat`;
    expect((await post(path, { message: 'Ada' }, authorization)).status).toBe(200);
    const preview = await post(`bots/${botId}/preview/startChat`, {}, authorization);
    expect(preview.status).toBe(200);

    const query = `{ chatEvents(sessionId: "${body.sessionId}") { seq } }`;
    const sent = { method: 'POST', body: JSON.stringify({ query }) };
    const headers = { ...BASIC, 'content-type': 'application/json' };
    const answer = await fetch(`${free().url}/graphql`, { ...sent, headers });
    expect(await answer.json()).toHaveProperty('data.chatEvents.0.seq', 1);
  });

  test('does not count as a token on a socket either', async () => {
    const { sessionId } = await bodyOf(owner.startChat({ publicId }, { token: null }));
    for (const client of [openWatcher(free().url, BASIC), openWatcher(free().url, {}, BASIC)]) {
      const watching = watch(client, sessionId);
      await Promise.race([watching.until(1), watching.done]);
      await client.dispose();
    }
  });

  test('does not replace a token where one is needed', async () => {
    const { status, body } = await post('workspaces', { name: 'Acme' }, BASIC.authorization);
    expect([status, body.reason]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('is not counted by the rate limit of tokens, which all users of one proxy would share', async () => {
    for (const n of [1, 2, 3]) {
      const { status } = await post('bots/none/startChat', {}, BASIC.authorization, app().url);
      expect([n, status]).toEqual([n, 404]);
    }
  });
});

test.each(['Bearer', 'Bearer a b', 'parley_of-nobody', 'Bearer parley_of-nobody'])(
  'a header that was to be a token and is none, "%s", does not pass for none',
  async (authorization) => {
    const { status, body } = await post(`bots/${publicId}/startChat`, {}, authorization);
    expect([status, body.reason]).toEqual([401, 'UNAUTHENTICATED']);
  },
);

test('the answer to a token without its scheme says how to send it, in chats, elsewhere and on sockets', async () => {
  const said = 'Send your token as Authorization: Bearer <token>';
  for (const path of [`bots/${publicId}/startChat`, 'workspaces']) {
    expect((await post(path, { name: 'Acme' }, TOKEN)).body.message).toBe(said);
  }
  const socket = await openRawSocket(free().url);
  socket.send({ type: 'connection_init', payload: { authorization: TOKEN } });
  await socket.until(({ type }) => type === 'connection_ack');
  const query = '{ viewer { user { id } } }';
  socket.send({ type: 'subscribe', id: '1', payload: { query } });
  const { payload } = await socket.until(({ id }) => id === '1');
  expect(JSON.stringify(payload)).toContain(said);
  socket.close();
});

describe.each(transportNames)('a token that is revoked', (name) => {
  const transport = openTransport(name, () => free().url);

  test(`is refused at once where it is needed, and within seconds in chats, over ${name}`, async () => {
    const { apiToken, token } = await bodyOf(owner.createToken({ name: 'Messenger' }));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }, { token }));
    await bodyOf(transport.readBot({ botId }, { token }));
    await bodyOf(owner.revokeToken({ tokenId: apiToken.id }));
    const refused = { ok: false, reason: 'UNAUTHENTICATED' };
    expect(await transport.readBot({ botId }, { token })).toMatchObject(refused);
    const stop = async () => transport.stopReply({ sessionId }, { token });
    let outcome = await stop();
    while (outcome.ok) outcome = await stop();
    expect(outcome).toMatchObject(refused);
  });
});

test('a token that is sent in a chat counts as used', async () => {
  const { apiToken, token } = await bodyOf(owner.createToken({ name: 'Messenger' }));
  await bodyOf(owner.startChat({ publicId }, { token }));
  const find = async () => {
    const query = '{ viewer { apiTokens { id lastUsedAt } } }';
    const { data } = await queryGraphql(free().url, { query });
    const tokens = recordsAt(data, 'viewer.apiTokens');
    return tokens.find(({ id }) => id === apiToken.id)?.['lastUsedAt'];
  };
  while (!(await find()));
});
