import { expect, test } from '@jest/globals';
import { handleEffect, isResultKept, reachesOutside } from '../../src/chat/handleEffect.js';
import type { EffectOrigin } from '../../src/integrations/effectOrigin.js';
import type { EffectResult, HandledEffect } from '../../src/engine/index.js';
import { newSession } from '../support/chat.js';
import { openFakeStore } from '../support/fakeStore.js';
import { flowOf } from '../support/flowOf.js';
import { standIn } from '../support/standIn.js';

const flow = flowOf({ groups: {} });
const pay = {
  kind: 'createPayment',
  provider: 'Stripe',
  credentialsId: 'c',
  amount: 500,
  currency: 'EUR',
  isTest: false,
} as const;
const inside: HandledEffect = { kind: 'evaluate', expressions: [], args: [] };
const forge: HandledEffect = standIn({ kind: 'forge', saidBy: 'block' });

test('a turn that runs again uses the stored result of an effect, except for a payment that could not be prepared', () => {
  const failed = { ok: false, error: 'the account is unknown' } as const;
  expect(isResultKept(pay, failed)).toBe(false);
  expect(isResultKept(pay, { ok: true })).toBe(true);
  expect(isResultKept(standIn({ kind: 'verifyPayment' }), { ok: true })).toBe(false);
  expect(isResultKept(inside, failed)).toBe(true);
});

