import { expect, test } from '@jest/globals';
import { useShops } from '../support/shop.js';
import { useApp } from '../support/useApp.js';

const app = useApp({ SECRET_KEY: 'the-key-of-the-server-of-this-test' });
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
