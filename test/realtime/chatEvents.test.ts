import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { queryGraphql, bodyOf, openTransport, refusalOf } from '../support/transports.js';
import { ask, say } from '../support/flowOf.js';
import { useLock } from '../support/rows.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { openWatcher, watch, type EventSeen } from '../support/watcher.js';
import { recordsAt } from '../support/parts.js';

const app = useApp();
const transport = restOf(app);

const sockets: Client[] = [];
const open = (url = app().url): Client => {
  const socket = openWatcher(url);
  sockets.push(socket);
  return socket;
};
afterAll(() => {
  for (const socket of sockets) void socket.dispose();
});

const begin = async (bot = botOf(interview)) => {
  const { botId, publicId } = await makePublished(transport, bot);
  const { sessionId, resultId } = await bodyOf(transport.startChat({ publicId }));
  return { botId, sessionId, resultId };
};
const tell = (sessionId: string, message: string) => transport.continueChat({ sessionId, message });
const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);
const kinds = (events: readonly EventSeen[]) => events.map(({ kind }) => kind);

/** The events of the interview, turn by turn. */
const interviewKinds = [
  ...['message', 'input', 'turnEnd'],
  ...['heard', 'message', 'input', 'turnEnd'],
  ...['heard', 'message', 'turnEnd'],
];

describe('a chat that is watched', () => {
  test('shows the same numbered events, in order and once, on two sockets while a third caller continues it', async () => {
    const { sessionId } = await begin();
    const [first, second] = [watch(open(), sessionId), watch(open(), sessionId)];
    await Promise.all([first.until(3), second.until(3)]);
    await bodyOf(tell(sessionId, 'Ada'));
    await bodyOf(tell(sessionId, '36'));
    await Promise.all([first.done, second.done]);
    expect(first.seen.map(({ seq }) => seq)).toEqual(numbersFrom(1, 10));
    expect(kinds(first.seen)).toEqual(interviewKinds);
    expect(first.seen.map(({ turn }) => turn)).toEqual([1, 1, 1, 2, 2, 2, 2, 3, 3, 3]);
    expect(second.seen).toEqual(first.seen);
    expect(first.seen.at(-1)?.raw).toEqual({ kind: 'turnEnd', isEnded: true });
  });

  test('can be resumed after any number, also on the same socket', async () => {
    const { sessionId } = await begin();
    await bodyOf(tell(sessionId, 'Ada'));
    const socket = open();
    const watching = numbersFrom(0, 8).map((after) => watch(socket, sessionId, after));
    await watching[0]?.until(7);
    await bodyOf(tell(sessionId, '36'));
    await Promise.all(watching.map(({ done }) => done));
    for (const [after, { seen }] of watching.entries()) {
      expect(seen.map(({ seq }) => seq)).toEqual(numbersFrom(after + 1, 10 - after));
    }
  });

  test('is sent whole to a watcher that connects after its end, and the stream completes', async () => {
    const { sessionId } = await begin();
    for (const message of ['Ada', '36']) await bodyOf(tell(sessionId, message));
    const late = watch(open(), sessionId);
    await late.done;
    expect(kinds(late.seen)).toEqual(interviewKinds);
    const after = watch(open(), sessionId, 10);
    await after.done;
    expect(after.seen).toEqual([]);
  });

  test('goes on when a watcher leaves', async () => {
    const { sessionId } = await begin();
    const leaver = watch(open(), sessionId);
    await leaver.until(3);
    leaver.stop();
    await bodyOf(tell(sessionId, 'Ada'));
    const other = watch(open(), sessionId);
    await other.until(7);
    expect(leaver.seen).toHaveLength(3);
  });

  test('shows everything in a preview that went on after its end', async () => {
    const workspaceId = await makeWorkspace(transport);
    const bot = botOf({ groups: { Start: [ask('text input'), say('Thanks')] } });
    const { bot: made } = await bodyOf(transport.createBot({ workspaceId, bot }));
    const { sessionId } = await bodyOf(transport.startPreview({ botId: made.id }));
    for (const message of ['one', 'two']) await bodyOf(tell(sessionId, message));
    const late = watch(open(), sessionId);
    await late.done;
    expect(late.seen.map(({ seq }) => seq)).toEqual(numbersFrom(1, 8));
  });

  test('is sent whole if its log is longer than a page', async () => {
    const { sessionId } = await begin(botOf(parrot));
    for (const count of numbersFrom(1, 60)) await bodyOf(tell(sessionId, String(count)));
    const watching = watch(open(), sessionId);
    await watching.until(3 + 60 * 4);
    expect(watching.seen.map(({ seq }) => seq)).toEqual(numbersFrom(1, 243));
    watching.stop();
  });

  test('can be read page by page with a query too', async () => {
    const { sessionId } = await begin();
    const query = `query ($id: ID!, $after: Int) { chatEvents(sessionId: $id, after: $after) {
      __typename seq turn at
      ... on ChatMessageEvent { message { messageId ... on TextMessage { content { plainText } } } }
      ... on ChatInputEvent { input { type } }
      ... on ChatHeardEvent { text }
      ... on ChatTurnEndEvent { isEnded } } }`;
    const read = async (after?: number) => {
      const { data } = await queryGraphql(app().url, {
        query,
        variables: { id: sessionId, after },
      });
      return recordsAt(data, 'chatEvents');
    };
    expect(await read()).toMatchObject([
      {
        seq: 1,
        __typename: 'ChatMessageEvent',
        message: { messageId: 'Start.1', content: { plainText: 'Welcome!' } },
      },
      { seq: 2, __typename: 'ChatInputEvent', input: { type: 'text input' } },
      { seq: 3, __typename: 'ChatTurnEndEvent', isEnded: false },
    ]);
    expect(await read(3)).toEqual([]);
    await bodyOf(tell(sessionId, 'Ada'));
    const heard = { seq: 4, turn: 2, __typename: 'ChatHeardEvent', text: 'Ada' };
    expect((await read(3))[0]).toMatchObject(heard);
    expect(await read(7)).toEqual([]);
  });

  test('refuses a number beyond the end of its log, for a subscription and for a query', async () => {
    const { sessionId } = await begin();
    const reason = 'FUTURE_CURSOR';
    await expect(watch(open(), sessionId, 4).done).rejects.toMatchObject([
      { extensions: { code: 'BAD_REQUEST', reason } },
    ]);
    const query = `{ chatEvents(sessionId: "${sessionId}", after: 4) { seq } }`;
    const errors = [{ extensions: { reason } }];
    expect(await queryGraphql(app().url, { query })).toMatchObject({ errors });
    const stays = watch(open(), sessionId, 3);
    await bodyOf(tell(sessionId, 'Ada'));
    await stays.until(4);
    stays.stop();
  });

  test('cannot be watched from a page that its bot does not allow', async () => {
    const settings = { security: { allowedOrigins: ['https://shop.example.com'] } };
    const { sessionId } = await begin(botOf(interview, { settings }));
    const from = (origin: string) => {
      const socket = openWatcher(app().url, {}, { origin });
      sockets.push(socket);
      return watch(socket, sessionId);
    };
    await expect(from('https://evil.example.com').done).rejects.toMatchObject([
      { extensions: { reason: 'ORIGIN_NOT_ALLOWED' } },
    ]);
    const allowed = from('https://shop.example.com');
    await allowed.until(3);
    allowed.stop();
  });

  test('is an error if it does not exist, for a subscription and for a query', async () => {
    const errors = [{ message: 'Session not found', extensions: { reason: 'SESSION_NOT_FOUND' } }];
    await expect(watch(open(), 'ses_none').done).rejects.toMatchObject(errors);
    const query = '{ chatEvents(sessionId: "ses_none") { seq } }';
    expect(await queryGraphql(app().url, { query })).toMatchObject({ errors });
  });
});

