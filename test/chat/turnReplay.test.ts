import { describe, expect, test } from '@jest/globals';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import type { TurnInput } from '../../src/chat/openTurn.js';
import { openTurnReplay, recordWithoutStep } from '../../src/chat/turnReplay.js';
import { run } from '../../src/chat/run.js';
import type { EffectResult, HandledEffect, Session } from '../../src/engine/index.js';
import type { ReplayRecord, ReplayStart } from '../../src/schema/chatReplay.js';
import { newSession } from '../support/chat.js';
import { openFakeStore } from '../support/fakeStore.js';
import { ask, flowOf } from '../support/flowOf.js';
import { standIn } from '../support/standIn.js';

const flow = flowOf({ groups: { Start: [ask('text input')] } });
const request: HandledEffect = {
  ...{ kind: 'httpRequest', method: 'GET', url: 'https://x.io', headers: {}, timeoutMs: 9 },
  basicAuthCredentialsId: 'cred_1',
};
const code: HandledEffect = { kind: 'runScript', code: 'return 1', args: [] };
const payment = standIn<HandledEffect>({ kind: 'createPayment', provider: 'Stripe' });
const LONG = 'x'.repeat(20_000);

/** A live chat of which is kept what running it again needs. */
function keptChat(): Session {
  const session = newSession(flow, { isPreview: false, resultId: 'res_1' });
  return { ...session, settings: { ...session.settings, isReplayable: true } };
}

const start: ReplayStart = {
  flowId: flow.id,
  botId: 'bot',
  resultId: 'res_1',
  isStreamEnabled: true,
};

/** What a result keeps of a visitor. */
const remembering = (name: string, value: string) => ({
  variables: [{ name, value }],
  answers: [],
});

/** What is kept of a turn with these effects and their results. */
async function recordOf(
  more: Partial<TurnInput>,
  ...handled: readonly (readonly [HandledEffect, EffectResult])[]
): Promise<ReplayRecord> {
  const { ports } = openFakeStore(flow, { secretTexts: async () => ['key-of-the-account'] });
  const place = { sessionId: 'ses_1', turn: 2, firstSeq: 2, session: keptChat() };
  const journal = openUnleasedJournal(() => 7, 'chat');
  const replay = openTurnReplay(ports, { ...place, input: { type: 'message' }, journal, ...more });
  const open = standIn<NonNullable<Session['open']>>({ blockCall: { groupId: 'Start', index: 0 } });
  for (const [effect, result] of handled) {
    await replay.noteEffect({ effect, result, session: { ...keptChat(), open }, at: 8 });
  }
  return replay.record();
}

