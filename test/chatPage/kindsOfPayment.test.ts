import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { useStripe } from '../support/stripeServer.js';
import { bodyOf } from '../support/transports.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { makeWorkspace, restOf } from '../support/useApp.js';

/** Stands in for https://js.stripe.com/v3/: its fields, too, work in the page only, not in a shadow root. */
const SCRIPT = `window.Stripe = (key) => ({
  retrievePaymentIntent: async () => ({ paymentIntent: { status: 'requires_payment_method' } }),
  elements: () => ({ create: () => {
    let ready;
    return {
      on: (name, told) => { ready = told; },
      mount(place) {
        if (place.getRootNode() !== document) throw new Error('Not in a shadow root');
        place.innerHTML = '<label style="color: black">Card <input id="card"></label>';
        ready();
      },
    };
  } }),
  async confirmPayment() {
    if (document.querySelector('#card').value !== '4242') return { error: { message: 'Your card was declined.' } };
    await pay(key);
    return {};
  },
});`;

describeInBrowser('a payment', () => {
  const stripe = useStripe();
  const { open } = useBrowser();
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      VENDOR_ADDRESSES: `stripe=${stripe.url()}`,
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      SECRET_KEY: 'the-key-of-the-server-of-this-test',
    });
  });
  afterAll(() => app.close());

  async function openShop(): Promise<string> {
    const rest = restOf(() => app);
    const workspaceId = await makeWorkspace(rest);
    const live = { secretKey: 'sk_live_canary', publicKey: 'pk_live' };
    const credentials = { type: 'stripe', name: 'Ours', data: { live, test: {} } };
    const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
    const options = { amount: '9.90', currency: 'EUR', credentialsId };
    const groups = { Start: [say('Buy?'), ask('payment input', 'X', options), say('Got {{X}}.')] };
    const bot = botOf({ variables: { X: null }, groups });
    const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
    return (await bodyOf(rest.publishBot({ botId: made.id }))).publicId;
  }

  test('is made in fields of Stripe, which a declined card keeps open', async () => {
    const url = `${app.url}/${await openShop()}`;
    const outside = () => ({ contentType: 'text/javascript', body: SCRIPT });
    const { page } = await open(url, { outside });
    await page.exposeFunction('pay', (key: string) => {
      expect(key).toBe('pk_live');
      for (const id of stripe.intents.keys()) stripe.intents.set(id, 'succeeded');
    });
    const card = page.getByLabel('Card');
    await card.fill('1111');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: /^Pay 9,90/ }).click();
    await page.getByText('Your card was declined.').waitFor();
    await card.fill('4242');
    await page.getByRole('button', { name: /^Pay 9,90/ }).click();
    await page.getByText('Got Success.').waitFor();
    await card.waitFor({ state: 'detached', timeout: 10_000 });
    await page.close();
  });
});