describe('messages of one chat sent at once', () => {
  test('are served one after the other, all 64 of them, and numbered without a gap', async () => {
    const { botId, sessionId, resultId } = await begin(botOf(parrot));
    const sent = numbersFrom(1, 64).map(String);
    const replies = await Promise.all(sent.map(async (text) => bodyOf(tell(sessionId, text))));
    expect(replies.map(({ messages }) => messages[0]?.content['plainText'])).toEqual(
      sent.map((text) => `You said ${text}`),
    );
    const watching = watch(open(), sessionId);
    await watching.until(3 + 64 * 4);
    expect(watching.seen.map(({ seq }) => seq)).toEqual(numbersFrom(1, 3 + 64 * 4));
    watching.stop();
    const { result } = await bodyOf(transport.getResult({ botId, resultId }));
    expect(result.answers.map(({ content }) => content).sort()).toEqual([...sent].sort());
  });

  test('are refused beyond 64 that wait, and nothing of a refused message is stored', async () => {
    const { botId, sessionId, resultId } = await begin(botOf(parrot));
    const lock = await useLock(app().databaseUrl, sessionId);
    const outcomes = numbersFrom(1, 65).map((text) => tell(sessionId, String(text)));
    const busy = await Promise.race(outcomes);
    expect(busy).toMatchObject({ code: 'CONFLICT', reason: 'SESSION_BUSY' });
    await lock.release();
    const served = (await Promise.all(outcomes)).filter(({ ok }) => ok);
    expect(served).toHaveLength(64);
    const { result } = await bodyOf(transport.getResult({ botId, resultId }));
    expect(result.answers).toHaveLength(64);
  });
});

describe('with a second server on the same database', () => {
  let second: TestApp;
  beforeAll(async () => {
    second = await startTestApp({ DATABASE_URL: app().databaseUrl });
  });
  afterAll(async () => second.close());

  test('two messages at the same time are both served, one after the other', async () => {
    const { botId, sessionId, resultId } = await begin(botOf(parrot));
    const lock = await useLock(app().databaseUrl, sessionId);
    const elsewhere = openTransport('GraphQL', () => second.url);
    const outcomes = [
      tell(sessionId, 'here'),
      elsewhere.continueChat({ sessionId, message: 'there' }),
    ];
    await lock.untilWaiting(2);
    await lock.release();
    const replies = await Promise.all(outcomes.map(bodyOf));
    const said = replies.map(({ messages }) => messages[0]?.content['plainText']);
    expect(said).toEqual(['You said here', 'You said there']);
    const { result } = await bodyOf(transport.getResult({ botId, resultId }));
    expect(result.answers.map(({ content }) => content).sort()).toEqual(['here', 'there']);
    const { events } = await bodyOf(transport.readEvents({ sessionId }));
    expect(events.map(({ seq }) => seq)).toEqual(numbersFrom(1, 3 + 2 * 4));
  });

  test('a chat continued on one server is seen by a watcher on the other', async () => {
    const { sessionId } = await begin();
    const there = watch(open(second.url), sessionId);
    await there.until(3);
    await bodyOf(tell(sessionId, 'Ada'));
    await there.until(7);
    expect(kinds(there.seen)).toEqual(interviewKinds.slice(0, 7));
    there.stop();
  });

  test('a chat that ended on one server has ended on the other', async () => {
    const { sessionId } = await begin();
    for (const message of ['Ada', '36']) await bodyOf(tell(sessionId, message));
    const elsewhere = openTransport('REST', () => second.url);
    const refusal = await refusalOf(elsewhere.continueChat({ sessionId, message: 'x' }));
    expect(refusal.reason).toBe('SESSION_ENDED');
  });
});
