import { describe, expect, test } from '@jest/globals';
import { type ChatState, foldChat, newChat, watchChat } from '@parley/client';
import WebSocket from 'ws';
import { say } from '../support/flowOf.js';
import type { ModelCall } from '../support/modelServer.js';
import { rowsOf } from '../support/rows.js';
import {
  asker,
  begin,
  first,
  listening,
  model,
  rest,
  second,
  SECRET,
  untilShown,
  watching,
  useStreamedChats,
} from '../support/streamedChats.js';
import { bodyOf, openTransport, refusalOf, saidIn } from '../support/transports.js';

useStreamedChats();

const TOO_LONG = 'x'.repeat(99_000);

describe('a model whose answer breaks off', () => {
  test.each<[string, string, (call: ModelCall) => void, string]>([
    [
      'because it gives up',
      'Half',
      (call) => {
        call.send(`{"error":{"message":"Too busy for ${SECRET}"}}`);
        call.end();
      },
      'Too busy for ***',
    ],
    [
      'because it hangs up',
      'Half',
      (call) => call.breakOff(),
      'the host could not be reached or broke off',
    ],
    [
      'because it has no end',
      TOO_LONG,
      (call) => call.goOn('x'.repeat(9_000)),
      'it said more than 100000 characters',
    ],
  ])(
    '%s, has said what came before; the author reads why, and the chat goes on',
    async (...row) => {
      const [, text, breakOff, why] = row;
      const { botId } = await asker();
      const { sessionId } = await bodyOf(rest.startPreview({ botId }));
      const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
      const call = await model.next();
      if (text === 'Half') {
        call.say(text);
        await untilShown(watching(first, sessionId), text);
      }
      breakOff(call);
      expect(saidIn(await reply)).toEqual([text, ' tokens']);
      expect((await reply).logs).toEqual([
        {
          status: 'error',
          description: 'Block Answer.1 (openai: Create chat completion) broke off',
          details: `The service failed: ${why}`,
          groupId: 'Answer',
          blockId: 'Answer.1',
        },
      ]);
      await call.closed;

      const again = bodyOf(rest.continueChat({ sessionId, message: 'And now?' }));
      const next = await model.next();
      next.say('All of it');
      next.end();
      expect(saidIn(await again)).toEqual(['All of it', '42 tokens']);
    },
  );
});

test.each([
  ['is shown as it comes', []],
  ['is shown once it is whole', [say('This came of it:')]],
])('closing a chat hangs up on a silent model whose answer %s', async (_when, own) => {
  const { sessionId, reply, call } = await begin(await asker(own));
  expect(call.body['stream']).toBe(true);
  const watcher = await listening(second, sessionId);
  await bodyOf(openTransport('REST', () => second.url).setStatus({ sessionId, status: 'CLOSED' }));
  await call.closed;
  await expect(reply).rejects.toThrow('SESSION_ENDED');
  // If a turn streams nothing, its message is shown only after the turn is written.
  const received = own.length === 0 ? ['received'] : [];
  await watcher.until(4 + received.length);
  expect(watcher.seen.map(({ event }) => event)).toEqual([
    ...['input', 'turnEnd'],
    ...received,
    ...['status', 'turnEnd'],
  ]);
});

describe('the message that a streamed reply answers', () => {
  test('reaches watchers on every process while the model is still silent, and is in the log once', async () => {
    const published = await asker();
    const { sessionId } = await bodyOf(rest.startChat(published));
    const near = watching(first, sessionId);
    const far = watching(second, sessionId);
    const events = await listening(second, sessionId);
    const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
    const call = await model.next();
    const raw = { kind: 'received', text: 'Why?', blockId: 'Start.1' };
    for (const watcher of [near, far]) {
      await watcher.until(3);
      expect(watcher.seen[2]).toMatchObject({ seq: 2, turn: 2, kind: 'received', raw });
    }
    await events.until(3);
    expect(events.seen[2]).toMatchObject({
      ...{ id: undefined, event: 'received' },
      data: { seq: 2, turn: 2, ...raw },
    });
    call.say('Because.');
    for (const watcher of [near, far]) await untilShown(watcher, 'Because.');
    call.end();
    await reply;
    for (const watcher of [near, far]) {
      await watcher.until(9);
      const heard = watcher.seen.filter(({ raw }) => raw['text'] === 'Why?');
      expect(heard.map(({ kind, seq }) => [kind, seq])).toEqual([
        ['received', 2],
        ['heard', 3],
      ]);
    }
  });

  test('is withdrawn if the turn fails, and shown when it is sent again', async () => {
    const published = await asker([], { type: 'payment input', options: {} });
    const { sessionId } = await bodyOf(rest.startChat(published));
    const watcher = watching(second, sessionId, 2);
    const kinds = () => watcher.seen.map(({ kind }) => kind);
    for (const [message, count] of [
      ['Why?', 3],
      ['And?', 6],
    ] as const) {
      const refused = refusalOf(rest.continueChat({ sessionId, message }));
      const call = await model.next();
      await watcher.until(count - 2);
      call.say('Because.');
      await watcher.until(count - 1);
      call.end();
      expect(await refused).toMatchObject({ reason: 'PAYMENT_IMPOSSIBLE' });
      await watcher.until(count);
      expect(watcher.seen.at(-1)).toMatchObject({ seq: 2, turn: 2, raw: { kind: 'withdrawn' } });
    }
    const shown = ['received', 'delta', 'withdrawn'];
    expect(kinds()).toEqual([...shown, ...shown]);
    expect(await rowsOf(first.databaseUrl, 'select * from chat_stream')).toEqual([]);
  });

  test('is in no page of the log until the turn is written', async () => {
    const { sessionId, reply, call } = await begin();
    const watcher = watching(first, sessionId, 2);
    await watcher.until(1);
    const page = await fetch(`${first.url}/api/v1/sessions/${sessionId}/events`);
    expect(await page.json()).toMatchObject({ events: [{ seq: 1 }, { seq: 2 }], lastSeq: 2 });
    call.end();
    await reply;
  });
});

test.each(['socket', 'sse'] as const)(
  'a page that watches by %s takes back what it showed of a turn that fails',
  async (transport) => {
    const published = await asker([], { type: 'payment input', options: {} });
    const { sessionId } = await bodyOf(rest.startChat(published));
    const watch = { url: first.url, sessionId, transport, webSocket: WebSocket };
    const refused = refusalOf(rest.continueChat({ sessionId, message: 'Why?' }));
    const call = await model.next();
    let state = newChat;
    let waiting: ChatState | undefined;
    for await (const event of watchChat(watch)) {
      if (event.kind === 'received') {
        waiting = state;
        call.say('Because.');
      }
      state = foldChat(state, event);
      if (event.kind === 'delta') call.end();
      if (event.kind === 'withdrawn') break;
    }
    expect(await refused).toMatchObject({ reason: 'PAYMENT_IMPOSSIBLE' });
    expect(state).toEqual({ ...waiting, isTyping: false });
  },
);
