import { describe, expect, test } from '@jest/globals';
import { bodyOf, refusalOf } from '../support/doors.js';
import { botOf } from '../support/botOf.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { rowsOf } from '../support/rows.js';
import {
  answersTo,
  beginChat,
  numbersTo,
  saidIn,
  seqsOf,
  useTwoServers,
} from '../support/twoServers.js';

const { first, here, there } = useTwoServers();
const outside = useModel();

/** Sends what it was told to the outside, and says what came back; then it can be told more. */
const post: BlockSketch = {
  type: 'Webhook',
  options: {
    isCustomBody: true,
    timeout: 120,
    responseVariableMapping: [{ id: 'm', bodyPath: 'data.n', variableId: 'vGot' }],
  },
};
const caller = (blocks: readonly object[] = []) => {
  const webhook = { url: `${outside.url()}/orders`, method: 'POST', body: '{"said":"{{Said}}"}' };
  const sending = { ...post, options: { ...Object(post['options']), webhook } };
  return botOf({
    variables: { Said: null, Got: null, Noise: null },
    groups: {
      Start: [{ ...ask('text input', 'Said'), to: 'Send' }],
      Send: [
        ...blocks.map((block) => ({ ...sending, ...block })),
        sending,
        say('Got {{Got}}'),
        { ...ask('text input', 'Said'), to: 'Send' },
      ],
    },
  });
};

describe('a turn that asks the outside', () => {
  test('keeps others waiting, also on another server, and never asks twice', async () => {
    const chat = await beginChat(here, caller());
    const { sessionId } = chat;
    const one = bodyOf(here.continueChat({ sessionId, message: 'one' }));
    const call = await outside.next();
    const stale = { sessionId, message: 'x', expectedTurn: 0 };
    for (const at of [here, there]) {
      expect((await refusalOf(at.continueChat(stale))).reason).toBe('TURN_CONFLICT');
    }
    const before = outside.count();
    const two = bodyOf(there.continueChat({ sessionId, message: 'two' }));
    await expect(rowsAt(sessionId)).resolves.toMatchObject([{ isHeld: true }]);
    call.refuse(200, '{"n":1}');
    expect(saidIn(await one)).toEqual(['Got 1']);
    (await outside.next()).refuse(200, '{"n":2}');
    expect(saidIn(await two)).toEqual(['Got 2']);
    expect([outside.count() - before, await answersTo(here, chat)]).toEqual([1, ['one', 'two']]);
    expect(await rowsAt(sessionId)).toEqual([{ isHeld: null, kept: 0 }]);
  });

  test('sends a key with what changes something, one for each ask, unless its author did', async () => {
    const headers = [{ id: 'h', key: 'Idempotency-Key', value: 'own' }];
    const own = { webhook: { url: `${outside.url()}/own`, method: 'POST', body: '{}', headers } };
    const script = {
      type: 'Code',
      options: {
        content: `await fetch('${outside.url()}/s', { method: 'PUT', body: '{}' }); await fetch('${outside.url()}/s', { method: 'PUT', body: '{}' })`,
        isExecutedOnClient: false,
      },
    };
    const { sessionId } = await beginChat(
      here,
      caller([{ options: { ...own, isCustomBody: true } }, script]),
    );
    const reply = bodyOf(here.continueChat({ sessionId, message: 'x' }));
    const keys: unknown[] = [];
    while (keys.length < 4) {
      const { headers, refuse } = await outside.next();
      keys.push(headers['idempotency-key']);
      refuse(200, '{}');
    }
    await reply;
    expect(keys[0]).toBe('own');
    expect(keys[2]).toBe(String(keys[1]).replace(/1$/, '2'));
    expect(new Set(keys).size).toBe(4);
    for (const key of keys.slice(1)) expect(key).toMatch(/^[\da-f]{40}(-\d)?$/);
  });

  test('that broke off is not asked again what was answered', async () => {
    const noise = {
      type: 'Set variable',
      options: { variableId: 'vNoise', expressionToEvaluate: 'Math.random()' },
    };
    const chat = await beginChat(here, caller([noise, {}]));
    const { sessionId } = chat;
    const lost = here.continueChat({ sessionId, message: 'one' });
    const [call, sent] = [await outside.next(), outside.count()];
    const guard =
      'alter table chat_event add constraint full_disk check (session_id <> %L or turn < 2) not valid';
    await rowsOf(
      first().databaseUrl,
      `do $$ begin execute format('${guard}', '${sessionId}'); end $$`,
    );
    call.refuse(200, '{"n":1}');
    const again = await outside.next();
    again.refuse(200, '{"n":2}');
    expect((await refusalOf(lost)).reason).toBe('INTERNAL');
    await rowsOf(first().databaseUrl, 'alter table chat_event drop constraint full_disk');
    expect(await rowsAt(sessionId)).toMatchObject([{ isHeld: false }]);
    expect(await seqsOf(here, chat)).toEqual(numbersTo(2));

    expect(saidIn(await bodyOf(there.continueChat({ sessionId, message: 'one' })))).toEqual([
      'Got 2',
    ]);
    expect(outside.count() - sent).toBe(1);
    expect(await answersTo(here, chat)).toEqual(['one']);
    expect(await rowsAt(sessionId)).toEqual([{ isHeld: null, kept: 0 }]);
  });

  test('finds the chat over when somebody closes it meanwhile', async () => {
    const chat = await beginChat(here, caller());
    const { sessionId } = chat;
    const late = here.continueChat({ sessionId, message: 'one' });
    const call = await outside.next();
    await bodyOf(there.setStatus({ sessionId, status: 'CLOSED' }));
    call.refuse(200, '{"n":1}');
    expect((await refusalOf(late)).reason).toBe('SESSION_ENDED');
    expect(await answersTo(here, chat)).toEqual([]);
  });

  test('whose server died gives way to another, and nothing of it is written any more', async () => {
    const chat = await beginChat(here, caller());
    const { sessionId } = chat;
    const held = `update chat_session set fence = fence + 1, lease_until = now() + interval '300 ms' where id = $1`;
    await rowsOf(first().databaseUrl, held, [sessionId]);
    const next = bodyOf(there.continueChat({ sessionId, message: 'one' }));
    (await outside.next()).refuse(200, '{"n":1}');
    expect(saidIn(await next)).toEqual(['Got 1']);

    const stale = here.continueChat({ sessionId, message: 'two' });
    const call = await outside.next();
    await rowsOf(first().databaseUrl, 'update chat_session set fence = fence + 1 where id = $1', [
      sessionId,
    ]);
    call.refuse(200, '{"n":2}');
    expect(await refusalOf(stale)).toMatchObject({ code: 'CONFLICT', reason: 'TURN_CONFLICT' });
    expect(await answersTo(here, chat)).toEqual(['one']);
  });
});

/** Whether the lease of a chat is held, and how many answers are kept for its turn. */
async function rowsAt(sessionId: string): Promise<unknown[]> {
  return rowsOf(
    first().databaseUrl,
    `select lease_until > now() as "isHeld", (select count(*)::int from turn_answer where session_id = $1) as kept
     from chat_session where id = $1`,
    [sessionId],
  );
}
