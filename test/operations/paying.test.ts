import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { partAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { SHOP_KEYS as keys, useShops } from '../support/shop.js';
import { useStripe } from '../support/stripeServer.js';
import { bodyOf, refusalOf, type ReplyShown } from '../support/transports.js';
import { until } from '../support/until.js';
import { restOf } from '../support/useApp.js';

const stripe = useStripe();
const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const settings = {
    VENDOR_ADDRESSES: `stripe=${stripe.url()}`,
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    SECRET_KEY: 'the-key-of-the-server-of-this-test',
    LOG_LEVEL: 'trace',
  };
  const timeouts = { workEvery: 20, settleAfter: 0 };
  app = await startTestApp(settings, (line) => lines.push(line), { timeouts });
});
afterAll(() => app.close());
beforeEach(() => {
  stripe.calls.length = 0;
  stripe.troubles.length = 0;
});

const rest = restOf(() => app);
const anyone = { token: null };
const said = ({ messages }: ReplyShown) => messages.map(({ content }) => content['plainText']);
const UNVERIFIED = { code: 'BAD_REQUEST', reason: 'PAYMENT_UNVERIFIED' };
const { makeShop, makeSale, sendEvent } = useShops(() => app, stripe.shown);

/** A chat that waits for its payment. */
async function waitingFor({ publicId }: { readonly publicId: string }) {
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }, anyone));
  const reply = await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }, anyone));
  const runtimeOptions = partAt(reply, 'input.runtimeOptions');
  const intentId = [...stripe.intents.keys()].at(-1) ?? '';
  return { sessionId, resultId, runtimeOptions, intentId };
}

const pay = (sessionId: string) => rest.continueChat({ sessionId, message: 'Success' }, anyone);

