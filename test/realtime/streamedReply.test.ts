import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { bodyOf, openTransport, refusalOf, saidIn, transportNames } from '../support/transports.js';
import type { ModelCall } from '../support/modelServer.js';
import { rowsOf, statementsOf } from '../support/rows.js';
import {
  SECRET,
  asker,
  begin,
  deltasIn,
  rest,
  first,
  listening,
  logged,
  model,
  numbersIn,
  second,
  untilShown,
  watching,
  useStreamedChats,
} from '../support/streamedChats.js';
import { makePublished } from '../support/useApp.js';

useStreamedChats();

test('a reply is streamed to watchers on every process, and its message has the whole text', async () => {
  const { sessionId, reply, call } = await begin();
  expect(call).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${SECRET}` },
    body: {
      model: 'small',
      messages: [{ role: 'user', content: 'Why?' }],
      stream: true,
      stream_options: { include_usage: true },
    },
  });
  const near = watching(first, sessionId);
  const far = watching(second, sessionId);
  const events = await listening(second, sessionId);
  call.say('Because of ');
  for (const watcher of [near, far]) await untilShown(watcher, 'Because of ');
  await events.until(4);
  call.say('😀 scattering');
  for (const watcher of [near, far]) await untilShown(watcher, 'Because of 😀 scattering');
  await events.until(5);
  call.say('.');
  for (const watcher of [near, far]) await untilShown(watcher, 'Because of 😀 scattering.');
  await events.until(6);
  call.end();
  expect(saidIn(await reply)).toEqual(['Because of 😀 scattering.', '42 tokens']);

  for (const watcher of [near, far]) {
    await watcher.until(11);
    expect(deltasIn(watcher)).toEqual([
      { seq: 2, kind: 'delta', blockId: 'Answer.2', text: 'Because of ', offset: 0 },
      { seq: 2, kind: 'delta', blockId: 'Answer.2', text: '😀 scattering', offset: 11 },
      { seq: 2, kind: 'delta', blockId: 'Answer.2', text: '.', offset: 24 },
    ]);
    expect(numbersIn(watcher)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(watcher.seen[7]).toMatchObject({
      kind: 'message',
      raw: { message: { id: 'Answer.2', content: { plainText: 'Because of 😀 scattering.' } } },
    });
  }
  await events.until(11);
  expect(events.seen.map(({ id, event }) => [id, event])).toEqual([
    ['1', 'input'],
    ['2', 'turnEnd'],
    [undefined, 'received'],
    ...Array.from({ length: 3 }, () => [undefined, 'delta']),
    ['3', 'heard'],
    ['4', 'message'],
    ['5', 'message'],
    ['6', 'input'],
    ['7', 'turnEnd'],
  ]);
  expect(events.seen[4]?.data).toEqual({
    ...{ seq: 2, turn: 2, at: expect.any(String), kind: 'delta', blockId: 'Answer.2' },
    ...{ text: '😀 scattering', offset: 11 },
  });
  expect(await rowsOf(first.databaseUrl, 'select * from chat_stream')).toEqual([]);
});

test('a watcher that connects late, or again, gets the text so far', async () => {
  const { sessionId, reply, call } = await begin();
  const early = watching(first, sessionId);
  call.say('One, ');
  await untilShown(early, 'One, ');
  call.say('two');
  await untilShown(early, 'One, two');
  early.socket.terminate();

  const late = watching(second, sessionId, deltasIn(early).at(-1)?.seq);
  await late.until(2);
  expect(deltasIn(late)).toMatchObject([{ seq: 2, text: 'One, two', offset: 0 }]);
  const back = await listening(first, sessionId, { 'Last-Event-ID': '2' });
  await back.until(2);
  expect(back.seen[1]).toMatchObject({ id: undefined, data: { text: 'One, two', offset: 0 } });

  call.end();
  await reply;
  await late.until(7);
  expect(numbersIn(late)).toEqual([3, 4, 5, 6, 7]);
  const after = watching(second, sessionId, 2);
  await after.until(5);
  expect(after.seen.map(({ kind }) => kind)).toEqual([
    ...['heard', 'message', 'message', 'input', 'turnEnd'],
  ]);
});

describe('stopping a reply', () => {
  test('keeps the text so far, from any process, and the chat goes on', async () => {
    const { sessionId, reply, call } = await begin();
    call.say('One, two');
    await untilShown(watching(first, sessionId), 'One, two');
    const elsewhere = openTransport('GraphQL', () => second.url);
    expect(await bodyOf(elsewhere.stopReply({ sessionId }))).toEqual({ wasStreaming: true });
    await call.closed;
    expect(saidIn(await reply)).toEqual(['One, two', ' tokens']);
    expect(await bodyOf(elsewhere.stopReply({ sessionId }))).toEqual({ wasStreaming: false });

    const next = bodyOf(rest.continueChat({ sessionId, message: 'And?' }));
    const again = await model.next();
    again.say('Three');
    again.end();
    expect(saidIn(await next)).toEqual(['Three', '42 tokens']);
  });

  test('happens when somebody closes the chat', async () => {
    const { sessionId, reply, call } = await begin();
    call.say('One, two');
    await untilShown(watching(first, sessionId), 'One, two');
    const agent = openTransport('REST', () => second.url);
    await bodyOf(agent.setStatus({ sessionId, status: 'CLOSED' }));
    await call.closed;
    await expect(reply).rejects.toThrow('SESSION_ENDED');
  });

  test.each(transportNames)('does nothing over %s if nothing is being streamed', async (name) => {
    const visitor = openTransport(name, () => second.url);
    const { sessionId } = await bodyOf(rest.startChat(await asker()));
    expect(await bodyOf(visitor.stopReply({ sessionId }, { token: null }))).toEqual({
      wasStreaming: false,
    });
    expect(await refusalOf(visitor.stopReply({ sessionId: 'ses_nobodys' }))).toMatchObject({
      reason: 'SESSION_NOT_FOUND',
    });
  });
});

test('a reply goes on when all clients leave, also the one that sent the message', async () => {
  const { publicId } = await asker();
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  const leaving = new AbortController();
  const asked = fetch(`${first.url}/api/v1/sessions/${sessionId}/continueChat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: 'Why?' }),
    signal: leaving.signal,
  });
  const call = await model.next();
  const watcher = watching(first, sessionId);
  call.say('One, ');
  await untilShown(watcher, 'One, ');
  leaving.abort();
  await expect(asked).rejects.toThrow();
  watcher.socket.terminate();
  call.say('two');
  call.end();
  const later = watching(second, sessionId, 2);
  while (numbersIn(later).length < 5) await later.until(later.seen.length + 1);
  const [message] = later.seen.filter(({ kind }) => kind === 'message');
  expect(message?.raw).toMatchObject({ message: { content: { plainText: 'One, two' } } });
});