describe('what is kept of a turn, so that it can be run again', () => {
  test('is when it began and what the visitor sent', async () => {
    const input = { type: 'message', message: { text: 'Ada' } } as const;
    expect(await recordOf({ input })).toEqual({ beganAt: 7, input });
  });

  test('is nothing in a chat for which nobody asked that', async () => {
    const { ports } = openFakeStore(flow);
    const journal = openUnleasedJournal(() => 7, 'chat');
    const open = { sessionId: 'ses_1', turn: 1, firstSeq: 1, session: newSession(flow), journal };
    const turn = await run(ports, { ...open, input: { type: 'start' } });
    expect(turn.replay).toBeUndefined();
    expect(recordWithoutStep(newSession(flow), 7)).toBeUndefined();
  });

  test('is how the chat began, of its first turn', async () => {
    const input = { type: 'start' } as const;
    expect(await recordOf({ input, replayStart: start })).toEqual({ beganAt: 7, start, input });
    expect(recordWithoutStep(keptChat(), 7, start)).toEqual({ beganAt: 7, start });
  });

  test('is only when it was where a person acted on the chat', () => {
    expect(recordWithoutStep(keptChat(), 7)).toEqual({ beganAt: 7 });
  });

  test('is what each effect gave, by its block and the number of its effect', async () => {
    const [first, second] = [
      { ok: true, value: { statusCode: 200, body: 'Hi' } } as const,
      { ok: false, error: 'no' } as const,
    ];
    const record = await recordOf(
      {},
      [request, { ...first, tries: 2 }],
      [code, { ...second, printed: ['x'] }],
    );
    expect(record.results).toEqual([
      { block: 'Start.1', nth: 1, hash: expect.any(String) as unknown, at: 8, result: first },
      { block: 'Start.1', nth: 2, hash: expect.any(String) as unknown, at: 8, result: second },
    ]);
  });

  test('leaves out long results, inputs and starts, and says so', async () => {
    const input = { type: 'start', message: { text: LONG } } as const;
    const replayStart = { ...start, prefilledVariables: { Name: LONG } };
    const record = await recordOf({ input, replayStart }, [code, { ok: true, value: LONG }]);
    expect(record).toMatchObject({
      start: { omitted: 'SIZE' },
      input: { omitted: 'SIZE' },
      results: [{ omitted: 'SIZE' }],
    });
  });

  test.each([
    ['a text of its credentials', { body: 'The key key-of-the-account is wrong' }],
    ['a member named like a secret', { body: { accessToken: 'abc' } }],
    ['an authorization', { body: 'Bearer abcdefgh' }],
  ])('leaves out a result with %s', async (_, value) => {
    const record = await recordOf({}, [request, { ok: true, value }]);
    expect(record.results).toMatchObject([{ omitted: 'SECRET' }]);
  });

  test('keeps a result whose members named like secrets are empty', async () => {
    const value = { body: { token: '', tokens: 7 } };
    const record = await recordOf({}, [request, { ok: true, value }]);
    expect(record.results).toMatchObject([{ result: { value } }]);
  });

  test('leaves out a start that fills in a secret', async () => {
    const replayStart = { ...start, prefilledVariables: { apiKey: 'abc' } };
    expect(await recordOf({ replayStart })).toMatchObject({ start: { omitted: 'SECRET' } });
  });

  test.each([
    ['a value that looks like one', { prefilledVariables: { Note: 'Bearer abcdefgh' } }],
    ['an object with one', { prefilledVariables: { Login: { password: 'abc' } } }],
    ['an earlier value under its name', { remembered: remembering('apiKey', 'abc') }],
    ['an earlier value that looks like one', { remembered: remembering('Note', 'Bearer abcdef') }],
  ])('leaves out a start that fills in %s', async (_, filled) => {
    const record = await recordOf({ replayStart: { ...start, ...filled } });
    expect(record).toMatchObject({ start: { omitted: 'SECRET' } });
    const plain = { ...start, remembered: remembering('Name', 'Ada') };
    expect(await recordOf({ replayStart: plain })).toMatchObject({ start: plain });
  });

  test('is bounded: of many long results the last ones are left out', async () => {
    const value = 'x'.repeat(16_000);
    const many = Array.from({ length: 10 }, () => [code, { ok: true, value }] as const);
    const { results = [] } = await recordOf({}, ...many);
    expect(results.map((one) => 'omitted' in one)).toEqual([
      ...Array.from({ length: 8 }, () => false),
      ...[true, true],
    ]);
  });

  test('keeps a payment without the secret of its form', async () => {
    const value = { intentId: 'pi_1', paymentIntentSecret: 'abc', publicKey: 'pk' };
    const failed = { ok: false, error: 'no' } as const;
    const record = await recordOf(
      {},
      [payment, { ok: true, value }],
      [payment, failed],
      [payment, { ok: true }],
    );
    expect(record.results).toMatchObject([
      { result: { ok: true, value: { ...value, paymentIntentSecret: '***' } } },
      { result: failed },
      { result: { ok: true } },
    ]);
  });

  test('comes with the turn that was run, and with one of a chat that only begins', async () => {
    const { ports } = openFakeStore(flow);
    const journal = openUnleasedJournal(() => 7, 'chat');
    const open = {
      sessionId: 'ses_1',
      firstSeq: 1,
      session: keptChat(),
      journal,
      replayStart: start,
    };
    const input = { type: 'start' } as const;
    expect((await run(ports, { ...open, turn: 1, input })).replay).toEqual({
      beganAt: 7,
      start,
      input,
    });
    expect((await run(ports, { ...open, turn: 0, input })).replay).toEqual({
      beganAt: 1_000,
      start,
    });
  });
});
