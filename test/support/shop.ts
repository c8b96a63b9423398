import { createHmac } from 'node:crypto';
import type { TestApp } from './app.js';
import { botOf } from './botOf.js';
import { ask, say, type FlowSketch } from './flowOf.js';
import { bodyOf } from './transports.js';
import { makeWorkspace, publishIn, restOf } from './useApp.js';

/** The Stripe keys of a shop without a test mode. */
export const SHOP_KEYS = {
  live: { secretKey: 'sk_live_canary', publicKey: 'pk_live', webhookSecret: 'whsec_canary' },
  test: {},
};

/** A bot that takes payments, and the credentials that it uses. */
export interface Shop {
  readonly publicId: string;
  readonly botId: string;
  readonly workspaceId: string;
  readonly credentialsId: string;
}

/** Makes shops on the server of a test file, and sends it Stripe's events. */
export interface Shops {
  /** A bot that asks for the visitor's name, then takes one payment for each of so many things. */
  makeShop(data?: object, things?: number): Promise<Shop>;
  /** A bot that asks for the price and takes one payment; the command "sale" halves the price. */
  makeSale(): Promise<Shop>;
  /** Sends an event as Stripe does (https://docs.stripe.com/webhooks#verify-manually); returns the status of the response. */
  sendEvent(
    shop: Pick<Shop, 'workspaceId' | 'credentialsId'>,
    intentId: string,
    how?: { readonly secret?: string; readonly type?: string; readonly age?: number },
  ): Promise<number>;
  /** Sends any body with Stripe's signature; returns the status of the response. */
  sendSigned(
    shop: Pick<Shop, 'workspaceId' | 'credentialsId'>,
    body: string,
    how?: { readonly secret?: string; readonly age?: number },
  ): Promise<number>;
}

/** Call it at the top level of a file, and its members within tests; `shown` returns an intent as Stripe's events have it. */
export function useShops(
  app: () => TestApp,
  shown: (intentId: string) => object = (id) => ({ id }),
): Shops {
  const sendSigned: Shops['sendSigned'] = async (shop, body, how = {}) => {
    const { workspaceId, credentialsId } = shop;
    const { secret = 'whsec_canary', age = 0 } = how;
    const at = Math.floor(Date.now() / 1000) - age;
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const path = `/api/v1/workspaces/${workspaceId}/credentials/${credentialsId}/stripe/webhook`;
    const headers = { 'stripe-signature': `t=${at},v1=${signature}` };
    return (await fetch(app().url + path, { method: 'POST', headers, body })).status;
  };
  return {
    makeShop: (data = SHOP_KEYS, things = 1) => open(app, data, (id) => shopOf(id, things)),
    makeSale: () => open(app, SHOP_KEYS, saleOf),
    async sendEvent(shop, intentId, how = {}) {
      const { type = 'payment_intent.succeeded' } = how;
      const event = { id: 'evt_1', object: 'event', type, data: { object: shown(intentId) } };
      return sendSigned(shop, JSON.stringify(event, null, 2), how);
    },
    sendSigned,
  };
}

async function open(
  app: () => TestApp,
  data: object,
  flowFor: (credentialsId: string) => FlowSketch,
): Promise<Shop> {
  const rest = restOf(app);
  const workspaceId = await makeWorkspace(rest);
  const credentials = { type: 'stripe', name: 'Ours', data };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  const published = await publishIn(rest, workspaceId, botOf(flowFor(credentialsId)));
  return { ...published, workspaceId, credentialsId };
}

function shopOf(credentialsId: string, things: number): FlowSketch {
  const additionalInformation = { name: 'Ada', email: 'ada@example.com', description: 'A book' };
  const options = { amount: '9.90', currency: 'EUR', credentialsId, additionalInformation };
  return {
    variables: { Name: null, Paid: null },
    groups: {
      Start: [
        ask('text input', 'Name'),
        ...Array.from({ length: things }, () => ask('payment input', 'Paid', options)),
        say('Paid: {{Paid}}'),
      ],
    },
  };
}

function saleOf(credentialsId: string): FlowSketch {
  const halve = { variableId: 'vPrice', expressionToEvaluate: '{{Price}} / 2' };
  return {
    variables: { Price: null },
    events: [{ type: 'command', options: { command: 'sale' }, to: 'Sale' }],
    groups: {
      Start: [{ ...ask('text input', 'Price'), to: 'Pay' }],
      Sale: [{ type: 'Set variable', options: halve, to: 'Pay' }],
      Pay: [
        ask('payment input', undefined, { amount: '{{Price}}', credentialsId }),
        say('Paid {{Price}}'),
      ],
    },
  };
}
