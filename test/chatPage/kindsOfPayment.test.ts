import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { useStripe } from '../support/stripeServer.js';
import { bodyOf } from '../support/transports.js';
import { axeFaults, describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { until } from '../support/until.js';
import { makeWorkspace, restOf } from '../support/useApp.js';

/** Replaces https://js.stripe.com/v3/, whose fields also work only in the page, not in a shadow root. */
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
  const model = useModel();
  const { open } = useBrowser();
  let app: TestApp;
  beforeAll(async () => {
    stripe.keys.add('sk_test_canary');
    app = await startTestApp({
      VENDOR_ADDRESSES: `stripe=${stripe.url()},openai=${model.url()}`,
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
      SECRET_KEY: 'the-key-of-the-server-of-this-test',
      EXAMPLE_STRIPE_SECRET_KEY: 'sk_test_canary',
      EXAMPLE_STRIPE_PUBLIC_KEY: 'pk_test_shown',
      EXAMPLE_OPENAI_KEY: 'sk-canary',
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

  test('is made in fields of Stripe, which stay open after a declined card', async () => {
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
    await card.waitFor({ state: 'detached' });
    await page.close();
  });

  test('of an example on the front page is a test of Stripe; the AI chat beside it asks a model', async () => {
    const outside = () => ({ contentType: 'text/javascript', body: SCRIPT });
    const { page, faults } = await open(app.url, {
      outside,
      viewport: { width: 390, height: 844 },
    });
    await page.exposeFunction('pay', (key: string) => {
      expect(key).toBe('pk_test_shown');
      for (const id of stripe.intents.keys()) stripe.intents.set(id, 'succeeded');
    });
    const chat = page.locator('parley-chat');
    await page.getByRole('button', { name: 'Order' }).click();
    await chat.getByRole('button', { name: 'Mug' }).click();
    for (const text of ['2', 'Main Street 1']) {
      await chat.locator('input').last().fill(text);
      await chat.getByRole('button').last().click();
    }
    stripe.troubles.push({ status: 500, body: '' }, { status: 500, body: '' });
    await chat.getByRole('button', { name: 'Pay 24 €' }).click();
    const failure = chat.getByText('This does not work at the moment. Please try again later.');
    await failure.waitFor();
    // The chat scrolls to the fields.
    await until(() =>
      page.evaluate(`(() => {
        const root = document.querySelector('parley-chat').shadowRoot;
        const bottomOf = (name) => root.querySelector(name).getBoundingClientRect().bottom;
        return bottomOf('.bot-notices') <= bottomOf('.bot-scroll');
      })()`),
    );
    await chat.getByRole('button', { name: 'Pay 24 €' }).click();
    await chat.getByText('pay with the card 4242 4242 4242 4242').waitFor();
    await page.getByLabel('Card').fill('4242');
    await page.getByRole('button', { name: /^Pay 24,00/ }).click();
    await chat.getByText('Paid: a test, so no money moved.').waitFor();

    await page.getByRole('button', { name: 'AI chat' }).click();
    await chat.locator('input').last().fill('Why?');
    await chat.getByRole('button').last().click();
    const { say: speak, end } = await model.next();
    speak('Because');
    await chat.getByText('Because').waitFor();
    speak(' of that.');
    end();
    await chat.getByText('Because of that.').waitFor();
    // The browser logs the failed request as an error.
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
    await page.close();
  });
});
