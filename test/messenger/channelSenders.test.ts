import { expect, test } from '@jest/globals';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { partAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { until } from '../support/until.js';
import { restOf, useApp } from '../support/useApp.js';
import { useChannel } from '../support/useChannel.js';

const app = useApp({ OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' }, { timeouts: { workEvery: 50 } });
const rest = restOf(app);
const { person, connect, answering, post, got } = useChannel(app);

const echo: FlowSketch = {
  variables: { X: null },
  groups: { Start: [say('Go on'), ask('text input', 'X'), say('You said {{X}}')] },
};

const messages = async (credentialsId: string) =>
  rowsOf<{ id: string }>(
    app().databaseUrl,
    'select m.id from messenger_message m join messenger_conversation c on c.id = conversation_id where credentials_id = $1',
    [credentialsId],
  );

test('a message that is not signed, or was signed long ago, is refused and leaves nothing', async () => {
  const place = await connect();
  const other = `whsec_${Buffer.from('another secret, just as long').toString('base64')}`;
  const now = Math.floor(Date.now() / 1_000);
  expect(await post(place.address, 'Hello', { by: other })).toBe(401);
  for (const at of [now - 600, now + 600, NaN]) {
    expect(await post(place.address, 'Hello', { at })).toBe(401);
  }
  expect((await fetch(place.address, { method: 'POST' })).status).toBe(401);
  expect(await messages(place.credentialsId)).toEqual([]);
});

test('credentials of another kind, of another workspace, or of none look like a wrong signature', async () => {
  const place = await connect();
  const { workspaceId } = await connect();
  const foreign = place.address.replace(place.workspaceId, workspaceId);
  const missing = place.address.replace('crd_', 'crd_x');
  const data = { apiKey: 'sk-1' };
  const credentials = { type: 'openai', name: 'Other', data };
  const { workspaceId: own } = place;
  const saved = await bodyOf(rest.saveCredentials({ workspaceId: own, credentials }));
  const model = place.address.replace(place.credentialsId, saved.credentialsId);
  for (const address of [foreign, missing, model]) expect(await post(address, 'Hello')).toBe(401);
});

test('a message that is sent two hundred times is answered once', async () => {
  const place = await connect();
  await answering(place, echo);
  const statuses = new Set<number>();
  for (let round = 0; round < 4; round += 1) {
    const together = Array.from({ length: 50 }, () => post(place.address, 'Hello', { id: 'same' }));
    for (const status of await Promise.all(together)) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
  await post(place.address, 'last');
  expect(await got(2)).toEqual(['Go on', 'You said last']);
  expect(await messages(place.credentialsId)).toHaveLength(2);
});

test('a body that cannot be read is refused with the reason', async () => {
  const place = await connect();
  expect(await post(place.address, 7)).toBe(400);
  expect(await post(place.address, 'Hello', { who: '' })).toBe(400);
  expect(await post(place.address, 'Hello', { who: 'a'.repeat(201) })).toBe(400);
  expect(await post(place.address, 'Hello', { id: 'a'.repeat(3_000) })).toBe(400);
  expect(await post(place.address, 'a'.repeat(100_001))).toBe(400);
  expect(await post(place.address, 'Zero \0')).toBe(400);
  expect(await post(place.address, { type: 'location', latitude: 'x', longitude: 0 })).toBe(400);
  const files = Array.from({ length: 11 }, () => ({ url: 'https://example.com/a' }));
  expect(await post(place.address, 'Hello', { more: { files } })).toBe(400);
  const script = [{ url: 'file:///etc/passwd' }];
  expect(await post(place.address, 'Hello', { more: { files: script } })).toBe(400);
  expect(await post(place.address, 'a'.repeat(3_100_000))).toBe(413);
  expect(await messages(place.credentialsId)).toEqual([]);
});

test('while no bot answers, nothing is sent, and the first bot that is published answers the next message', async () => {
  const place = await connect();
  expect(await post(place.address, 'Hello')).toBe(200);
  await until(async () => (await dueOf(place.credentialsId)) === null);
  await answering(place, echo);
  await post(place.address, 'Hello');
  expect(await got(1)).toEqual(['Go on']);
});

test('messages of an agent reach the messenger, while the bot waits', async () => {
  const place = await connect();
  await answering(place, echo);
  await post(place.address, 'Hello');
  await got(1);
  const [row] = await rowsOf<{ id: string }>(
    app().databaseUrl,
    'select session_id as id from messenger_conversation where credentials_id = $1',
    [place.credentialsId],
  );
  const sessionId = row?.id ?? '';
  await bodyOf(rest.setStatus({ sessionId, status: 'PAUSED' }));
  await post(place.address, 'Is anybody there?');
  await until(async () => (await dueOf(place.credentialsId)) === null);
  await bodyOf(rest.postAgentMessage({ sessionId, text: 'Yes, Grace.' }));
  await got(2);
  await bodyOf(rest.setStatus({ sessionId, status: 'OPEN' }));
  await post(place.address, 'Thanks');
  expect(await got(3)).toEqual(['Go on', 'Yes, Grace.', 'You said Thanks']);
});

test('a chat that its flow hands over goes on in the messenger when nobody came', async () => {
  const place = await connect();
  const handover = {
    ...{ type: 'Human handover', options: { message: 'One moment.', timeLimit: 10 } },
    items: [{ id: 'nobody', exit: 'nobody', to: 'Nobody' }],
  };
  const groups = { Start: [handover], Nobody: [say('Nobody is here.')] };
  await answering(place, { groups });
  await post(place.address, 'Hello');
  expect(await got(1)).toEqual(['One moment.']);
  const rows = await rowsOf<{ channel: string }>(app().databaseUrl, WAITED);
  expect(rows).toEqual([{ channel: 'MESSENGER' }]);
  expect(await got(2)).toEqual(['One moment.', 'Nobody is here.']);
});

/** Ends the time of chats that wait for a person. */
const WAITED =
  'update chat_desk set waits_until = now() where waits_until is not null returning channel';

test('a chat whose bot is deleted ends with the message of a closed bot, sent once, and no other begins', async () => {
  const place = await connect();
  const general = { systemMessages: { botClosed: 'We moved to example.com' } };
  const botId = await answering(place, { ...echo, settings: { general } });
  await post(place.address, 'Hello');
  await got(1);
  await bodyOf(rest.deleteBot({ botId }));
  await post(place.address, 'Still there?');
  await got(2);
  await post(place.address, 'And now?');
  await until(async () => (await dueOf(place.credentialsId)) === null);
  expect(await got(2)).toEqual(['Go on', 'We moved to example.com']);
});

test('a closed bot says so to everybody who begins a chat, and lets open chats finish', async () => {
  const place = await connect();
  const botId = await answering(place, echo);
  await post(place.address, 'Hello');
  await got(1);
  await bodyOf(rest.updateBot({ botId, bot: { isClosed: true } }));
  await post(place.address, 'Still there?');
  await got(2);
  await post(place.address, 'Again', { who: 'ben', id: 'twice' });
  await got(3);
  await post(place.address, 'Again', { who: 'ben', id: 'twice' });
  await post(place.address, 'Hello');
  expect(await got(4)).toEqual([
    'Go on',
    'You said Still there?',
    'This bot is now closed',
    'This bot is now closed',
  ]);
});

test('a person receives once a day that a bot is closed, and again after a new chat', async () => {
  const place = await connect();
  const botId = await answering(place, { ...echo, groups: { Start: [say('Go on')] } });
  const close = (isClosed: boolean) => bodyOf(rest.updateBot({ botId, bot: { isClosed } }));
  const answeredTo = async (text: string) => {
    await post(place.address, text);
    await until(async () => (await dueOf(place.credentialsId)) === null);
    return person.requests.splice(0).map(({ body }) => partAt(body, 'message.text'));
  };
  await close(true);
  const closed = ['This bot is now closed'];
  expect(await answeredTo('Hello')).toEqual(closed);
  expect(await answeredTo('This bot is now closed')).toEqual([]);
  await rowsOf(
    app().databaseUrl,
    `update messenger_conversation set told_closed_at = now() - interval '25 hours' where credentials_id = $1`,
    [place.credentialsId],
  );
  expect(await answeredTo('Hello')).toEqual(closed);
  await close(false);
  expect(await answeredTo('Hello')).toEqual(['Go on']);
  await close(true);
  expect(await answeredTo('Hello')).toEqual(closed);
});

test('a program that writes endlessly gets no more answers within the hour', async () => {
  const place = await connect();
  await answering(place, echo);
  await post(place.address, 'Hello');
  await got(1);
  const count = (since: string) =>
    rowsOf(
      app().databaseUrl,
      `update messenger_conversation set counted = 299, counted_since = now() - interval '${since}'
        where credentials_id = $1`,
      [place.credentialsId],
    );
  await count('59 minutes');
  await post(place.address, 'the last', { id: 'twice' });
  await got(2);
  for (const id of ['twice', 'more']) expect(await post(place.address, 'More', { id })).toBe(200);
  expect(await messages(place.credentialsId)).toHaveLength(2);
  await count('61 minutes');
  await post(place.address, 'Hello again');
  expect(await got(3)).toEqual(['Go on', 'You said the last', 'Go on']);
});

test('in a suspended workspace open chats stop, and none begins', async () => {
  const place = await connect();
  await answering(place, echo);
  await post(place.address, 'Hello');
  await got(1);
  const suspend = 'update workspace set is_suspended = true where id = $1';
  await rowsOf(app().databaseUrl, suspend, [place.workspaceId]);
  await post(place.address, 'Still there?');
  expect(await got(2)).toEqual(['Go on', 'This bot is now closed']);
});

test('of the messages that one person sends together, hardly more than a hundred wait', async () => {
  const place = await connect();
  await answering(place, echo);
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  person.answer(async (response) => {
    await opened;
    response.writeHead(204).end();
  });
  await post(place.address, 'Hello');
  await got(1);
  for (let round = 0; round < 15; round += 1) {
    await Promise.all(
      Array.from({ length: 20 }, () => post(place.address, 'More', { who: 'anna' })),
    );
  }
  const waiting = (await messages(place.credentialsId)).length;
  expect(waiting).toBeGreaterThanOrEqual(100);
  expect(waiting).toBeLessThan(140);
  // Another person is answered meanwhile.
  await post(place.address, 'Hello', { who: 'ben' });
  await got(2);
  expect(person.requests[1]?.body['contact']).toEqual({ id: 'ben' });
  open();
});

async function dueOf(credentialsId: string): Promise<unknown> {
  const [row] = await rowsOf<{ due: unknown }>(
    app().databaseUrl,
    `select due_at as due from messenger_conversation where credentials_id = $1
      and not exists (select from messenger_message where conversation_id = messenger_conversation.id and not is_done)`,
    [credentialsId],
  );
  return row?.due;
}
