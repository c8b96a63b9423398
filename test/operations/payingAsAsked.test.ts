import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { rowsOf } from '../support/rows.js';
import { useShops } from '../support/shop.js';
import { useStripe } from '../support/stripeServer.js';
import { bodyOf, refusalOf, type ReplyShown } from '../support/transports.js';
import { until } from '../support/until.js';
import { restOf } from '../support/useApp.js';

const stripe = useStripe();
let app: TestApp;
beforeAll(async () => {
  const settings = {
    VENDOR_ADDRESSES: `stripe=${stripe.url()}`,
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    SECRET_KEY: 'the-key-of-the-server-of-this-test',
  };
  app = await startTestApp(settings, undefined, { timeouts: { workEvery: 20, settleAfter: 0 } });
});
afterAll(() => app.close());

const rest = restOf(() => app);
const anyone = { token: null };
const said = ({ messages }: ReplyShown) => messages.map(({ content }) => content['plainText']);
const UNVERIFIED = { code: 'BAD_REQUEST', reason: 'PAYMENT_UNVERIFIED' };
const { makeShop, sendEvent } = useShops(() => app, stripe.shown);

/** A chat that waits for its payment. */
async function waitingFor({ publicId }: { readonly publicId: string }) {
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }, anyone));
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }, anyone));
  return { sessionId, resultId, intentId: [...stripe.intents.keys()].at(-1) ?? '' };
}

const pay = (sessionId: string) => rest.continueChat({ sessionId, message: 'Success' }, anyone);

const answersOf = (resultId: string | null | undefined) =>
  rowsOf<{ content: string }>(
    app.databaseUrl,
    `select content from answer where result_id = '${String(resultId)}' order by id`,
  );

/** The logs of a result, as the owner of the bot reads them. */
const logsOf = async (botId: string, resultId: unknown) =>
  (await bodyOf(rest.readLogs({ botId, resultId: String(resultId) }))).logs;

describe('a payment that is not the one that was asked for', () => {
  test.each([
    ['amount', { amount: 1 }, '0,01\u00a0€'],
    ['currency', { currency: 'usd' }, '$9.90'],
  ])(
    'because its %s is another is not accepted, and told of in the log of the result',
    async (_what, received, paid) => {
      const shop = await makeShop();
      const { sessionId, resultId, intentId } = await waitingFor(shop);
      stripe.intents.set(intentId, 'succeeded');
      stripe.received.set(intentId, received);
      expect(await refusalOf(pay(sessionId))).toMatchObject(UNVERIFIED);
      expect(await sendEvent(shop, intentId)).toBe(200);
      expect(await refusalOf(pay(sessionId))).toMatchObject(UNVERIFIED);
      await until(async () => (await logsOf(shop.botId, resultId)).length > 0);
      expect(await logsOf(shop.botId, resultId)).toMatchObject([
        {
          description: 'A payment is left over',
          details: `The payment of 9,90\u00a0€ (${intentId}) was made, but ${paid} was paid, which was not asked for. Refund it, or deliver what was paid.`,
        },
      ]);
    },
  );

  test('settles no chat by its event, and no other payment counts in its place', async () => {
    const shop = await makeShop();
    const { sessionId, resultId, intentId } = await waitingFor(shop);
    stripe.received.set(intentId, { amount: 989 });
    stripe.intents.set(intentId, 'succeeded');
    for (let time = 0; time < 2; time += 1) expect(await sendEvent(shop, intentId)).toBe(200);
    await until(async () => (await logsOf(shop.botId, resultId)).length === 1);
    expect(await answersOf(resultId)).toEqual([{ content: 'Ada' }]);
    expect(await refusalOf(pay(sessionId))).toMatchObject(UNVERIFIED);
  });

  test('is refused if its event does not say what was paid', async () => {
    const shop = await makeShop();
    const { intentId } = await waitingFor(shop);
    stripe.received.set(intentId, { currency: '' });
    expect(await sendEvent(shop, intentId)).toBe(400);
  });
});

test('a payment that the server has not stored is not accepted, and the log of the result says so', async () => {
  const shop = await makeShop();
  const { sessionId, resultId, intentId } = await waitingFor(shop);
  await rowsOf(app.databaseUrl, 'delete from payment where intent_id = $1', [intentId]);
  stripe.intents.set(intentId, 'succeeded');
  const refusal = await refusalOf(pay(sessionId));
  expect(refusal).toMatchObject(UNVERIFIED);
  expect(refusal.message).toContain('this server has no note of it');
  expect(await logsOf(shop.botId, resultId)).toMatchObject([
    {
      description: 'A payment was not made',
      details: `9,90\u00a0€ was paid (${intentId}), but this server has no note of such a payment, so that it cannot tell what was asked for. Refund it, or deliver what was paid.`,
    },
  ]);
});

describe('Stripe’s reason for a failed payment is in the log of the result, without secrets, and is not shown to the visitor', () => {
  const declined = {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  };

  test('of a card that was declined', async () => {
    const shop = await makeShop();
    const { sessionId, resultId, intentId } = await waitingFor(shop);
    stripe.declined.set(intentId, declined);
    const reply = await bodyOf(pay(sessionId));
    expect(said(reply)).toEqual(['Payment failed. Please, try again.']);
    expect(JSON.stringify(reply)).not.toContain('insufficient');
    expect(await logsOf(shop.botId, resultId)).toMatchObject([
      {
        status: 'error',
        description: 'A payment was not made',
        details: 'Your card has insufficient funds. (insufficient_funds)',
      },
    ]);
  });

  test.each([
    [
      'a key that is refused',
      'Invalid API Key provided: sk_live_canary',
      'Invalid API Key provided: ***',
    ],
    ['a currency the account cannot take', 'Invalid currency: eur', 'Invalid currency: eur'],
    ['a secret of an intent', 'No such intent: pi_9_secret_canary', 'No such intent: ***'],
  ])('of %s', async (_case, message, shown) => {
    const shop = await makeShop();
    const { sessionId, resultId } = await bodyOf(
      rest.startChat({ publicId: shop.publicId }, anyone),
    );
    stripe.troubles.push({ status: 400, body: JSON.stringify({ error: { message } }) });
    const refusal = await refusalOf(rest.continueChat({ sessionId, message: 'Ada' }, anyone));
    expect(refusal.message).not.toContain(message.slice(0, 10));
    expect(await logsOf(shop.botId, resultId)).toMatchObject([
      { description: 'A payment could not be prepared', details: `Stripe failed: ${shown}` },
    ]);
  });
});
