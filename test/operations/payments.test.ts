import { describe, expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { rowsOf } from '../support/rows.js';
import { useShops } from '../support/shop.js';
import {
  bodyOf,
  openTransport,
  refusalOf,
  type ReplyShown,
  transportNames,
} from '../support/transports.js';
import { makePublished, makeWorkspace, useApp } from '../support/useApp.js';

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
