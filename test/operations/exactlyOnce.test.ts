import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
  saidIn,
  type Calling,
  type Outcome,
} from '../support/transports.js';
import { botOf, interview } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { rowsOf, statementsOf } from '../support/rows.js';
import { answersTo, beginChat, numbersTo, seqsOf, useTwoServers } from '../support/twoServers.js';
import { textAt } from '../support/parts.js';

const { first, second, here, there } = useTwoServers();
const visitor = { token: null };
const reasonOf = (outcome: Outcome<unknown>) => (outcome.ok ? 'served' : outcome.reason);

describe.each(transportNames)('a call with an idempotency key over %s', (name) => {
  const transport = openTransport(name, () => first().url);
  const elsewhere = openTransport(name, () => second().url);

  test('is done once, however often and wherever it is sent, and gets the same reply', async () => {
    const chat = await beginChat(here);
    const sent = { sessionId: chat.sessionId, message: 'Ada', idempotencyKey: 'once' };
    const replies = [];
    for (const at of [transport, transport, elsewhere, elsewhere, transport]) {
      replies.push(await bodyOf(at.continueChat(sent)));
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(replies.slice(0, 1).map(saidIn)).toEqual([['You said Ada']]);
    expect(await answersTo(here, chat)).toEqual(['Ada']);
  });

  test('that ended a chat gets its reply again after the end', async () => {
    const chat = await beginChat(
      here,
      botOf({ groups: { Start: [ask('text input'), say('Bye')] } }),
    );
    const sent = { sessionId: chat.sessionId, message: 'x', idempotencyKey: 'last' };
    const reply = await bodyOf(transport.continueChat(sent));
    expect(await bodyOf(elsewhere.continueChat(sent))).toEqual(reply);
    const other = { ...sent, idempotencyKey: 'other' };
    expect((await refusalOf(transport.continueChat(other))).reason).toBe('SESSION_ENDED');
  });

  test('starts one chat, live or in a preview', async () => {
    const { publicId, botId } = await beginChat(here);
    const sent = {
      publicId,
      prefilledVariables: { Said: 'x' },
      idempotencyKey: `start ${name}`.replace(' ', '-'),
    };
    const starts = [transport, elsewhere, transport, elsewhere].map(async (at) =>
      bodyOf(at.startChat(sent)),
    );
    const replies = await Promise.all(starts);
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    const preview = { botId, idempotencyKey: sent.idempotencyKey };
    const previewed = await bodyOf(transport.startPreview(preview));
    expect(await bodyOf(elsewhere.startPreview(preview))).toEqual(previewed);
    expect(previewed.sessionId).not.toBe(replies[0]?.sessionId);
  });

  test('is the same request if absent members are sent as null', async () => {
    const { sessionId } = await beginChat(here);
    const sent = { sessionId, message: 'Ada', idempotencyKey: 'sparse' };
    const reply = await bodyOf(transport.continueChat(sent));
    const again = elsewhere.continueChat({ ...sent, expectedTurn: null });
    expect(await bodyOf(again)).toEqual(reply);
  });

  test('is refused with another body', async () => {
    const { sessionId, publicId } = await beginChat(here);
    const sent = { sessionId, message: 'Ada', idempotencyKey: 'mine' };
    await bodyOf(transport.continueChat(sent));
    const mismatch = { code: 'UNPROCESSABLE_CONTENT', reason: 'IDEMPOTENCY_MISMATCH' };
    for (const other of [{ message: 'Eve' }, { expectedTurn: 1 }]) {
      expect(await refusalOf(elsewhere.continueChat({ ...sent, ...other }))).toMatchObject(
        mismatch,
      );
    }
    const start = { publicId, idempotencyKey: 'mine' };
    await bodyOf(transport.startChat(start));
    const other = { ...start, isOnlyRegistering: true };
    expect(await refusalOf(elsewhere.startChat(other))).toMatchObject(mismatch);
  });

  test('is not kept if it failed, nor after a day', async () => {
    const chat = await beginChat(here, botOf(interview));
    const sent = { sessionId: chat.sessionId, message: 'Ada', idempotencyKey: 'k' };
    const early = { ...sent, expectedTurn: 7 };
    expect((await refusalOf(transport.continueChat(early))).reason).toBe('TURN_CONFLICT');
    expect(saidIn(await bodyOf(transport.continueChat(sent)))).toEqual([
      'Hi Ada, how old are you?',
    ]);
    const age = `update idempotent_reply set created_at = now() - interval '24 hours' where scope = $1`;
    await rowsOf(first().databaseUrl, age, [chat.sessionId]);
    const later = { ...sent, message: '36' };
    expect(saidIn(await bodyOf(transport.continueChat(later)))).toEqual(['Thanks Ada.']);
    expect(saidIn(await bodyOf(transport.continueChat(later)))).toEqual(['Thanks Ada.']);
    expect(await answersTo(here, chat)).toEqual(['Ada', '36']);
  });

  test('refuses a key that is empty, too long, or has other than visible characters', async () => {
    const { sessionId } = await beginChat(here);
    for (const idempotencyKey of ['', 'x'.repeat(256), 'a b']) {
      const refusal = await refusalOf(
        transport.continueChat({ sessionId, message: 'x', idempotencyKey }),
      );
      expect(refusal).toMatchObject({
        reason: 'VALIDATION',
        issues: [{ path: ['idempotencyKey'] }],
      });
    }
  });
});

test('REST says to which turn a reply belongs, also for a repeated call', async () => {
  const { publicId } = await beginChat(here);
  const send = async (url: string, path: string, body: object) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a-key' },
      body: JSON.stringify(body),
    });
    return [response.status, response.headers.get('parley-turn'), await response.text()];
  };
  const start = await send(first().url, `bots/${publicId}/startChat`, {});
  expect(start.slice(0, 2)).toEqual([200, '1']);
  expect(await send(second().url, `bots/${publicId}/startChat`, {})).toEqual(start);
  const path = `sessions/${textAt(JSON.parse(String(start[2])), 'sessionId')}/continueChat`;
  const reply = await send(first().url, path, { message: 'x', expectedTurn: 1 });
  expect(reply.slice(0, 2)).toEqual([200, '2']);
  expect(await send(second().url, path, { message: 'x', expectedTurn: 1 })).toEqual(reply);
});

