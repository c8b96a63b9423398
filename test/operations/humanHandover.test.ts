import { beforeAll, describe, expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { eventually } from '../support/until.js';
import { makePublished, publishIn, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const http = createHttp({ allowedHosts: ['127.0.0.1'] });
const app = useApp({}, { http, timeouts: { workEvery: 20 } });
const rest = restOf(app);
const outside = useModel();

/** Asks for a name, then for a person, for ten minutes at most. */
const bot = botOf({
  variables: { Name: null },
  groups: {
    Start: [
      ask('text input', 'Name'),
      {
        type: 'Human handover',
        options: { message: 'One moment, {{Name}}.', queue: 'Sales', timeLimit: 10 },
        items: [{ id: 'nobody', exit: 'nobody', to: 'Nobody' }],
      },
      say('Welcome back.'),
      ask('text input'),
    ],
    Nobody: [say('Nobody is here.'), ask('email input')],
  },
});

let place: { botId: string; workspaceId: string; publicId: string };
let agent: { token: string };

beforeAll(async () => {
  place = await makePublished(rest, bot);
  const token = await saveUser(app().databaseUrl, {
    workspaceId: place.workspaceId,
    role: 'MEMBER',
  });
  agent = { token };
});

/** Begins a chat that waits for a person. */
async function handedOver({ publicId } = place): Promise<string> {
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  return sessionId;
}

const read = async (sessionId: string) => (await bodyOf(rest.readChat({ sessionId }))).chat;

/** The end of its log. */
async function endOf(sessionId: string, count: number): Promise<string[]> {
  const { events } = await bodyOf(rest.readEvents({ sessionId }));
  return events.slice(-count).map(({ kind }) => String(kind));
}

/** Lets the time of a chat that waits end now. */
const endTime = (sessionId: string) =>
  rowsOf(app().databaseUrl, 'update chat_desk set waits_until = now() where id = $1', [sessionId]);

describe('a chat that its flow hands over to a person', () => {
  test('is in its queue of the inbox, and tells webhooks that it waits', async () => {
    const eventTypes = ['CHAT_WAITING', 'CHAT_PAUSED'];
    const making = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { id } userErrors { message } } }`;
    const input = { workspaceId: place.workspaceId, url: 'https://example.com/hook', eventTypes };
    await queryGraphql(app().url, { query: making, variables: { input } });
    const { sessionId } = await bodyOf(rest.startChat({ publicId: place.publicId }));
    const reply = await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
    expect(reply.messages).toMatchObject([{ content: { plainText: 'One moment, Ada.' } }]);
    expect(await read(sessionId)).toMatchObject({
      ...{ status: 'PAUSED', queue: 'Sales', assignee: null },
      ...{ waitingSince: expect.any(String), waitsUntil: expect.any(String) },
      last: { text: 'One moment, Ada.', role: 'BOT' },
    });
    const { workspaceId } = place;
    const inQueue = async (queue: string) =>
      (await bodyOf(rest.listChats({ workspaceId, queue }))).chats.map(({ id }) => id);
    expect(await inQueue('Sales')).toContain(sessionId);
    expect(await inQueue('Support')).toEqual([]);
    await bodyOf(rest.updateChat({ sessionId, queue: 'Support' }, agent));
    expect(await inQueue('Support')).toEqual([sessionId]);
    await bodyOf(rest.updateChat({ sessionId, tags: ['new'] }, agent));
    expect(await read(sessionId)).toMatchObject({ queue: 'Support', tags: ['new'] });
    await bodyOf(rest.updateChat({ sessionId, queue: null }, agent));
    expect(await read(sessionId)).toMatchObject({ queue: null, tags: ['new'] });
    expect(await inQueue('Support')).toEqual([]);
    const sent = await rowsOf<{ type: string }>(
      app().databaseUrl,
      `select event_type as type from webhook_delivery where data ->> 'sessionId' = $1`,
      [sessionId],
    );
    expect(sent.map(({ type }) => type).sort()).toEqual(['CHAT_PAUSED', 'CHAT_WAITING']);
  });

  test.each([
    ['releasing it', async (sessionId: string) => bodyOf(rest.releaseChat({ sessionId }, agent))],
    [
      'setting its status',
      async (sessionId: string) => bodyOf(rest.setStatus({ sessionId, status: 'OPEN' }, agent)),
    ],
  ])('goes on after the block when an agent gives it back by %s', async (_, giveBack) => {
    const sessionId = await handedOver();
    await bodyOf(rest.claimChat({ sessionId }, agent));
    await bodyOf(rest.continueChat({ sessionId, message: 'Hello?' }));
    await bodyOf(rest.postAgentMessage({ sessionId, text: 'Here I am' }, agent));
    await giveBack(sessionId);
    expect(await read(sessionId)).toMatchObject({
      ...{ status: 'OPEN', assignee: null, waitsUntil: null, waitingSince: null },
      last: { text: 'Welcome back.', role: 'BOT' },
    });
    expect(await endOf(sessionId, 4)).toEqual(['status', 'message', 'input', 'turnEnd']);
    await bodyOf(rest.continueChat({ sessionId, message: 'Thanks' }));
    expect(await read(sessionId)).toMatchObject({ status: 'ENDED' });
  });

  test('goes another way when nobody came in time, without a message of the visitor', async () => {
    const sessionId = await handedOver();
    await bodyOf(rest.continueChat({ sessionId, message: 'Hello?' }));
    await endTime(sessionId);
    await eventually(async () => {
      expect(await read(sessionId)).toMatchObject({
        ...{ status: 'OPEN', waitsUntil: null, waitingSince: null },
        last: { text: 'Nobody is here.' },
      });
    });
    expect(await endOf(sessionId, 4)).toEqual(['status', 'message', 'input', 'turnEnd']);
    const { input } = await bodyOf(rest.continueChat({ sessionId, message: 'no address' }));
    expect(input).toMatchObject({ type: 'email input' });
  });

  test('goes another way without waiting for the requests of others whose time is over too', async () => {
    const webhook = { url: `${outside.url()}/missed`, method: 'POST', body: '{}' };
    const telling = botOf({
      groups: {
        Start: [
          ask('text input'),
          {
            ...{ type: 'Human handover', options: { timeLimit: 10 } },
            items: [{ id: 'nobody', exit: 'nobody', to: 'Nobody' }],
          },
        ],
        Nobody: [
          { type: 'Webhook', options: { isCustomBody: true, timeout: 120, webhook } },
          say('Nobody is here.'),
          ask('text input'),
        ],
      },
    });
    const own = await publishIn(rest, place.workspaceId, telling);
    const chats = [await handedOver({ ...place, ...own }), await handedOver({ ...place, ...own })];
    await rowsOf(app().databaseUrl, 'update chat_desk set waits_until = now() where id = any($1)', [
      chats,
    ]);
    const first = await outside.next();
    let isFirstOver = false;
    void first.closed.then(() => (isFirstOver = true));
    const second = await outside.next();
    expect(isFirstOver).toBe(false);
    for (const call of [first, second]) call.refuse(200, '{}');
    await eventually(async () => {
      for (const sessionId of chats) {
        expect(await read(sessionId)).toMatchObject({ last: { text: 'Nobody is here.' } });
      }
    });
  });

  test('goes on once, although several servers find that its time is over', async () => {
    const sessionId = await handedOver();
    await endTime(sessionId);
    await eventually(async () => expect(await read(sessionId)).toMatchObject({ status: 'OPEN' }));
    await bodyOf(rest.continueChat({ sessionId, message: 'ada@example.com' }));
    const { events } = await bodyOf(rest.readEvents({ sessionId }));
    expect(events.filter(({ kind }) => kind === 'status')).toHaveLength(2);
  });

  test('waits without an end once an agent has claimed or answered it', async () => {
    const [claimed, answered, late] = [await handedOver(), await handedOver(), await handedOver()];
    await bodyOf(rest.claimChat({ sessionId: claimed }, agent));
    await endTime(claimed);
    await bodyOf(rest.postAgentMessage({ sessionId: answered, text: 'Here I am' }));
    await bodyOf(rest.continueChat({ sessionId: answered, message: 'Finally' }));
    expect(await read(answered)).toMatchObject({
      ...{ waitsUntil: null, waitingSince: expect.any(String) },
    });
    await endTime(late);
    await eventually(async () => expect(await read(late)).toMatchObject({ status: 'OPEN' }));
    expect(await read(claimed)).toMatchObject({ status: 'PAUSED' });
    expect(await read(answered)).toMatchObject({ status: 'PAUSED' });
  });

  test('stays closed when its time is over', async () => {
    const sessionId = await handedOver();
    await bodyOf(rest.closeChat({ sessionId }, agent));
    expect(await read(sessionId)).toMatchObject({ status: 'CLOSED', waitsUntil: null });
  });

  test('that has expired is not tried again', async () => {
    const sessionId = await handedOver();
    await rowsOf(
      app().databaseUrl,
      `update chat_session set updated_at = now() - interval '1 year' where id = $1`,
      [sessionId],
    );
    await endTime(sessionId);
    await eventually(async () => expect(await read(sessionId)).toMatchObject({ waitsUntil: null }));
    expect(await read(sessionId)).toMatchObject({ status: 'PAUSED' });
  });
});

test('a preview asks whoever tries it how the wait for a person ends', async () => {
  const { botId } = place;
  const { sessionId } = await bodyOf(rest.startPreview({ botId }));
  const reply = await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  expect(reply.input).toMatchObject({
    type: 'choice input',
    items: [{ id: 'back' }, { id: 'nobody', content: 'Nobody comes in time' }],
  });
  expect(reply.logs).toMatchObject([
    { description: 'The chat would wait for a person in the queue "Sales", for 10 min at most' },
  ]);
  const { messages } = await bodyOf(rest.continueChat({ sessionId, message: 'nobody' }));
  expect(messages).toMatchObject([{ content: { plainText: 'Nobody is here.' } }]);
});
