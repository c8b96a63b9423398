import { beforeEach, describe, expect, test } from '@jest/globals';
import type { EffectOrigin } from '../../../src/integrations/effectOrigin.js';
import type { EffectResult, OutsideEffect } from '../../../src/engine/index.js';
import { createHttp, type Http } from '../../../src/integrations/http.js';
import { createHandleEffect } from '../../../src/integrations/index.js';
import { standIn } from '../../support/standIn.js';
import { useStripe } from '../../support/stripeServer.js';
import { until } from '../../support/until.js';

const stripe = useStripe();
beforeEach(() => {
  stripe.calls.length = 0;
  stripe.troubles.length = 0;
});

const patient = createHttp({ allowedHosts: ['127.0.0.1'] });
/** An HTTP client with a shorter time limit than payments have. */
const impatient: Http = {
  ...patient,
  openFetch: (use) => patient.openFetch({ ...use, timeoutMs: 100 }),
};

const account = { provider: 'Stripe', credentialsId: 'c', isTest: false } as const;
const payments: readonly [string, OutsideEffect][] = [
  [
    'a payment that is prepared',
    { kind: 'createPayment', ...account, amount: 990, currency: 'EUR' },
  ],
  ['a payment that is verified', { kind: 'verifyPayment', ...account, intentId: 'pi_1' }],
];

async function asked(
  effect: OutsideEffect,
  http = patient,
  origin: Partial<EffectOrigin> = {},
): Promise<EffectResult> {
  const data = { live: { secretKey: 'sk_live_canary', publicKey: 'pk_live' } };
  const handle = createHandleEffect(standIn({}), http, {
    openSecrets: async () => ({ type: 'stripe', data }),
    addresses: new Map([['stripe', stripe.url()]]),
  });
  return handle(effect, 'ses', { botId: 'b', reach: undefined, callKey: 'call', ...origin });
}

describe.each(payments)('%s', (_what, effect) => {
  test('fails when Stripe does not answer in time, after one more attempt with the same key', async () => {
    stripe.troubles.push('silence', 'silence');
    expect(await asked(effect, impatient)).toEqual({
      ok: false,
      error: expect.stringContaining('Stripe failed: '),
    });
    expect(stripe.calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      effect.kind === 'createPayment' ? ['call', 'call'] : [undefined, undefined],
    );
  });

  test('is aborted with its turn, and not repeated', async () => {
    const turn = new AbortController();
    stripe.troubles.push('silence', 'silence');
    const result = asked(effect, patient, { abandoned: turn.signal });
    await until(() => stripe.calls.length === 1);
    turn.abort();
    expect(await result).toMatchObject({ ok: false });
    expect(stripe.calls).toHaveLength(1);
  });
});
