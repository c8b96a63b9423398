import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { useShops } from '../support/shop.js';
import { useStripe } from '../support/stripeServer.js';
import {
  bodyOf,
  openTransport,
  refusalOf,
  type ReplyShown,
  transportNames,
} from '../support/transports.js';
import { until } from '../support/until.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp({ SECRET_KEY: 'the-key-of-the-server-of-this-test' });
const anyone = { token: null };
const said = ({ messages }: ReplyShown) => messages.map(({ content }) => content['plainText']);
const IMPOSSIBLE = { code: 'BAD_REQUEST', reason: 'PAYMENT_IMPOSSIBLE' };

/** A payment, and a flow that leads to it after the answer "pay". */
const paying = (credentialsId?: string) =>
  ask('payment input', 'Paid', { amount: '5', credentialsId });
const selling = (credentialsId?: string) => ({
  variables: { Said: null, Paid: null },
  groups: {
    Start: [
      ask('text input', 'Said'),
      {
        type: 'Condition',
        items: [
          {
            id: 'pay',
            to: 'Pay',
            content: {
              comparisons: [
                { id: 'c', variableId: 'vSaid', comparisonOperator: 'Equal to', value: 'pay' },
              ],
            },
          },
        ],
      },
      say('You said {{Said}}'),
      ask('text input', 'Said'),
    ],
    Pay: [say('Never said'), paying(credentialsId)],
  },
});

describe.each(transportNames)('a payment that cannot be taken, over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const counts = async () =>
    rowsOf(
      app().databaseUrl,
      `select (select count(*)::int from chat_session) as chats, (select count(*)::int from result) as results,
        (select count(*)::int from chat_event) as events, (select count(*)::int from answer) as answers`,
    );

  test('without an account fails the message that leads to it; the chat stays where it was', async () => {
    const { publicId } = await makePublished(transport, botOf(selling()));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }, anyone));
    const before = await counts();
    for (const message of ['pay', 'pay']) {
      const refusal = await refusalOf(transport.continueChat({ sessionId, message }, anyone));
      expect(refusal).toMatchObject(IMPOSSIBLE);
      expect(refusal.message).toMatch(
        /^Group "Pay", block 2 \(payment input\): .*: it names no account to pay to$/,
      );
    }
    expect(await counts()).toEqual(before);
    const reply = await bodyOf(transport.continueChat({ sessionId, message: 'hello' }, anyone));
    expect(said(reply)).toEqual(['You said hello']);
  });

  test('fails the start that leads to it, and nothing is stored', async () => {
    const bot = botOf({ variables: { Paid: null }, groups: { Start: [paying()] } });
    const { publicId, botId } = await makePublished(transport, bot);
    const before = await counts();
    expect(await refusalOf(transport.startChat({ publicId }, anyone))).toMatchObject(IMPOSSIBLE);
    expect(await refusalOf(transport.startPreview({ botId }))).toMatchObject(IMPOSSIBLE);
    expect(await counts()).toEqual(before);
    const { sessionId } = await bodyOf(transport.startChat({ publicId, isOnlyRegistering: true }));
    expect(await refusalOf(transport.continueChat({ sessionId }, anyone))).toMatchObject(
      IMPOSSIBLE,
    );
  });

  test('is reported to the person who publishes its bot', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: botOf(selling()) }));
    const { issues } = await bodyOf(transport.publishBot({ botId: bot.id }));
    expect(issues).toMatchObject([{ level: 'ERROR', code: 'CREDENTIALS_MISSING', groupId: 'Pay' }]);
  });
});

const { makeShop, sendSigned } = useShops(app);

const paid = (more: object) => ({ type: 'payment_intent.succeeded', ...more });

const named = (id: unknown) => paid({ data: { object: { id } } });

test('an event of Stripe that is signed and is no event, or names no payment, is refused as bad input', async () => {
  const shop = await makeShop();
  const odd = [
    ...[null, 7, 'text', [], {}, { type: 7 }, { type: null }],
    ...[paid({}), paid({ data: null }), paid({ data: [] }), paid({ data: { object: null } })],
    ...[paid({ data: { object: 'pi_1' } }), named(undefined), named(7), named(''), named({})],
    ...[named('pi_\0'), named('pi_\ud800'), named('p'.repeat(300))],
  ];
  for (const event of odd) {
    expect([event, await sendSigned(shop, JSON.stringify(event))]).toEqual([event, 400]);
  }
  for (const text of ['', '{', 'true and more']) expect(await sendSigned(shop, text)).toBe(400);
});

test('an event of Stripe of a kind that is not needed here is taken, whatever it says', async () => {
  const shop = await makeShop();
  for (const data of [undefined, null, '\0', { object: { id: '\0' } }]) {
    expect(await sendSigned(shop, JSON.stringify({ type: 'charge.refunded', data }))).toBe(200);
  }
});

describe('paying as asked:', () => {
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
});
