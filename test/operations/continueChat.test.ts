import { describe, expect, test } from '@jest/globals';
import { UNCOUNTED_TURNS } from '../../src/storage/foldCounts.js';
import { newAnswerId } from '../../src/storage/newId.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { bodyOf, transportNames, openTransport, refusalOf } from '../support/transports.js';
import { ask, say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, useApp } from '../support/useApp.js';

const app = useApp();

describe.each(transportNames)('continuing a chat over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const anyone = { token: null };
  const begin = async (bot: object, more: object = {}) => {
    const { botId, publicId } = await makePublished(transport, bot);
    const { sessionId, resultId } = await bodyOf(
      transport.startChat({ publicId, ...more }, anyone),
    );
    return { botId, sessionId, resultId };
  };
  const tell = async (sessionId: string, message?: unknown) =>
    bodyOf(transport.continueChat({ sessionId, message }, anyone));
  const texts = (reply: Awaited<ReturnType<typeof tell>>) =>
    reply.messages.map(({ content }) => content['plainText']);

  test('replies with what follows, without the parts of a start reply', async () => {
    const { sessionId } = await begin(botOf(interview));
    const reply = await tell(sessionId, 'Ada');
    expect(Object.keys(reply)).toEqual(['messages', 'input']);
    expect(texts(reply)).toEqual(['Hi Ada, how old are you?']);
    expect(reply.input).toMatchObject({ type: 'number input', options: { min: 18, max: 99 } });
    expect(Object.keys(await tell(sessionId, '36'))).toEqual(['messages']);
  });

  test('stores answers in order, even if the clock of the earlier server is ahead', async () => {
    const { botId, sessionId, resultId } = await begin(botOf(parrot));
    await tell(sessionId, 'first');
    const ahead = Date.now() + 60_000;
    const { databaseUrl } = app();
    await rowsOf(databaseUrl, 'update answer set id = $1 where result_id = $2', [
      newAnswerId(ahead, 0),
      resultId,
    ]);
    const sql =
      'update chat_session set updated_at = to_timestamp($1::float8 / 1000), fence = fence + 1 where id = $2';
    await rowsOf(databaseUrl, sql, [ahead, sessionId]);
    await tell(sessionId, 'second');
    await tell(sessionId, 'third');
    const { result } = await bodyOf(transport.getResult({ botId, resultId }));
    const answers = result['answers'];
    expect(answers).toMatchObject(['first', 'second', 'third'].map((content) => ({ content })));
  });

  test('asks again after a rejected reply, and stores only accepted ones', async () => {
    const { botId, sessionId, resultId } = await begin(botOf(interview));
    await tell(sessionId, 'Ada');
    for (const message of ['', 'old', '17', '100', undefined]) {
      const reply = await tell(sessionId, message);
      expect(reply.input).toMatchObject({ id: 'Start.4' });
      expect(texts(reply)).toHaveLength(1);
    }
    await tell(sessionId, '36');
    const { result } = await bodyOf(transport.getResult({ botId, resultId }));
    expect(result).toMatchObject({
      isCompleted: true,
      hasStarted: true,
      answers: [
        {
          blockId: 'Start.2',
          groupId: 'Start',
          variableId: 'vName',
          content: 'Ada',
          storageUsed: 0,
        },
        { blockId: 'Start.4', groupId: 'Start', variableId: 'vAge', content: '36', storageUsed: 0 },
      ],
    });
  });

  test('returns the accepted text if it differs from the message', async () => {
    const { sessionId } = await begin(
      botOf({ groups: { Start: [ask('email input'), ask('text input')] } }),
    );
    const reply = await tell(sessionId, 'ADA@Example.com');
    expect(reply['lastMessageNewFormat']).toBe('ada@example.com');
    expect(await tell(sessionId, 'as typed')).not.toHaveProperty('lastMessageNewFormat');
  });

  test('accepts messages that are objects, and keeps every character', async () => {
    const { botId, sessionId, resultId } = await begin(botOf(parrot));
    const odd = '  “Ünï”\u2028 😀 \u0001\r\n\\u0000 {{Said}} ';
    expect(
      texts(await tell(sessionId, { type: 'text', text: 'object', attachedFileUrls: [] })),
    ).toEqual(['You said object']);
    await tell(sessionId, odd);
    const { result } = await bodyOf(transport.getResult({ botId, resultId }));
    expect(result.answers.map(({ content }) => content)).toEqual(['object', odd]);
  });

  test('accepts 100000 characters and not one more', async () => {
    const { sessionId } = await begin(
      botOf({ groups: { Start: [ask('text input'), say('Long')] } }),
    );
    const refusal = await refusalOf(
      transport.continueChat({ sessionId, message: 'x'.repeat(100_001) }, anyone),
    );
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', issues: [{ path: ['message'] }] });
    expect(texts(await tell(sessionId, 'x'.repeat(100_000)))).toEqual(['Long']);
  });

  test.each([
    ['a NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud83d'],
    ['a number', 12],
    ['an object of an unknown type', { type: 'smell', smell: 'rose' }],
    ['a list', ['Ada']],
  ])('refuses %s and stays where it was', async (_case, message) => {
    const { sessionId } = await begin(botOf(interview));
    const refusal = await refusalOf(transport.continueChat({ sessionId, message }, anyone));
    expect(refusal).toMatchObject({
      code: 'BAD_REQUEST',
      reason: 'VALIDATION',
      issues: [{ path: ['message'] }],
    });
    expect(texts(await tell(sessionId, 'Ada'))).toEqual(['Hi Ada, how old are you?']);
  });

  test('ends with the flow', async () => {
    const { sessionId } = await begin(
      botOf({ groups: { Start: [ask('text input'), say('Bye')] } }),
    );
    expect(texts(await tell(sessionId, 'x'))).toEqual(['Bye']);
    const refusal = await refusalOf(transport.continueChat({ sessionId, message: 'y' }, anyone));
    expect(refusal).toMatchObject({ code: 'NOT_FOUND', reason: 'SESSION_ENDED' });
  });

  test('fails for a chat that does not exist', async () => {
    for (const sessionId of ['ses_none', 'x'.repeat(2000), "'; drop table bot"]) {
      const refusal = await refusalOf(transport.continueChat({ sessionId, message: 'y' }, anyone));
      expect(refusal).toMatchObject({ code: 'NOT_FOUND', reason: 'SESSION_NOT_FOUND' });
    }
  });

  test('expires after a week without a message', async () => {
    const { sessionId } = await begin(botOf(interview));
    // The fencing token is that of another process, so the cached chat is out of date.
    const age =
      'update chat_session set updated_at = now() - $2::interval, fence = fence + 1 where id = $1';
    await rowsOf(app().databaseUrl, age, [sessionId, '8 days']);
    const refusal = await refusalOf(transport.continueChat({ sessionId, message: 'y' }, anyone));
    expect(refusal).toMatchObject({ code: 'NOT_FOUND', reason: 'SESSION_EXPIRED' });
    await rowsOf(app().databaseUrl, age, [sessionId, '6 days']);
    expect(texts(await tell(sessionId, 'Ada'))).toHaveLength(1);
  });

  test('goes on after the bot was closed or unpublished', async () => {
    const { botId, sessionId } = await begin(botOf(interview));
    await bodyOf(transport.updateBot({ botId, bot: { isClosed: true } }));
    expect(texts(await tell(sessionId, 'Ada'))).toHaveLength(1);
  });

  test('stops a flow that loops endlessly, and the chat stays usable', async () => {
    const { sessionId } = await begin(
      botOf({
        variables: { X: null },
        groups: {
          Start: [ask('text input', 'X'), { type: 'Jump', options: { groupId: 'Round' } }],
          Round: [{ type: 'Jump', options: { groupId: 'Round' } }],
        },
      }),
    );
    const reply = await tell(sessionId, 'go');
    expect(reply['logs']).toMatchObject([
      { status: 'error', description: expect.stringContaining('Stopped') },
    ]);
    expect((await tell(sessionId, 'again'))['logs']).toHaveLength(1);
  });
});