test('code without requests and the loading of a bot stay on this server; every other effect may leave it', () => {
  const script = (fetch: boolean): HandledEffect =>
    standIn({ kind: 'runScript', capabilities: { fetch } });
  const loadBot: HandledEffect = { kind: 'loadBot', botId: 'b', isPreview: false };
  const bare: HandledEffect = standIn({ kind: 'runScript' });
  expect([inside, loadBot, script(false), bare].map(reachesOutside)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([script(true), forge].map(reachesOutside)).toEqual([true, true]);
});

test('only effects that may leave the server have a key, and only texts that are watched are streamed', async () => {
  const origins: (EffectOrigin | undefined)[] = [];
  const store = openFakeStore(flow, {
    async handleEffect(_effect, _id, origin) {
      origins.push(origin);
      await origin?.openReply?.();
      return { ok: true };
    },
  });
  const place = { sessionId: 'ses_1', turn: 2, session: newSession(flow), callKey: () => 'key' };
  for (const [effect, isWatchable] of [
    [inside, true],
    [forge, false],
    [forge, true],
  ] as const) {
    await handleEffect(store.ports, effect, { ...place, isWatchable });
  }
  expect(origins.map((origin) => [origin?.callKey, origin?.openReply !== undefined])).toEqual([
    [undefined, false],
    ['key', false],
    ['key', true],
  ]);
  // The stream is opened with the effect and closed with it.
  expect(store.ran).toEqual(['stream_open', 'stream_add']);
});

test('what an effect creates is kept for the result of the open bot, and nothing is kept in a restricted preview', async () => {
  const owners: unknown[] = [];
  const store = openFakeStore(flow, {
    async handleEffect(_effect, _id, origin) {
      const made = { name: 'a', type: 'audio/mpeg', content: new Uint8Array() };
      await origin?.findFile?.('https://chat.example.com/files/fil_1.mp3');
      return { ok: true, value: await origin?.keepFile?.(made) };
    },
    async findFile(address, owner) {
      owners.push(owner);
      return void address;
    },
    async keepFile(_made, owner) {
      owners.push(owner);
      return 'https://chat.example.com/files/fil_1.mp3';
    },
  });
  const place = { sessionId: 'ses_1', turn: 2, isWatchable: true, callKey: () => 'key' };
  const live = newSession(flow, { isPreview: false, resultId: 'res_1' });
  const restricted = { ...live, settings: { ...live.settings, reach: 'bots' as const } };
  const results = await Promise.all(
    [live, newSession(flow), restricted, { ...live, stack: [] }].map((session) =>
      handleEffect(store.ports, inside, { ...place, session }),
    ),
  );
  const address = 'https://chat.example.com/files/fil_1.mp3';
  expect(results.map((result) => result.ok && result.value)).toEqual([
    address,
    address,
    undefined,
    undefined,
  ]);
  const [{ botId } = { botId: '' }] = live.stack;
  const own = { botId, resultId: 'res_1', sessionId: 'ses_1' };
  const previewed = { botId, resultId: undefined, sessionId: 'ses_1' };
  expect(owners).toEqual([own, previewed, own, previewed]);
});

/** The statements on payments, with their values. */
function notesOf(store: ReturnType<typeof openFakeStore>): unknown[] {
  const notes: unknown[] = [];
  store.before = (name, values) => {
    if (/^payment_(note|answered|forget)/.test(name)) notes.push([name, ...values]);
  };
  return notes;
}

test('a prepared payment is stored with its chat, and one that the provider has reported is not looked up', async () => {
  const intent = { intentId: 'pi_1', paymentIntentSecret: 'pi_secret', publicKey: 'pk' };
  const asked: string[] = [];
  const answers: EffectResult[] = [
    { ok: false, error: 'down' },
    { ok: true, value: intent },
  ];
  const store = openFakeStore(flow, {
    async handleEffect({ kind }) {
      asked.push(kind);
      return answers.shift() ?? { ok: true, value: { status: 'unpaid' } };
    },
  });
  const noted = notesOf(store);
  const place = { sessionId: 'ses_1', turn: 2, session: newSession(flow), callKey: () => 'key' };
  const run = (effect: HandledEffect) =>
    handleEffect(store.ports, effect, { ...place, isWatchable: true });
  const verify = { ...pay, kind: 'verifyPayment', intentId: 'pi_1' } as const;

  await run(pay);
  expect(noted).toEqual([]);
  await run(pay);
  expect(noted).toEqual([['payment_note', 'pi_1', 'ses_1', 'c', '5,00\u00a0€', 500, 'EUR', '']]);
  expect(await run(verify)).toEqual({ ok: true, value: 'unpaid' });
  store.found['payment_paid'] = [{}];
  expect(await run(verify)).toEqual({ ok: true, value: 'paid' });
  expect(asked).toEqual(['createPayment', 'createPayment', 'verifyPayment']);
  expect(noted.slice(1)).toEqual([
    ['payment_forget', 'pi_1'],
    ['payment_answered', 'pi_1'],
  ]);
});

test('a payment is stored as paid once the provider confirms it, and deleted once it can no longer be made', async () => {
  const made = { status: 'paid', amount: 500, currency: 'EUR' };
  const answers = [{ status: 'processing' }, made, made, { status: 'unpaid' }];
  const store = openFakeStore(flow, {
    handleEffect: () => Promise.resolve({ ok: true, value: answers.shift() }),
  });
  const noted = notesOf(store);
  const place = { sessionId: 'ses_1', turn: 2, session: newSession(flow), callKey: () => 'key' };
  const verify = { ...pay, kind: 'verifyPayment', intentId: 'pi_1' } as const;
  const paid = ['payment_note_paid', 'pi_1', 'c', 500, 'EUR'];
  const other = ['payment_note_other', 'pi_1', 'c', 500, 'EUR', '5,00\u00a0€'];
  const counted = [paid, ['payment_answered', 'pi_1']];
  for (const expected of [[], counted, [paid, other], [['payment_forget', 'pi_1']]]) {
    store.found['payment_note_paid'] = expected === counted ? [{}] : [];
    store.found['payment_note_other'] = [{}];
    await handleEffect(store.ports, verify, { ...place, isWatchable: true });
    expect(noted.splice(0)).toEqual(expected);
  }
});

test('a chat with a new payment can no longer make the earlier one, or else gets no new one', async () => {
  const intent = { intentId: 'pi_2', paymentIntentSecret: 'pi_secret', publicKey: 'pk' };
  const asked: unknown[] = [];
  const answers: EffectResult[] = [
    { ok: true, value: { status: 'unpaid' } },
    { ok: false, error: 'down' },
  ];
  const store = openFakeStore(flow, {
    async handleEffect(effect) {
      if (effect.kind === 'createPayment') return { ok: true, value: intent };
      asked.push(effect);
      return answers.shift() ?? { ok: false, error: 'too often' };
    },
  });
  store.found['payment_open'] = [{ intentId: 'pi_1', credentialsId: 'other' }];
  const place = { sessionId: 'ses_1', turn: 2, session: newSession(flow), callKey: () => 'key' };
  const run = () => handleEffect(store.ports, pay, { ...place, isWatchable: true });
  expect(await run()).toEqual({ ok: true, value: intent });
  expect(await run()).toEqual({ ok: false, error: 'down' });
  const about = { provider: 'Stripe', isTest: false, intentId: 'pi_1', credentialsId: 'other' };
  expect(asked[0]).toEqual({ kind: 'verifyPayment', ...about });
});