describe('64 messages at once, on two servers', () => {
  const send = (sessionId: string, more: object = {}) =>
    Promise.all(
      numbersTo(64).map(async (n) =>
        (n % 2 ? here : there).continueChat({ sessionId, message: String(n), ...more }),
      ),
    );

  test('that expect the same turn: one is served, 63 get the conflict', async () => {
    const chat = await beginChat(here);
    const outcomes = await send(chat.sessionId, { expectedTurn: 1 });
    expect(outcomes.map(reasonOf).sort()).toEqual([
      ...Array.from({ length: 63 }, () => 'TURN_CONFLICT'),
      'served',
    ]);
    expect(await answersTo(here, chat)).toHaveLength(1);
    expect(await seqsOf(here, chat)).toEqual(numbersTo(3 + 4));
  });

  test('without an expected turn: all are served, one after the other', async () => {
    const chat = await beginChat(here);
    const outcomes = await send(chat.sessionId);
    expect(new Set(outcomes.map(reasonOf))).toEqual(new Set(['served']));
    expect((await answersTo(here, chat)).map(Number).sort((a, b) => a - b)).toEqual(numbersTo(64));
    expect((await seqsOf(here, chat)).slice(0, 256)).toEqual(numbersTo(256));
    const { lastSeq } = await bodyOf(there.readEvents({ sessionId: chat.sessionId }));
    expect(lastSeq).toBe(3 + 64 * 4);
  });

  test('with one key: one is done, and all get its reply', async () => {
    const chat = await beginChat(here);
    const sent = { sessionId: chat.sessionId, message: 'x', idempotencyKey: 'all' };
    const replies = await Promise.all(
      numbersTo(64).map(async (n) => bodyOf((n % 2 ? here : there).continueChat(sent))),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await answersTo(here, chat)).toEqual(['x']);
  });
});

test('a turn without effects is one write, and one read if another server took the turn before', async () => {
  const { sessionId } = await beginChat(here);
  const shapeOf = async (transport: typeof here, more: object = {}, calling: Calling = visitor) => {
    const sent = await statementsOf(() =>
      bodyOf(transport.continueChat({ sessionId, message: 'x', ...more }, calling)),
    );
    const own = sent.filter((text) => !text.includes('pg_notify'));
    return own.map((text) => (text.includes('write_turn') ? 'write' : text.trim().split(' ')[0]));
  };
  // The first turn of a process reads which bots have chats that move.
  for (const at of [here, there]) {
    const other = await beginChat(at);
    await bodyOf(at.continueChat({ sessionId: other.sessionId, message: 'x' }, visitor));
  }
  expect(await shapeOf(here)).toEqual(['write']);
  expect(await shapeOf(here)).toEqual(['write']);
  expect(await shapeOf(there)).toEqual(['select', 'write']);
  // News of the two turns of the other server may arrive after any turn here, and each costs the next turn a read.
  for (const makeSent of [() => ({}), () => ({ idempotencyKey: randomUUID() })]) {
    let shape = await shapeOf(there, makeSent());
    for (let news = 0; news < 2 && shape.length > 1; news += 1) {
      expect(shape).toEqual(['select', 'write']);
      shape = await shapeOf(there, makeSent());
    }
    expect(shape).toEqual(['write']);
  }
  // A token is looked up, but not in every turn.
  const { token } = await bodyOf(here.createToken({ name: 'Messenger' }));
  let shape = await shapeOf(here, {}, { token });
  expect(shape).toEqual(['select', 'select', 'write']);
  while (shape.length > 1) shape = await shapeOf(here, {}, { token });
  expect(shape).toEqual(['write']);
});
