import { describe, expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { startTestApp } from '../support/app.js';
import { bodyOf, openTransport, refusalOf, saidIn } from '../support/transports.js';
import { botOf } from '../support/botOf.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { rowsOf } from '../support/rows.js';
import { answersTo, beginChat, numbersTo, seqsOf, useTwoServers } from '../support/twoServers.js';
import { recordAt } from '../support/parts.js';

const { first, here, there } = useTwoServers();
const outside = useModel();

/** A bot that sends each message to another service, and replies with the response. */
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
  const sending = { ...post, options: { ...recordAt(post, 'options'), webhook } };
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

describe('a turn with effects that leave the server', () => {
  test('makes others wait, also on another server, and requests nothing twice', async () => {
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

  test('sends a key with requests that change something, one for each effect, unless its author set one', async () => {
    const headers = [{ id: 'h', key: 'Idempotency-Key', value: 'own' }];
    const own = { webhook: { url: `${outside.url()}/own`, method: 'POST', body: '{}', headers } };
    const { sessionId } = await beginChat(
      here,
      caller([{ options: { ...own, isCustomBody: true } }, scriptOf(2)]),
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

  test('that broke off does not repeat effects whose result is stored', async () => {
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

  test.each([
    ['an HTTP request', () => []],
    ['what a script asks', () => [scriptOf(1)]],
  ])('gives up %s when somebody closes the chat, also a preview', async (_what, blocks) => {
    const chat = await beginChat(here, caller(blocks()));
    const { sessionId } = await bodyOf(here.startPreview({ botId: chat.botId }));
    for (const id of [chat.sessionId, sessionId]) {
      const late = here.continueChat({ sessionId: id, message: 'one' });
      const call = await outside.next();
      const sent = outside.count();
      await bodyOf(there.setStatus({ sessionId: id, status: 'CLOSED' }));
      await call.closed;
      expect((await refusalOf(late)).reason).toBe('SESSION_ENDED');
      expect(outside.count()).toBe(sent);
    }
    expect(await answersTo(here, chat)).toEqual([]);
  });

  test('aborts its requests when another server has taken the turn', async () => {
    const { sessionId } = await beginChat(here, caller());
    const settings = { DATABASE_URL: first().databaseUrl };
    const http = createHttp({ allowedHosts: ['127.0.0.1'] });
    const app = await startTestApp(settings, undefined, { http, timeouts: { leaseLasts: 300 } });
    const late = openTransport('REST', () => app.url).continueChat({ sessionId, message: 'one' });
    const call = await outside.next();
    await takeAway(sessionId);
    await call.closed;
    expect((await refusalOf(late)).reason).toBe('TURN_CONFLICT');
    await app.close();
  });

  test('that lost its turn to another server returns the reply of that server for its key', async () => {
    const { sessionId } = await beginChat(here, caller());
    const asked = { sessionId, message: 'one', idempotencyKey: 'once' };
    const late = bodyOf(here.continueChat(asked));
    const call = await outside.next();
    await takeAway(sessionId, "now() - interval '1 s'");
    const again = bodyOf(there.continueChat(asked));
    (await outside.next()).refuse(200, '{"n":2}');
    const given = await again;
    expect(saidIn(given)).toEqual(['Got 2']);
    call.refuse(200, '{"n":1}');
    expect(await late).toEqual(given);
  });

  test('whose server died is taken over by another, and the first can write nothing more', async () => {
    const chat = await beginChat(here, caller());
    const { sessionId } = chat;
    const held = `update chat_session set fence = fence + 1, lease_until = now() + interval '300 ms' where id = $1`;
    await rowsOf(first().databaseUrl, held, [sessionId]);
    const next = bodyOf(there.continueChat({ sessionId, message: 'one' }));
    (await outside.next()).refuse(200, '{"n":1}');
    expect(saidIn(await next)).toEqual(['Got 1']);

    const stale = here.continueChat({ sessionId, message: 'two' });
    const call = await outside.next();
    await takeAway(sessionId);
    call.refuse(200, '{"n":2}');
    expect(await refusalOf(stale)).toMatchObject({ code: 'CONFLICT', reason: 'TURN_CONFLICT' });
    expect(await answersTo(here, chat)).toEqual(['one']);
  });
});

/** A script with so many requests, one after the other. */
function scriptOf(requests: number): BlockSketch {
  const request = `await fetch('${outside.url()}/s', { method: 'PUT', body: '{}' })`;
  const content = Array.from({ length: requests }, () => request).join('; ');
  return { type: 'Code', options: { content, isExecutedOnClient: false } };
}

/** Takes the lease of a chat's turn, as another server would. */
async function takeAway(sessionId: string, until = 'lease_until'): Promise<void> {
  const text = `update chat_session set fence = fence + 1, lease_until = ${until} where id = $1`;
  await rowsOf(first().databaseUrl, text, [sessionId]);
}

/** The lease of a chat, and the number of journal entries of its turn. */
async function rowsAt(sessionId: string): Promise<unknown[]> {
  return rowsOf(
    first().databaseUrl,
    `select lease_until > now() as "isHeld", (select count(*)::int from turn_answer where session_id = $1) as kept
     from chat_session where id = $1`,
    [sessionId],
  );
}