describe.each(transportNames)('a chat that a person takes over, over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const begin = async () => {
    const { botId, publicId } = await makePublished(transport, botOf(interview));
    return { botId, ...(await bodyOf(transport.startChat({ publicId }))) };
  };
  const tell = async (sessionId: string, message: unknown) =>
    bodyOf(transport.continueChat({ sessionId, message }));
  const kindsAfter = async (sessionId: string, after: number) =>
    (await bodyOf(transport.readEvents({ sessionId, after }))).events.map(({ kind }) => kind);

  test('stores what the visitor says, until the bot continues where it was', async () => {
    const { botId, sessionId, resultId } = await begin();
    const paused = await bodyOf(transport.setStatus({ sessionId, status: 'PAUSED' }));
    expect(paused).toEqual({ status: 'PAUSED', turn: 2, lastSeq: 5 });
    expect(await bodyOf(transport.setStatus({ sessionId, status: 'PAUSED' }))).toEqual(paused);
    expect(await tell(sessionId, 'Is anybody there?')).toEqual({ messages: [] });
    const posted = await bodyOf(transport.postAgentMessage({ sessionId, text: 'Yes,\nGrace.' }));
    expect(posted).toMatchObject({ turn: 4, lastSeq: 9 });
    expect(posted.message.content['plainText']).toBe('Yes,\nGrace.');
    expect(await bodyOf(transport.setStatus({ sessionId, status: 'OPEN' }))).toMatchObject({
      turn: 5,
    });
    const [message] = (await tell(sessionId, 'Ada')).messages;
    expect(message?.content['plainText']).toBe('Hi Ada, how old are you?');

    const { events } = await bodyOf(transport.readEvents({ sessionId, after: 3 }));
    expect(events.slice(0, 8)).toMatchObject([
      { kind: 'status', status: 'PAUSED' },
      { kind: 'turnEnd', isEnded: false },
      { kind: 'heard', text: 'Is anybody there?' },
      { kind: 'turnEnd' },
      { kind: 'message', message: posted.message, isFromAgent: true },
      { kind: 'turnEnd' },
      { kind: 'status', status: 'OPEN' },
      { kind: 'turnEnd' },
    ]);
    const { result } = await bodyOf(transport.getResult({ botId, resultId }));
    expect(result.answers.map(({ content }) => content)).toEqual(['Ada']);
    const { transcript } = await bodyOf(transport.readTranscript({ botId, resultId }));
    expect(transcript.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      ...['BOT: Welcome!', 'USER: Is anybody there?', 'AGENT: Yes,\nGrace.'],
      ...['USER: Ada', 'BOT: Hi Ada, how old are you?'],
    ]);
  });

  test('stores the files that come with a message', async () => {
    const { sessionId } = await begin();
    await bodyOf(transport.setStatus({ sessionId, status: 'PAUSED' }));
    const attachedFileUrls = ['https://files.example/plan.pdf'];
    await tell(sessionId, { type: 'text', text: 'See this', attachedFileUrls });
    const { events } = await bodyOf(transport.readEvents({ sessionId, after: 5 }));
    expect(events[0]).toMatchObject({ kind: 'heard', text: 'See this', attachedFileUrls });
  });

  test('is over for everybody when it is closed', async () => {
    const { botId, sessionId } = await begin();
    const stayed = async () => {
      const text = `select sum(n)::int as n from (
        select (part ->> 2)::int as n
          from (select bot_id, parts from (${UNCOUNTED_TURNS}) as turn union all select bot_id, parts from count_delta) as uncounted,
            json_array_elements(parts) as part
          where bot_id = $1 and part ->> 0 = 'left'
        union all select total from bot_count where bot_id = $1 and kind = 'left' and span = 1) as c`;
      return (await rowsOf(app().databaseUrl, text, [botId]))[0];
    };
    expect(await stayed()).toEqual({ n: 1 });
    await bodyOf(transport.setStatus({ sessionId, status: 'CLOSED' }));
    expect(await stayed()).toEqual({ n: 0 });
    expect(await kindsAfter(sessionId, 3)).toEqual(['status', 'turnEnd']);
    expect(await bodyOf(transport.readEvents({ sessionId }))).toMatchObject({ isEnded: true });
    expect(await bodyOf(transport.setStatus({ sessionId, status: 'CLOSED' }))).toMatchObject({
      turn: 2,
    });
    for (const refused of [
      transport.continueChat({ sessionId, message: 'Ada' }),
      transport.setStatus({ sessionId, status: 'OPEN' }),
      transport.postAgentMessage({ sessionId, text: 'Hello?' }),
    ]) {
      expect((await refusalOf(refused)).reason).toBe('SESSION_ENDED');
    }
  });

  test.each(['', 'x'.repeat(100_001), 'a\0b'])('is sent no text such as %j', async (text) => {
    const { sessionId } = await begin();
    const refusal = await refusalOf(transport.postAgentMessage({ sessionId, text }));
    expect(refusal).toMatchObject({ reason: 'VALIDATION', issues: [{ path: ['text'] }] });
  });
});