describe('a payment with Stripe', () => {
  test('is prepared with an intent, and accepted once that was paid', async () => {
    const { sessionId, runtimeOptions, intentId } = await waitingFor(await makeShop());
    expect(runtimeOptions).toEqual({
      paymentIntentSecret: `${intentId}_secret_x`,
      publicKey: 'pk_live',
      amountLabel: '9,90\u00a0€',
    });
    expect(stripe.calls[0]).toMatchObject({
      key: 'sk_live_canary',
      idempotencyKey: expect.stringMatching(/^[0-9a-f]{40}$/),
      form: {
        ...{ amount: '990', currency: 'eur', description: 'A book' },
        ...{ receipt_email: 'ada@example.com', 'metadata[name]': 'Ada' },
        'automatic_payment_methods[enabled]': 'true',
      },
    });
    stripe.intents.set(intentId, 'succeeded');
    expect(said(await bodyOf(pay(sessionId)))).toEqual(['Paid: Success']);
  });

  test('that was not made is requested again with another intent, and the first can no longer be paid', async () => {
    const { sessionId, intentId } = await waitingFor(await makeShop());
    const reply = await bodyOf(pay(sessionId));
    expect(said(reply)).toEqual(['Payment failed. Please, try again.']);
    expect(JSON.stringify(reply.input)).not.toContain(`"${intentId}_secret_x"`);
    expect(stripe.intents.get(intentId)).toBe('canceled');
    await bodyOf(pay(sessionId));
    expect([...stripe.intents.values()].filter((status) => status !== 'canceled')).toContain(
      'requires_payment_method',
    );
  });

  test.each(['fail', undefined])(
    'that was made is accepted, although the client says %p',
    async (message) => {
      const { sessionId, intentId } = await waitingFor(await makeShop());
      stripe.intents.set(intentId, 'succeeded');
      const before = stripe.intents.size;
      expect(said(await bodyOf(rest.continueChat({ sessionId, message }, anyone)))).toEqual([
        'Paid: Success',
      ]);
      expect(stripe.intents.size).toBe(before);
    },
  );

  test('that is made while its intent is being cancelled is accepted', async () => {
    const { sessionId, intentId } = await waitingFor(await makeShop());
    const body = JSON.stringify({ id: intentId, status: 'requires_payment_method' });
    stripe.troubles.push({ status: 200, body });
    stripe.intents.set(intentId, 'succeeded');
    expect(said(await bodyOf(pay(sessionId)))).toEqual(['Paid: Success']);
  });

  test('is neither accepted nor prepared again while its intent cannot be cancelled', async () => {
    const { sessionId, intentId } = await waitingFor(await makeShop());
    const body = JSON.stringify({ id: intentId, status: 'requires_action' });
    const down = { status: 500, body: '{}' };
    const before = stripe.intents.size;
    stripe.troubles.push({ status: 200, body }, down, down);
    expect(await refusalOf(pay(sessionId))).toMatchObject(UNVERIFIED);
    expect(stripe.intents.size).toBe(before);
  });

  test.each([
    ['is down', { status: 500, body: '{}' }],
    ['answers nonsense', { status: 200, body: '<html>' }],
    ['breaks off', 'break'],
    ['is at its limit', { status: 429, body: '{"error":{"message":"Too many requests"}}' }],
  ] as const)('is not passed while Stripe %s, and is passed later', async (_case, trouble) => {
    const { sessionId, intentId } = await waitingFor(await makeShop());
    stripe.intents.set(intentId, 'succeeded');
    stripe.troubles.push(trouble, trouble);
    expect(await refusalOf(pay(sessionId))).toMatchObject(UNVERIFIED);
    stripe.troubles.length = 0;
    expect(said(await bodyOf(pay(sessionId)))).toEqual(['Paid: Success']);
  });

  test('that is still being processed is not accepted yet', async () => {
    const { sessionId, intentId } = await waitingFor(await makeShop());
    stripe.intents.set(intentId, 'processing');
    expect(await refusalOf(pay(sessionId))).toMatchObject(UNVERIFIED);
    stripe.intents.set(intentId, 'succeeded');
    expect(said(await bodyOf(pay(sessionId)))).toEqual(['Paid: Success']);
  });

  test('has one intent, also when the answer of Stripe was lost and the message is sent again', async () => {
    const { publicId } = await makeShop();
    const { sessionId } = await bodyOf(rest.startChat({ publicId }, anyone));
    const before = stripe.intents.size;
    stripe.troubles.push({ status: 500, body: '{}' }, { status: 500, body: '{}' });
    const message = { sessionId, message: 'Ada' };
    expect((await refusalOf(rest.continueChat(message, anyone))).reason).toBe('PAYMENT_IMPOSSIBLE');
    await bodyOf(rest.continueChat(message, anyone));
    expect(stripe.intents.size).toBe(before + 1);
    expect(new Set(stripe.calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test('whose amount changed since it was left is shown, and can be paid, only as it is now', async () => {
    const { sessionId } = await bodyOf(rest.startChat(await makeSale(), anyone));
    const first = await bodyOf(rest.continueChat({ sessionId, message: '10' }, anyone));
    expect(partAt(first, 'input.runtimeOptions.amountLabel')).toBe('$10.00');
    const [before] = [...stripe.intents.keys()].slice(-1);
    // An intent of a deleted account cannot be cancelled.
    await rowsOf(
      app.databaseUrl,
      `insert into payment (intent_id, session_id, credentials_id) values ('pi_gone', '${sessionId}', 'crd_gone')`,
    );
    const sale = { type: 'command', command: 'sale' } as const;
    const second = await bodyOf(rest.continueChat({ sessionId, message: sale }, anyone));
    expect(partAt(second, 'input.runtimeOptions.amountLabel')).toBe('$5.00');
    const [after = ''] = [...stripe.intents.keys()].slice(-1);
    expect(stripe.intents.get(String(before))).toBe('canceled');
    expect(stripe.calls.find(({ form }) => form['amount'] === '500')).toBeDefined();
    stripe.intents.set(after, 'succeeded');
    expect(said(await bodyOf(pay(sessionId)))).toEqual(['Paid 5']);
  });

  test('that Stripe confirms counts, even if the server then fails and the visitor leaves', async () => {
    const { sessionId, resultId, intentId } = await waitingFor(await makeShop());
    stripe.intents.set(intentId, 'succeeded');
    const refuse = `create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
      create trigger refuse before update on chat_session for each row when (old.id = '${sessionId}' and new.turn > old.turn) execute function refuse()`;
    await rowsOf(app.databaseUrl, refuse);
    await refusalOf(pay(sessionId));
    await rowsOf(app.databaseUrl, 'drop trigger refuse on chat_session; drop function refuse');
    await until(async () => (await answersOf(resultId)).length > 1);
    expect(stripe.intents.get(intentId)).toBe('succeeded');
  });

  test('uses the test keys in a preview, where there are any', async () => {
    stripe.keys.add('sk_test_1');
    const test = { secretKey: 'sk_test_1', publicKey: 'pk_test' };
    const { botId } = await makeShop({ ...keys, test });
    const { sessionId } = await bodyOf(rest.startPreview({ botId }));
    const { input } = await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
    expect(partAt(input, 'runtimeOptions')).toMatchObject({ publicKey: 'pk_test' });
    expect(stripe.calls.map(({ key }) => key)).toEqual(['sk_test_1']);
  });

  test('with a key that Stripe refuses says so, without the key', async () => {
    const live = { secretKey: 'sk_live_wrong', publicKey: 'pk' };
    const { botId } = await makeShop({ live, test: {} });
    const { sessionId } = await bodyOf(rest.startPreview({ botId }));
    const refusal = await refusalOf(rest.continueChat({ sessionId, message: 'Ada' }));
    expect(refusal.message).toContain('Stripe failed: Invalid API Key provided: ***');
  });
});

const answersOf = (resultId: string | null | undefined) =>
  rowsOf<{ content: string }>(
    app.databaseUrl,
    `select content from answer where result_id = '${String(resultId)}' order by id`,
  );

describe('an event of Stripe', () => {
  test('that confirms a payment answers once for a visitor who left, however often it comes', async () => {
    const shop = await makeShop();
    const { sessionId, resultId, intentId } = await waitingFor(shop);
    for (const type of ['payment_intent.created', 'payment_intent.payment_failed'])
      expect(await sendEvent(shop, intentId, { type })).toBe(200);
    for (let time = 0; time < 3; time += 1) expect(await sendEvent(shop, intentId)).toBe(200);
    await until(async () => (await answersOf(resultId)).length > 1);
    expect(await sendEvent(shop, intentId)).toBe(200);
    expect(await answersOf(resultId)).toEqual([{ content: 'Ada' }, { content: 'Success' }]);
    expect(await refusalOf(pay(sessionId))).toMatchObject({ reason: 'SESSION_ENDED' });
  });

  test.each([
    ['with another secret', { secret: 'whsec_other' }],
    ['that is old', { age: 3_600 }],
  ])('%s is refused', async (_case, how) => {
    const shop = await makeShop();
    const { intentId } = await waitingFor(shop);
    expect(await sendEvent(shop, intentId, how)).toBe(400);
  });

  test('is not delayed by payments whose chats cannot continue, however many', async () => {
    const shop = await makeShop();
    const [bad, good] = [await waitingFor(shop), await waitingFor(shop)];
    const breaking = `update chat_session set state = '{"stack":{}}' where id = '${bad.sessionId}'`;
    await rowsOf(app.databaseUrl, breaking);
    await rowsOf(
      app.databaseUrl,
      `insert into payment (intent_id, session_id, credentials_id, paid_at)
        select 'pi_bad_' || n, '${bad.sessionId}', '${shop.credentialsId}', now() - interval '1 day'
        from generate_series(1, 150) n`,
    );
    expect(await sendEvent(shop, good.intentId)).toBe(200);
    await until(async () => (await answersOf(good.resultId)).length > 1);
    await rowsOf(app.databaseUrl, `delete from payment where intent_id like 'pi_bad_%'`);
  });

  test('takes effect later if the chat cannot continue now', async () => {
    const shop = await makeShop(keys, 2);
    const { resultId, intentId } = await waitingFor(shop);
    const before = stripe.intents.size;
    const down = { status: 500, body: '{}' };
    stripe.troubles.push(down, down);
    expect(await sendEvent(shop, intentId)).toBe(200);
    // At first, the second payment cannot be prepared.
    await until(async () => (await answersOf(resultId)).length > 1);
    expect([stripe.troubles.length, stripe.intents.size]).toEqual([0, before + 1]);
  });

  test('is reported once, in the log of the result, if the chat has already gone on', async () => {
    const shop = await makeSale();
    const { sessionId, resultId } = await bodyOf(rest.startChat(shop, anyone));
    await bodyOf(rest.continueChat({ sessionId, message: '10' }, anyone));
    const [first = ''] = [...stripe.intents.keys()].slice(-1);
    // It is paid just before the price is halved.
    stripe.intents.set(first, 'succeeded');
    const sale = { type: 'command', command: 'sale' } as const;
    await bodyOf(rest.continueChat({ sessionId, message: sale }, anyone));
    const [second = ''] = [...stripe.intents.keys()].slice(-1);
    const logs = async () => {
      const read = await bodyOf(rest.readLogs({ botId: shop.botId, resultId: String(resultId) }));
      return read.logs.filter(({ description }) => description === 'A payment is left over');
    };
    await until(async () => (await logs()).length === 1);
    stripe.intents.set(second, 'succeeded');
    expect(said(await bodyOf(pay(sessionId)))).toEqual(['Paid 5']);
    await rowsOf(
      app.databaseUrl,
      `insert into payment (intent_id, session_id, credentials_id) values ('pi_late', '${sessionId}', '${shop.credentialsId}')`,
    );
    for (const id of ['pi_late', first, second]) expect(await sendEvent(shop, id)).toBe(200);
    await until(async () => (await logs()).length === 2);
    const settled = `select 1 from payment where session_id = '${sessionId}' and settled_at is null`;
    await until(async () => (await rowsOf(app.databaseUrl, settled)).length === 0);
    expect((await logs()).map(({ details }) => String(details).split(',', 1))).toEqual([
      [`The payment of $10.00 (${first}) was made`],
      ['The payment (pi_late) was made'],
    ]);
    expect(lines.filter((line) => line.includes('left over: its chat had gone on'))).toHaveLength(
      2,
    );
  });

  test('of another account settles nothing', async () => {
    const [shop, other] = [await makeShop(), await makeShop()];
    const { intentId } = await waitingFor(shop);
    expect(await sendEvent(other, intentId)).toBe(200);
    expect(await sendEvent({ ...shop, workspaceId: other.workspaceId }, intentId)).toBe(404);
    const paid = `select 1 from payment where intent_id = '${intentId}' and paid_at is not null`;
    expect(await rowsOf(app.databaseUrl, paid)).toEqual([]);
  });
});

test('no secret of an account is in the log of the server', () => {
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toMatch(/canary|sk_live_wrong/);
});