describe('a model that fails', () => {
  test.each<[string, (call: ModelCall) => void, string]>([
    [
      'refuses',
      (call) => call.refuse(401, `{"error":{"message":"Wrong key ${SECRET}"}}`),
      'it answered 401 (Wrong key ***)',
    ],
    [
      'speaks in riddles',
      (call) => {
        call.send('{');
        call.end();
      },
      'it answered in a form that is not known here',
    ],
  ])('and %s says nothing, and the author reads why', async (_how, answer, why) => {
    const { botId } = await asker();
    const { sessionId } = await bodyOf(rest.startPreview({ botId }));
    const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
    const call = await model.next();
    answer(call);
    const { messages, logs } = await reply;
    expect(messages.map(({ content }) => content['plainText'])).toEqual(['', ' tokens']);
    expect(logs).toEqual([
      {
        status: 'error',
        description: 'Block Answer.1 (openai: Create chat completion) failed',
        details: `The service failed: ${why}`,
        groupId: 'Answer',
        blockId: 'Answer.1',
      },
    ]);
    await call.closed;
  });

  test('does not show visitors the reason', async () => {
    const { reply, call } = await begin();
    call.refuse(500, 'Our database is at 10.0.0.1');
    expect((await reply)['logs']).toEqual([
      {
        status: 'error',
        description: 'Block Answer.1 (openai: Create chat completion) failed',
        groupId: 'Answer',
        blockId: 'Answer.1',
      },
    ]);
  });
});

test('a restricted preview uses no credentials', async () => {
  const { botId } = await asker();
  const before = model.count();
  const { sessionId } = await bodyOf(rest.startPreview({ botId }, { token: null }));
  const { logs } = await bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
  expect(logs).toMatchObject([{ details: expect.stringContaining('credentials') }]);
  expect(model.count()).toBe(before);
});

test('the text of a stream whose process died is soon ignored, and replaced', async () => {
  const published = await asker();
  const { sessionId } = await bodyOf(rest.startChat(published));
  await rowsOf(
    first.databaseUrl,
    `insert into chat_stream values ($1, 'dead', 2, 'Answer.2', 'Lost', false, false,
      now() - interval '2 minutes', now() - interval '2 minutes', '{"text":"Never"}', right($1, 3))`,
    [sessionId],
  );
  const watcher = watching(second, sessionId);
  await watcher.until(2);
  expect(await bodyOf(rest.stopReply({ sessionId }))).toEqual({ wasStreaming: false });

  const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
  const call = await model.next();
  call.say('Found');
  await untilShown(watcher, 'Found');
  call.end();
  expect(saidIn(await reply)).toEqual(['Found', '42 tokens']);
  await watcher.until(9);
  expect(deltasIn(watcher)).toMatchObject([{ text: 'Found', offset: 0 }]);
  expect(await rowsOf(first.databaseUrl, 'select * from chat_stream')).toEqual([]);
});

test('a turn without a streamed reply, and its watcher, send no statements about streams', async () => {
  const { publicId } = await makePublished(rest, botOf(interview));
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  const sent = await statementsOf(async () => {
    const watcher = await listening(first, sessionId);
    await watcher.until(3);
    await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
    await watcher.until(7);
  });
  const beside = sent.filter((text) => text.includes('chat_stream'));
  // The watcher reads the log and the stream with one statement.
  expect(beside.length).toBeGreaterThan(0);
  expect(new Set(beside.map((text) => text.split('(')[0]))).toEqual(
    new Set(['with recursive page as ']),
  );
});

test('secrets are in no event, no stream and no line of the log', async () => {
  const { reply, call } = await begin();
  call.say('Never mind');
  call.end();
  await reply;
  const stored = await rowsOf(
    first.databaseUrl,
    `select events::text as text from chat_event union all select state::text from chat_session
      union all select text from chat_stream`,
  );
  expect(stored.length).toBeGreaterThan(10);
  expect(JSON.stringify(stored)).not.toContain(SECRET);
  expect(logged.join('\n')).toContain('outgoing request');
  expect(logged.join('\n')).not.toContain(SECRET);
});
